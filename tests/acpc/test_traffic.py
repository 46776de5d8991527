"""The lines that go over the wire, compared with what the reference dealer recorded of a match."""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING

import pytest

from acpc.players import seated, shown
from railbird.games import game_named

if TYPE_CHECKING:
    from pathlib import Path

    from acpc.starting import Start

_TIME = re.compile(r" at \d+\.\d{6}")
_ANSWER = re.compile(r"FROM (\d+) at \d+\.\d{6} (.*)\r")
_CUT = re.compile(r" at [\d.]*$")


def answers_in(record: str, players: int) -> list[deque[str]]:
    """What each seat answered."""
    answers = [match.groups() for match in map(_ANSWER.fullmatch, record.split("\n")) if match is not None]
    return [deque(text for number, text in answers if int(number) == seat + 1) for seat in range(players)]


@pytest.mark.sample_data
@pytest.mark.parametrize(
    ("name", "game_name"),
    [("2p.limit", "holdem.limit.2p.reverse_blinds"), ("3p.nolimit", "holdem.nolimit.3p")],
)
def test_traffic_is_that_of_the_reference_dealer(name: str, game_name: str, sample_data: Path, start: Start) -> None:
    record = (sample_data / "acpc" / f"{name}.traffic.txt").read_bytes().decode()
    game = game_named(game_name)
    answers = answers_in(record, game.players)
    assert sum(map(len, answers)) > 100
    names = [f"p{seat + 1}" for seat in range(game.players)]
    dealer = start("dealer", f"{name}.h1000.r0", game_name, 1000, 0, *names, cold=True)
    with seated(dealer.ports, game) as players:
        for states in shown(players):
            if not any(answers):
                break
            for player, state, left in zip(players, states, answers, strict=True):
                if left and left[0].rpartition(":")[0] == state:
                    player.send(left.popleft().encode() + b"\r\n")
    assert dealer.wait() == 1
    assert "SCORE" not in dealer.errors

    recorded = [_TIME.sub("", line) for line in record.split("\n")]
    recorded[0] = re.sub(r"\S+/(\S+)\.game", r"\1", recorded[0])
    recorded[-1] = _CUT.sub("", recorded[-1])
    lines = [_TIME.sub("", line) for line in dealer.errors.split("\n")]
    assert lines[: len(recorded) - 1] == recorded[:-1]
    assert lines[len(recorded) - 1].startswith(recorded[-1])
