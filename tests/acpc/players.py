"""Clients of the tests: they know the protocol, and say whatever a test wants them to."""

from __future__ import annotations

import socket
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Self

from acpc.programs import LONG
from railbird.bots import Bot
from railbird.bots.reference.simple import RandomBot
from railbird.formats.betting import action_text, format_betting
from railbird.formats.match_state import MatchStateReader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from railbird.games import Action, Chips, GameDefinition, HandRecord, View

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

    def is_asked(self, state: str) -> bool:
        """Whether it is this player's turn."""
        view = self._reader.read(state)
        return view.acting == view.position

    def asked(self) -> Iterator[tuple[str, View]]:
        """The states in which it is this player's turn."""
        for line in self.lines():
            view = self._reader.read(line)
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


@contextmanager
def seated(ports: Sequence[int], game: GameDefinition) -> Iterator[list[Player]]:
    """A client on every port."""
    with ExitStack() as stack:
        yield [stack.enter_context(Player(port, game)) for port in ports]


def shown(players: Sequence[Player]) -> Iterator[tuple[str, ...]]:
    """What all players are shown, one line each: the dealer shows a state to every seat before it waits for one."""
    return zip(*[player.lines() for player in players], strict=False)


def play_back(ports: Sequence[int], game: GameDefinition, answers: dict[str, str]) -> None:
    """Clients on all ports that give the recorded answers, until the dealer closes the connections."""
    with seated(ports, game) as players:
        for states in shown(players):
            for player, state in zip(players, states, strict=True):
                action = answers.get(situation(state))
                if action is not None:
                    player.answer(state, action)


def situation(state: str) -> str:
    """`position:hand:betting` of a match state."""
    return state.partition(":")[2].rpartition(":")[0]


def recorded_answers(records: Sequence[HandRecord]) -> dict[str, str]:
    """What was played in each situation of the hands of a log."""
    answers = {}
    for record in records:
        for turn, (view, action) in enumerate(record.decisions()):
            betting = format_betting(record.game, record.actions[:turn])
            answers[f"{view.position}:{record.number}:{betting}"] = action_text(action, record.game)
    return answers


def score_in(log: Path) -> dict[str, str]:
    """The last line of a log: what each player has won, as it is written."""
    word, values, names = log.read_text(encoding="utf-8").splitlines()[-1].split(":")
    assert word == "SCORE"
    return dict(zip(names.split("|"), values.split("|"), strict=True))


class PlaybackBot(Bot):
    """Plays the hands of a log again."""

    def __init__(self, records: Sequence[HandRecord]) -> None:
        self._actions = {record.number: record.actions for record in records}

    def act(self, view: View) -> Action:
        return self._actions[view.hand][len(view.actions)]


class RecordingBot(RandomBot):
    """Keeps everything that it is asked and told."""

    every = 3

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed)
        self.heard: list[tuple[object, ...]] = []

    def act(self, view: View) -> Action:
        self.heard.append(("act", *_seen(view)))
        return super().act(view)

    def reset(self) -> None:
        self.heard.append(("reset",))

    def match_starts(self, game: GameDefinition, seat: int) -> None:
        self.heard.append(("match_starts", game.name, seat))

    def hand_starts(self, view: View) -> None:
        self.heard.append(("hand_starts", view.hand, *_seen(view)))

    def street_starts(self, view: View) -> None:
        self.heard.append(("street_starts", view.street, *_seen(view)))

    def action_played(self, position: int, action: Action, view: View) -> None:
        self.heard.append(("action_played", position, action, *_seen(view)))

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        self.heard.append(("hand_ends", tuple(payoffs), *_seen(view)))

    def hands_played(self, hands: int) -> None:
        self.heard.append(("hands_played", hands))


def _seen(view: View) -> tuple[object, ...]:
    return view.position, view.acting, view.actions, view.hands, view.board
