"""Whole matches of the reference dealer, played again: the log is the same to the byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acpc.players import PlaybackBot, play_back, recorded_answers, score_in
from railbird.formats.acpc_log import AcpcLog
from railbird.formats.fields import format_chips
from railbird.games import game_named
from railbird.play import play_match

if TYPE_CHECKING:
    from pathlib import Path

    from acpc.starting import Start

MATCHES = [
    ("2p.limit", "holdem.limit.2p.reverse_blinds"),
    ("2p.nolimit", "holdem.nolimit.2p.reverse_blinds"),
    ("3p.limit", "holdem.limit.3p"),
    ("3p.nolimit", "holdem.nolimit.3p"),
]


def expected_log(log: AcpcLog, game_file: str) -> str:
    """The recorded log, but for the place where its game file was."""
    assert log.header is not None
    text = log.path.read_bytes().decode()
    assert text.count("\nSTATE:") == 1000
    assert text.count("\nSCORE:") == 1
    return text.replace(log.header.game_file, game_file, 1)


@pytest.mark.sample_data
@pytest.mark.parametrize(("name", "game_name"), MATCHES)
def test_log_of_clients_that_play_a_match_again(
    name: str, game_name: str, sample_data: Path, start: Start, tmp_path: Path
) -> None:
    match, game = f"{name}.h1000.r0", game_named(game_name)
    log = AcpcLog(sample_data / "acpc" / f"{match}.log")
    answers = recorded_answers(list(log))
    names = [f"p{seat + 1}" for seat in range(game.players)]
    dealer = start("dealer", match, game_name, 1000, 0, *names, "-q")
    play_back(dealer.ports, game, answers)
    assert dealer.wait() == 0
    expected = expected_log(log, game_name)
    assert (tmp_path / f"{match}.log").read_bytes().decode() == expected
    header, score = expected[: expected.index("STATE:")], expected[expected.index("SCORE:") :]
    assert dealer.errors == header + score
    assert dealer.output == score


@pytest.mark.sample_data
@pytest.mark.parametrize(("name", "game_name"), MATCHES)
def test_log_of_bots_that_play_a_match_again(name: str, game_name: str, sample_data: Path, tmp_path: Path) -> None:
    match, game = f"{name}.h1000.r0", game_named(game_name)
    log = AcpcLog(sample_data / "acpc" / f"{match}.log")
    bots = [PlaybackBot(list(log)) for _ in range(game.players)]
    result = play_match(bots, game, hands=1000, seed=0, log=tmp_path / f"{match}.log")
    assert (tmp_path / f"{match}.log").read_bytes().decode() == expected_log(log, f"{game_name}.game")
    score = dict(zip(result.names, map(format_chips, result.totals), strict=True))
    assert score == score_in(log.path)
    assert result.corrections == (0,) * game.players
