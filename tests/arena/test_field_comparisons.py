"""One yardstick for ranks, run-off, leads, crosstable and hands needed; ties."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from arena.runs import NOLIMIT, plan_of
from railbird.arena import Results, crosstable, results_as_json, standings_table
from railbird.arena.field_comparisons import corrected_crosstable, corrected_leads, rank_ranges
from railbird.cli.standings_output import print_standings
from railbird.statistics import CorrectedEstimate, Estimate, RateUnit

if TYPE_CHECKING:
    from numpy.typing import NDArray

BOTS = ("Ann=call", "Bob=raise", "Cleo=fold", "Dan=random")
PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))


def results_of(means: dict[tuple[int, int], float], *, luck: NDArray[np.float64] | None = None) -> Results:
    """Four bots at tables of two, what the first of a pair wins all-in adjusted, and its luck beyond that."""
    plan = plan_of(*BOTS, game=NOLIMIT, hands=60)
    noise = np.random.default_rng(3).normal(scale=20.0, size=(len(PAIRS), plan.hands))
    noise -= noise.mean(axis=1, keepdims=True)
    first = np.array([[means[pair]] for pair in PAIRS]) + noise
    won = first if luck is None else first + luck[:, np.newaxis]
    samples = {"expected": np.stack([first, -first], axis=1), "payoff": np.stack([won, -won], axis=1)}
    return Results(plan, samples, {name: {} for name in ("Ann", "Bob", "Cleo", "Dan")}, {})  # type: ignore[arg-type]


@pytest.fixture
def lucky() -> Results:
    """All-in adjusted the order is Ann, Bob, Cleo, Dan; as won it is the reverse."""
    means = {(0, 1): 50.0, (0, 2): 60.0, (0, 3): 60.0, (1, 2): 50.0, (1, 3): 60.0, (2, 3): 50.0}
    return results_of(means, luck=np.full(6, -200.0))


def test_14_4_rank_run_off_lead_and_crosstable_are_all_in_adjusted(lucky: Results) -> None:
    assert lucky.ranking() == [0, 1, 2, 3]
    assert lucky.run_off_ranks() == [0, 1, 2, 3]
    leads = standings_table(lucky).column("ahead of the next")[:-1]
    assert all(isinstance(lead, Estimate) and lead.mean > 0 for lead in leads)
    cell = crosstable(lucky).column("with Bob")[0]
    assert isinstance(cell, CorrectedEstimate)
    assert cell.estimate == lucky.win_rate_against(0, 1, "expected", unit=RateUnit.BB_PER_100)


def test_14_4_nobody_is_ahead_of_the_next_by_a_negative_amount() -> None:
    draws = np.random.default_rng(8)
    for _ in range(20):
        results = results_of({pair: draws.normal() for pair in PAIRS}, luck=draws.normal(scale=5, size=6))
        assert all(results.lead(*pair, results.best_kind).mean >= 0 for pair in pairwise(results.ranking()))


def test_14_4_raw_results_stand_beside_the_adjusted_ones(
    lucky: Results, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    print_standings(lucky)
    printed = capsys.readouterr().out
    assert "sits, all-in adjusted; * differs from 0 at 95 %, over 6 comparisons, corrected by Holm" in printed
    assert "sits, as won; * differs from 0 at 95 %, over 6 comparisons, corrected by Holm" in printed
    first = results_as_json(lucky)["bots"][0]  # type: ignore[index]
    assert first["bb_per_100"]["mean"] < 0 < first["bb_per_100_all_in_adjusted"]["mean"]  # type: ignore[index]
    for key in ("with", "ahead_of"):
        assert first[f"bb_per_100_{key}"]["Bob"]["mean"] < 0  # type: ignore[index]
        assert first[f"bb_per_100_{key}_all_in_adjusted"]["Bob"]["mean"] > 0  # type: ignore[index]


def test_14_4_screen_and_json_agree(lucky: Results) -> None:
    content = results_as_json(lucky)
    table = standings_table(lucky)
    assert content["ranked_by"] == "bb_per_100_all_in_adjusted"
    assert content["comparisons"] == {"ranking": 6, "crosstable": 6, "correction": "Holm"}
    for place, bot in enumerate(content["bots"]):  # type: ignore[arg-type]
        assert bot["name"] == table.column("bot")[place]  # type: ignore[index]
        assert bot["rank_range"] == [place + 1, place + 1]  # type: ignore[index]
        assert table.column("rank")[place] == str(place + 1)
        for other, cell in bot["bb_per_100_with_all_in_adjusted"].items():  # type: ignore[index]
            shown = crosstable(lucky).column(f"with {other}")[place]
            assert isinstance(shown, CorrectedEstimate)
            assert (cell["mean"], cell["is_significant"]) == (shown.estimate.mean, shown.is_significant)


def test_14_4_bots_that_cannot_be_told_apart_are_tied() -> None:
    """Ann beats all others, who are level with each other."""
    results = results_of(dict.fromkeys(PAIRS, 0.0) | {(0, 1): 50.0, (0, 2): 50.0, (0, 3): 50.0})
    assert rank_ranges(results) == {0: (1, 1), 1: (2, 4), 2: (2, 4), 3: (2, 4)}
    assert standings_table(results).column("rank") == ["1", "2-4", "2-4", "2-4"]


def test_14_4_ties_need_not_be_transitive() -> None:
    """Ann is ahead of Dan, but neither is told from Bob and Cleo in between."""
    results = results_of({(0, 1): 2, (0, 2): 2, (0, 3): 12, (1, 2): 0, (1, 3): 2, (2, 3): 2})
    assert [pair for pair, lead in corrected_leads(results, "payoff").items() if lead.is_significant] == [(0, 3)]
    assert rank_ranges(results) == {0: (1, 3), 1: (1, 4), 2: (1, 4), 3: (2, 4)}


def test_14_4_the_crosstable_is_corrected_by_holm() -> None:
    """A lead that would be significant alone is not one of six comparisons."""
    results = results_of(dict.fromkeys(PAIRS, 0.0) | {(0, 1): 6.0})
    alone = results.win_rate_against(0, 1, unit=RateUnit.BB_PER_100)
    cells = corrected_crosstable(results, "payoff")
    assert alone.is_significant
    assert not cells[0, 1].is_significant
    assert cells[0, 1].p_value == cells[1, 0].p_value
    assert cells[1, 0].estimate.mean == -alone.mean
