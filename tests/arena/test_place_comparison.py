"""Two versions of a bot against the same field, on the same cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arena.runs import LIMIT_3P, plan_of
from railbird.arena import (
    Results,
    RunFolder,
    compare_versions,
    place_comparison_as_json,
    place_comparison_table,
    play_run,
    read_results,
)
from railbird.errors import StatisticsError
from railbird.statistics import CorrectedEstimate, RateUnit

if TYPE_CHECKING:
    from pathlib import Path

UNIT = RateUnit.BB_PER_100


def played(folder: Path, *bots: str, **options: object) -> Results:
    run = RunFolder.create(folder, plan_of(*bots, hands=30, **options))  # type: ignore[arg-type]
    play_run(run)
    return read_results(run)


def test_14_5_two_bots_of_one_run(tmp_path: Path) -> None:
    results = played(tmp_path / "run", "Old=call", "New=raise", "random", "check-norris", game=LIMIT_3P)
    (pair,) = compare_versions(results, results, names=["New", "Old"])
    assert pair.difference("payoff") == results.difference_in_place(1, 0, unit=UNIT)
    new, old = pair.rates("payoff")
    assert new.mean - old.mean == pytest.approx(pair.difference("payoff").mean)


def test_14_5_two_runs_with_the_same_cards_are_paired_deal_by_deal(tmp_path: Path) -> None:
    """New and Old each play random, on the same deals."""
    old = played(tmp_path / "old", "Old=call", "random")
    new = played(tmp_path / "new", "New=raise", "random")
    (pair,) = compare_versions(new, old, names=["New", "Old"])
    differences = new.samples_of(0) - old.samples_of(0)
    assert pair.difference("payoff").mean == pytest.approx(10 * differences.mean())
    assert pair.difference("payoff").standard_error == pytest.approx(10 * differences.std(ddof=1) / 30**0.5)


def test_14_5_without_names_every_bot_with_the_same_opponents_is_compared(tmp_path: Path) -> None:
    bots = ("call", "random", "check-norris")
    first = played(tmp_path / "first", *bots, "fold", game=LIMIT_3P)
    second = played(tmp_path / "second", *bots, "raise", game=LIMIT_3P)
    compared = compare_versions(first, second)
    assert [pair.names for pair in compared] == [(bot, bot) for bot in bots]
    assert all(pair.tables == ([0], [0]) and not pair.difference("payoff").mean for pair in compared)
    table = place_comparison_table(compared)
    assert "over 3 comparisons, corrected by Holm" in table.columns[4].meaning
    for row, entry in zip(table.rows, place_comparison_as_json(compared), strict=True):
        assert isinstance(row[4], CorrectedEstimate)
        assert entry["bb_per_100_difference"]["mean"] == row[4].estimate.mean  # type: ignore[index,call-overload]


def test_14_5_what_cannot_be_compared_is_refused(tmp_path: Path) -> None:
    first = played(tmp_path / "first", "call", "random")
    other_cards = played(tmp_path / "second", "call", "random", seed=2)
    strangers = played(tmp_path / "third", "raise", "fold")
    for runs, names, says in (
        ((first, other_cards), [], "the runs do not have the same deals"),
        ((first, first), ["call", "call"], "call cannot be compared with itself"),
        ((first, first), ["call", "random"], "call and random never play in each other's place"),
        ((first, first), ["call", "calls"], "no bot 'calls' in this run: its bots are call, random"),
        ((first, strangers), [], "no bot plays against the same others in both runs"),
        ((first, strangers), ["call", "raise"], "call and raise never play in each other's place"),
    ):
        with pytest.raises(StatisticsError, match=says):
            compare_versions(*runs, names=names)
