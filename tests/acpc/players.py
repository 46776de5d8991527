"""Clients of the tests: they know the protocol, and say whatever a test wants them to."""

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Self

from acpc.programs import LONG
from railbird.acpc.answers import action_text
from railbird.bots import Bot
from railbird.formats.betting import format_betting
from railbird.formats.match_state import MatchStateReader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from railbird.games import Action, GameDefinition, HandRecord, View

VERSION = b"VERSION:2.0.0\n"


class Player:
    """One end of a connection to a dealer."""

    def __init__(self, port: int, game: GameDefinition, *, version: bytes = VERSION) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=LONG)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._file = self._socket.makefile("rb")
        self._reader = MatchStateReader(game)
        self.send(version)

    def send(self, content: bytes) -> None:
        """Send bytes as they are."""
        self._socket.sendall(content)

    def answer(self, state: str, action: str) -> None:
        """Answer a state."""
        self.send(f"{state}:{action}\r\n".encode())

    def lines(self) -> Iterator[str]:
        """What the dealer sends, until it closes the connection."""
        try:
            for line in self._file:
                assert line.endswith(b"\r\n")
                yield line[:-2].decode()
        except ConnectionError:
            return

    def asked(self) -> Iterator[tuple[str, View]]:
        """The states in which it is this player's turn."""
        for line in self.lines():
            view = self._reader.read(line).view
            if view.acting == view.position:
                yield line, view

    def call_until(self, hand: int) -> str:
        """Call, up to the first state of a hand that asks for an action: this is returned."""
        for state, _ in self.asked():
            if int(state.split(":")[2]) >= hand:
                return state
            self.answer(state, "c")
        raise AssertionError(f"the match ended before hand {hand}")

    def call(self) -> None:
        """Call until the match ends."""
        for state, _ in self.asked():
            self.answer(state, "c")

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def together(*work: Callable[[], object]) -> None:
    """Do several things at the same time, in threads; whatever goes wrong in one is raised here."""
    with ThreadPoolExecutor(len(work)) as pool:
        for future in [pool.submit(one) for one in work]:
            future.result(LONG)


def play_back(ports: Sequence[int], game: GameDefinition, answers: dict[str, str]) -> None:
    """Clients on all ports that give the recorded answers, until the dealer closes the connections."""

    def play(port: int) -> None:
        with Player(port, game) as player:
            for state in player.lines():
                action = answers.get(situation(state))
                if action is not None:
                    player.answer(state, action)

    together(*[lambda port=port: play(port) for port in ports])  # type: ignore[misc]


def situation(state: str) -> str:
    """`position:hand:betting` of a match state."""
    return state.partition(":")[2].rpartition(":")[0]


def recorded_answers(records: Sequence[HandRecord]) -> dict[str, str]:
    """What was played in each situation of the hands of a log."""
    found = {}
    for record in records:
        for turn, (view, action) in enumerate(record.decisions()):
            betting = format_betting(record.game, record.actions[:turn])
            found[f"{view.position}:{record.number}:{betting}"] = action_text(action, record.game)
    return found


class PlaybackBot(Bot):
    """Plays the hands of a log again."""

    def __init__(self, records: Sequence[HandRecord]) -> None:
        self._actions = {record.number: record.actions for record in records}
        self._hand = 0

    def hand_starts(self, number: int, view: View) -> None:
        self._hand = number

    def act(self, view: View) -> Action:
        return self._actions[self._hand][len(view.actions)]
