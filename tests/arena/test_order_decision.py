"""A run stops when the order of its bots is decided."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from arena.runs import LIMIT_3P, digest, plan_of, shards
from railbird.arena import RunFolder, play_run, read_results, results_as_json
from railbird.arena.order_decision import decided_order, decision_text, matches_needed
from railbird.errors import BotError, GameError
from railbird.reports import read_run
from railbird.reports.summary import summary_of

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.arena import RunPlan

UNTIL = ("Strong", "Weak")


def plan_until(*names: str, matches: int = 30) -> RunPlan:
    return plan_of("Strong=raise", "Weak=random", hands=10, matches=matches, seed=4, until=names)


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return play_run(RunFolder.create(tmp_path_factory.mktemp("until") / "run", plan_until(*UNTIL)))


def test_14_5_a_run_stops_when_the_order_is_decided(stopped: RunFolder, tmp_path: Path) -> None:
    """It then has the hands of a run that was planned with that many matches."""
    matches = stopped.plan.matches
    assert 10 <= matches < 30
    assert RunFolder.open(stopped.path).plan == stopped.plan == plan_until(*UNTIL, matches=matches)
    planned = RunFolder.create(tmp_path / "planned", plan_until(matches=matches))
    play_run(planned)
    assert digest(stopped.path) == digest(planned.path)
    results = read_results(stopped)
    assert decided_order(results) == ["Strong", "Weak"]
    assert results_as_json(results)["until"] == {"bots": ["Strong", "Weak"], "order": ["Strong", "Weak"]}
    assert decision_text(results) in summary_of(read_run(stopped))
    assert decision_text(results).startswith("The order Strong, Weak is decided at 95 %, by a normal mixture test")


def test_14_5_it_stops_after_the_same_match_with_any_number_of_workers(stopped: RunFolder, tmp_path: Path) -> None:
    """Workers play ahead; what they played after the match that decided is removed."""
    run = play_run(RunFolder.create(tmp_path / "run", plan_until(*UNTIL)), workers=2)
    assert shards(run.path) == shards(stopped.path)


def test_14_5_a_run_killed_before_it_stopped_stops_when_it_is_resumed(stopped: RunFolder, tmp_path: Path) -> None:
    """More matches are stored than were needed, and the plan does not know yet."""
    copy = replace(stopped, path=shutil.copytree(stopped.path, tmp_path / "run"))
    play_run(copy.with_plan(plan_until(matches=stopped.plan.matches + 1)))
    killed = copy.with_plan(plan_until(*UNTIL))
    assert play_run(killed).plan == stopped.plan
    assert shards(killed.path) == shards(stopped.path)


def test_14_5_equal_bots_are_played_to_the_end(tmp_path: Path) -> None:
    plan = plan_of("A=random", "B=random", hands=3, matches=10, until=("A", "B"))
    run = play_run(RunFolder.create(tmp_path / "run", plan))
    assert run.plan == plan
    assert decided_order(read_results(run)) is None
    assert decision_text(read_results(run)).startswith("The order of A, B is not decided at 95 %")


def test_14_5_the_order_of_a_field_needs_all_its_pairs() -> None:
    """The first is far ahead of two others that are equal."""
    draws = np.random.default_rng(5).normal(size=(3, 300))
    rates = draws + np.array([[5.0], [0.0], [0.0]])
    assert matches_needed(rates[:2]) is not None
    assert matches_needed(rates) is None
    apart = draws + np.array([[5.0], [2.0], [0.0]])
    assert (matches_needed(apart) or 0) >= (matches_needed(apart[1:]) or 300)


def test_14_5_what_cannot_be_decided_is_refused() -> None:
    for names in (("Strong",), ("Strong", "Strong"), ("Strong", "Other")):
        with pytest.raises(BotError, match=r"name two or more of Strong, Weak, or all"):
            plan_until(*names)
    with pytest.raises(GameError, match="9 matches: an order is decided after 10 at the earliest"):
        plan_until(*UNTIL, matches=9)
    assert plan_of("A=call", "B=call", "C=call", game=LIMIT_3P, matches=10, until=("A", "C")).until == ("A", "C")
