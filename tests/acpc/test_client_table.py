"""How the states of a match reach its clients: in which order, in how many pieces, and whose time runs."""

from __future__ import annotations

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

import pytest

from acpc.programs import LONG
from railbird.acpc import ClientSeat
from railbird.acpc.connection import Connection
from railbird.acpc.dealer_seats import ClientTable
from railbird.acpc.time_limits import Clock
from railbird.errors import MatchError
from railbird.formats.match_state import MatchStateReader
from railbird.games import game_named
from railbird.play import Match, MatchPlan, TimeLimits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

GAME = game_named("holdem.limit.3p")
PLAN = MatchPlan("table", GAME, GAME.name, hands=3, seed=1, names=("a", "b", "c"))


class WatchedConnection(Connection):
    """Notes what is sent, and in which order among all connections. Its player answers at once, or never does."""

    def __init__(self, sock: socket.socket, seat: int, sent: list[tuple[int, list[str]]], *, is_quick: bool) -> None:
        super().__init__(sock)
        self._seat = seat
        self._sent = sent
        self._is_quick = is_quick
        self.waits = 0

    def send_lines(self, lines: Iterable[str]) -> None:
        self._sent.append((self._seat, [*lines]))
        super().send_lines(lines)

    def receive_within(self, milliseconds: int) -> bool:
        self.waits += 1
        assert milliseconds == 1
        return self._is_quick and super().receive_within(1000 * LONG)


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


def call(sock: socket.socket, *, after: float = 0) -> None:
    """Call whenever it is the player's turn."""
    reader = MatchStateReader(GAME)
    with suppress(OSError), sock.makefile("rb") as lines:
        for line in lines:
            view = reader.read(line.decode())
            if view.acting == view.position:
                time.sleep(after)
                sock.sendall(line.rstrip(b"\r\n") + b":c\r\n")


def played(
    pairs: list[tuple[socket.socket, socket.socket]], *, is_quick: bool
) -> tuple[list[tuple[int, list[str]]], list[WatchedConnection]]:
    """What is sent in a match in which all players call, and the connections."""
    sent: list[tuple[int, list[str]]] = []
    watched = [WatchedConnection(pair[0], seat, sent, is_quick=is_quick) for seat, pair in enumerate(pairs)]
    match, _, table = seated(watched, limits=TimeLimits())
    for _, client in pairs:
        threading.Thread(target=call, args=(client,), daemon=True).start()
    match.play()
    table.send()
    for seat in range(3):
        lines = [line for number, lines in sent if number == seat for line in lines]
        assert [line.split(":")[2:4] for line in lines] == [
            [str(hand), "ccc/ccc/ccc/ccc"[:end]]
            for hand in range(3)
            for end in (0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15)
        ]
    return sent, watched


def test_quick_players_get_one_message_for_each_of_their_turns(
    pairs: list[tuple[socket.socket, socket.socket]],
) -> None:
    sent, _ = played(pairs, is_quick=True)
    asked = [(position + hand) % 3 for hand in range(3) for position in (2, 0, 1, *[0, 1, 2] * 3)]
    assert [seat for seat, _ in sent] == [*asked, 0, 1, 2]


def test_before_a_slow_player_answers_the_others_are_sent_their_states(
    pairs: list[tuple[socket.socket, socket.socket]],
) -> None:
    sent, watched = played(pairs, is_quick=False)
    first_of_hand = [2, 0, 1]  # position 2 opens, and positions rotate
    for hand, opener in enumerate(first_of_hand):
        starts = [seat for seat, lines in sent if any(f":{hand}::" in line for line in lines)]
        assert starts == [opener, *(seat for seat in range(3) if seat != opener)]
    for seat in range(3):
        pieces = [lines for number, lines in sent if number == seat]
        # The ends of two hands came with the starts of the next.
        assert [len(lines) for lines in pieces] == [*[1] * 12, 2, *[1] * 11, 2, *[1] * 12]
        assert watched[seat].waits == 3  # for the answers 1, 3 and 7 of 12


def test_nobody_pays_for_a_player_who_does_not_read(pairs: list[tuple[socket.socket, socket.socket]]) -> None:
    class Reluctant(Connection):
        def send_lines(self, lines: Iterable[str]) -> None:
            time.sleep(0.3)
            super().send_lines(lines)

    connections = [Reluctant(pairs[0][0]), Connection(pairs[1][0]), Connection(pairs[2][0])]
    match, seats, _ = seated(connections, limits=TimeLimits(response=250))
    threading.Thread(target=call, args=(pairs[2][1],), kwargs={"after": 0.1}, daemon=True).start()
    assert match.step()
    assert seats[2].answered_at - seats[2].shown_at < 0.25


def test_a_lost_client_is_named(pairs: list[tuple[socket.socket, socket.socket]]) -> None:
    match, _, _ = seated([Connection(pair[0]) for pair in pairs], limits=TimeLimits())
    pairs[1][1].close()
    with pytest.raises(MatchError, match="could not send state to seat 2"):
        match.step()


@pytest.mark.parametrize("sent_at_once", [b"", b"# I am thinking.\r\n", b"MATCHSTATE:2:0::"])
def test_the_others_see_a_state_while_a_player_thinks_about_it(
    pairs: list[tuple[socket.socket, socket.socket]], sent_at_once: bytes
) -> None:
    match, _, _ = seated([Connection(pair[0]) for pair in pairs], limits=TimeLimits())
    thinking = pairs[2][1]
    thinking.sendall(sent_at_once)
    with ThreadPoolExecutor(1) as pool:
        step = pool.submit(match.step)
        for _, client in pairs:
            client.settimeout(LONG)
            state = client.recv(4096)
            assert state.startswith(b"MATCHSTATE:")
        assert not step.done()
        thinking.sendall((state.rstrip() + b":c\r\n").removeprefix(b"" if b"\n" in sent_at_once else sent_at_once))
        assert step.result(LONG)
