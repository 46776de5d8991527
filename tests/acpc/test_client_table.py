"""How the states of a match reach its clients: in which order, in how many pieces, and whose time runs."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

import pytest

from railbird.acpc import ClientSeat
from railbird.acpc.connection import Connection
from railbird.acpc.dealer_seats import ClientTable
from railbird.acpc.time_limits import Clock
from railbird.errors import MatchError
from railbird.games import game_named
from railbird.play import Match, MatchPlan, TimeLimits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

GAME = game_named("holdem.limit.3p")
PLAN = MatchPlan("table", GAME, GAME.name, hands=3, seed=1, names=("a", "b", "c"))


class WatchedConnection(Connection):
    """Notes what is sent, and in which order among all connections."""

    def __init__(self, sock: socket.socket, seat: int, sent: list[tuple[int, str]]) -> None:
        super().__init__(sock)
        self._seat = seat
        self._sent = sent

    def send(self, text: str) -> None:
        self._sent.append((self._seat, text))
        super().send(text)


@pytest.fixture
def pairs() -> Iterator[list[tuple[socket.socket, socket.socket]]]:
    """For each seat, the dealer's socket and the client's."""
    with ExitStack() as stack:
        sockets = [socket.socketpair() for _ in range(3)]
        for pair in sockets:
            for sock in pair:
                stack.enter_context(sock)
        yield sockets


def seated(connections: Sequence[Connection], *, limits: TimeLimits) -> tuple[Match, list[ClientSeat], ClientTable]:
    table = ClientTable()
    clocks = [Clock(limits, hands=PLAN.hands) for _ in connections]
    seats = [
        ClientSeat(connection, clock=clock, table=table) for connection, clock in zip(connections, clocks, strict=True)
    ]
    return Match(PLAN, seats), seats, table


def answer_everything(sock: socket.socket) -> None:
    """Call in every state; the dealer ignores answers that it did not ask for."""
    with suppress(OSError), sock.makefile("rb") as lines:
        for line in lines:
            sock.sendall(line.rstrip(b"\r\n") + b":c\r\n")


def test_the_player_who_is_asked_is_told_first_and_a_hand_ends_in_one_piece_with_the_next(
    pairs: list[tuple[socket.socket, socket.socket]],
) -> None:
    sent: list[tuple[int, str]] = []
    watched = [WatchedConnection(pair[0], seat, sent) for seat, pair in enumerate(pairs)]
    match, _, table = seated(watched, limits=TimeLimits())
    for _, client in pairs:
        threading.Thread(target=answer_everything, args=(client,), daemon=True).start()
    match.play()
    table.send()

    first_of_hand = [2, 0, 1]  # position 2 opens, and positions rotate
    for hand, opener in enumerate(first_of_hand):
        starts = [seat for seat, text in sent if f":{hand}::" in text]
        assert starts == [opener, *(seat for seat in range(3) if seat != opener)]
    for seat in range(3):
        pieces = [text for number, text in sent if number == seat]
        lines = "".join(pieces).splitlines()
        assert len(lines) == len(pieces) + 2  # the ends of two hands came with the starts of the next
        assert [line.split(":")[2] for line in lines if "ccc/ccc/ccc/ccc" in line] == ["0", "1", "2"]
        assert all(text.endswith("\r\n") for text in pieces)


def test_nobody_pays_for_a_player_who_does_not_read(pairs: list[tuple[socket.socket, socket.socket]]) -> None:
    class Reluctant(Connection):
        def send(self, text: str) -> None:
            time.sleep(0.3)
            super().send(text)

    connections = [Reluctant(pairs[0][0]), Connection(pairs[1][0]), Connection(pairs[2][0])]
    match, seats, _ = seated(connections, limits=TimeLimits(response=250))
    threading.Thread(target=answer_everything, args=(pairs[2][1],), daemon=True).start()
    assert match.step()
    assert seats[2].answered_at - seats[2].shown_at < 0.25


def test_a_lost_client_is_named(pairs: list[tuple[socket.socket, socket.socket]]) -> None:
    match, _, _ = seated([Connection(pair[0]) for pair in pairs], limits=TimeLimits())
    pairs[1][1].close()
    with pytest.raises(MatchError, match="could not send state to seat 2"):
        match.step()
