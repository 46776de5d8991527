"""The tables of a run's results, which the command line and reports share."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from arena.runs import LIMIT, LIMIT_3P, plan_of
from games.hands_at_random import nolimit
from railbird.arena import (
    Results,
    RunFolder,
    crosstable,
    play_run,
    read_results,
    results_as_json,
    standings_table,
)
from railbird.cli.standings_output import print_standings
from railbird.statistics import CorrectedEstimate, Estimate, RateUnit

if TYPE_CHECKING:
    from pathlib import Path


def played(folder: Path, *bots: str, game: object = LIMIT, hands: int = 10) -> Results:
    run = RunFolder.create(folder / "run", plan_of(*bots, game=game, hands=hands))  # type: ignore[arg-type]
    play_run(run, workers=1)
    return read_results(run)


def test_a_game_without_blinds_is_counted_in_chips(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = nolimit(100, 100, blinds=(0, 0))
    results = played(tmp_path, "call", "random:fold=0", game=game)
    table = standings_table(results)
    for bot, rate in zip(table.column("bot"), table.column("bb/100"), strict=True):
        assert rate == results.win_rate(results.names.index(str(bot)), unit=RateUnit.BB_PER_100)
        assert isinstance(rate, Estimate)
        known = results.win_rate(results.names.index(str(bot))).times(100)
        assert (rate.mean, rate.margin) == pytest.approx((known.mean, known.margin))
    print_standings(results)
    assert "bb/100" in capsys.readouterr().out
    assert json.dumps(results_as_json(results), allow_nan=False)


def test_columns_that_would_be_empty_are_left_out(tmp_path: Path) -> None:
    of_two = played(tmp_path / "two", "call", "raise")
    assert standings_table(of_two).keys[:4] == ["rank", "bot", "mbb/hand", "bb/100"]
    assert standings_table(of_two).keys[-2:] == ["chips", "hands"]
    assert not {"ahead of the next", "run-off", "incidents", "all-in adjusted"} & {*standings_table(of_two).keys}
    of_many = played(tmp_path / "many", "call", "raise", "fold", "random", game=LIMIT_3P, hands=3)
    assert {"ahead of the next", "run-off"} <= {*standings_table(of_many).keys}
    assert standings_table(of_many).column("ahead of the next")[-1] is None


def test_the_crosstable_has_the_rates_against_each_other(tmp_path: Path) -> None:
    results = played(tmp_path, "call", "raise", "fold", "random", game=LIMIT_3P, hands=5)
    table = crosstable(results)
    _, *names = [column.heading for column in table.columns]
    assert names == [results.names[bot] for bot in results.ranking()] == table.column("bot")
    for name in names:
        for other, cell in zip(names, table.column(f"with {name}"), strict=True):
            if name == other:
                assert cell is None
                continue
            rate = results.win_rate_against(results.names.index(other), results.names.index(name)).times(10)
            assert isinstance(cell, CorrectedEstimate)
            assert (cell.estimate.mean, cell.estimate.margin) == pytest.approx((rate.mean, rate.margin))


def test_names_that_look_like_markup_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    plan = plan_of("[b]=call", "[red]=raise", hands=2)
    won = np.array([[[1.0, 2.0], [-1.0, -2.0]]])
    results = Results(plan, {"payoff": won, "expected": won}, {name: {} for name in ("[b]", "[red]")}, {})
    print_standings(replace(results, first_incidents={"[b]": "[/x]"}))
    printed = capsys.readouterr().out
    assert all(text in printed for text in ("[b]", "[red]", "[/x]"))
