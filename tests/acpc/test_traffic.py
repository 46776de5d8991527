"""The lines that go over the wire, compared with what the reference dealer recorded of a match."""

from __future__ import annotations

import re
from collections import deque
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from acpc.players import Player, together
from acpc.programs import LONG

from railbird.games import game_named

if TYPE_CHECKING:
    from pathlib import Path

    from acpc.conftest import Start

_TIME = re.compile(r" at \d+\.\d{6}")
_LINE = re.compile(r"(TO|FROM) (\d+) at \d+\.\d{6} (.*)\r")
_CUT = re.compile(r" at [\d.]*$")


def seats_of(record: str, players: int) -> list[tuple[int, deque[str]]]:
    """By seat: how many states it got, and its answers."""
    seats: list[tuple[int, deque[str]]] = []
    found = [match.groups() for match in map(_LINE.fullmatch, record.split("\n")) if match is not None]
    for seat in range(1, players + 1):
        sent = sum(kind == "TO" and int(number) == seat for kind, number, _ in found)
        answers = deque(text for kind, number, text in found if kind == "FROM" and int(number) == seat)
        seats.append((sent, answers))
    return seats


@pytest.mark.sample_data
@pytest.mark.parametrize(
    ("name", "game_name"),
    [("2p.limit", "holdem.limit.2p.reverse_blinds"), ("3p.nolimit", "holdem.nolimit.3p")],
)
def test_traffic_is_that_of_the_reference_dealer(name: str, game_name: str, sample_data: Path, start: Start) -> None:
    record = (sample_data / "acpc" / f"{name}.traffic.txt").read_bytes().decode()
    game = game_named(game_name)
    seats = seats_of(record, game.players)
    assert sum(len(answers) for _, answers in seats) > 100
    names = [f"p{seat + 1}" for seat in range(game.players)]
    dealer = start("dealer", f"{name}.h1000.r0", game_name, 1000, 0, *names, cold=True)
    all_said = Barrier(game.players)

    def play(port: int, states: int, answers: deque[str]) -> None:
        with Player(port, game) as player:
            for state in player.lines():
                states -= 1
                if answers and answers[0].rpartition(":")[0] == state:
                    player.send(answers.popleft().encode() + b"\r\n")
                if states <= 0 and not answers:
                    break
            all_said.wait(LONG)

    together(
        *[
            lambda port=port, states=states, answers=answers: play(port, states, answers)
            for port, (states, answers) in zip(dealer.ports, seats, strict=True)
        ]
    )
    assert dealer.wait() == 1
    assert "SCORE" not in dealer.errors

    recorded = [_TIME.sub("", line) for line in record.split("\n")]
    recorded[0] = re.sub(r"\S+/(\S+)\.game", r"\1", recorded[0])
    recorded[-1] = _CUT.sub("", recorded[-1])
    lines = [_TIME.sub("", line) for line in dealer.errors.split("\n")]
    assert lines[: len(recorded) - 1] == recorded[:-1]
    assert lines[len(recorded) - 1].startswith(recorded[-1])
