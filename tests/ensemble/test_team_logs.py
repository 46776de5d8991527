"""The logs of a team in a match, and what a run keeps of its decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ensemble.team_views import GAME
from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.arena.extension import extend_run, longer_plan
from railbird.arena.trial import try_plan
from railbird.bots import make_bot
from railbird.ensemble.team_logs import ENSEMBLE, STATISTICS, TIMINGS
from railbird.errors import BotError
from railbird.formats.team_log_lines import read_team_hand, read_team_statistics, read_timing
from railbird.games import game_named
from railbird.play import play_match

if TYPE_CHECKING:
    from pathlib import Path

SPEC = "ensemble:members=[random]+[call],names=Loose+Caller,decider=probabilistic,bias=5,watched=simple,initialise=2"


def test_the_three_logs_of_a_match(tmp_path: Path) -> None:
    bots = [make_bot(f"{SPEC},logs={tmp_path / 'logs'}"), make_bot("call"), make_bot("random", seed=1)]
    play_match(bots, GAME, hands=50, seed=3)
    timings, hands, statistics = (
        [read(line) for line in (tmp_path / "logs" / name).read_text().splitlines()]
        for name, read in ((TIMINGS, read_timing), (ENSEMBLE, read_team_hand), (STATISTICS, read_team_statistics))
    )
    assert [line.hand for line in hands] == [*range(50)]
    decisions = sum(len(street) for line in hands for street in line.answers)
    assert sum(event.kind == "DECISION" for event in timings) == decisions
    assert sum(event.kind == "BOT" for event in timings) == 2 * decisions
    assert sum(event.kind == "WAIT" for event in timings) == decisions - 1
    assert {event.member for event in timings} == {"", "Loose", "Caller"}
    assert all(answer in "fcr" for line in hands for street in line.answers for each in street for answer in each)
    # The first decisions on each street are not based on statistics.
    assert len(statistics) == decisions - sum(min(4, sum(len(line.answers[s]) for line in hands)) for s in range(4))
    assert all(len(line.values[0]) == 2 and sum(line.ratings) == pytest.approx(1, abs=1e-8) for line in statistics)


def test_a_folder_that_cannot_be_written_is_noticed_before_the_match(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BotError, match="file is not a folder that can be written to"):
        make_bot(f"{SPEC},logs={tmp_path / 'file' / 'logs'}")


def run_of(path: Path, *, hands: int) -> RunFolder:
    plan = RunPlan(game_named(GAME), read_entrants([f"Team={SPEC}", "A=call", "B=random"]), hands, seed=1)
    folder = RunFolder.create(path, plan)
    play_run(folder)
    return folder


def test_a_run_keeps_every_decision_of_a_team(tmp_path: Path) -> None:
    folder = run_of(tmp_path / "run", hands=20)
    notes = folder.notes()
    assert notes.height == 20 * 6
    assert notes["player"].unique().to_list() == ["Team"]
    lines = [read_team_hand(note) for note in notes["note"]]
    assert [line.hand for line in lines] == notes["hand"].to_list()
    assert all(line.earnings.keys() == {"combined", "simple"} for line in lines)


def test_a_run_with_a_team_is_extended_as_if_it_had_been_that_long(tmp_path: Path) -> None:
    """The team learns from the answers of its members, so it is asked again about the hands that are retold to it."""
    short = run_of(tmp_path / "short", hands=20)
    longer = extend_run(short, longer_plan(short, hands=40))
    play_run(longer)
    at_once = run_of(tmp_path / "long", hands=40)
    assert longer.hands().collect().equals(at_once.hands().collect())
    assert longer.notes().equals(at_once.notes())


def test_the_logs_of_the_matches_of_a_run_are_kept_apart(tmp_path: Path) -> None:
    entrants = read_entrants([f"Team={SPEC},logs={tmp_path / 'logs'}", "A=call", "B=random"])
    plan = RunPlan(game_named(GAME), entrants, 3, seed=1)
    try_plan(plan)  # whose hands are not logged
    play_run(RunFolder.create(tmp_path / "run", plan))
    logs = [*(tmp_path / "logs").glob(f"*/{ENSEMBLE}")]
    assert [log.read_text().count("\n") for log in logs] == [3] * 6
