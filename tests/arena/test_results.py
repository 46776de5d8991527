"""Results of a run against sums over its hands, one by one."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.arena import RunFolder, RunPlan, play_run, read_entrants, read_results
from railbird.errors import StatisticsError
from railbird.games import game_named
from railbird.statistics import estimate

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from railbird.arena import Results
    from railbird.arena.deal_sums import Kind

BOTS = ["call", "raise", "random", "fold"]
HANDS, MATCHES = 40, 2


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    plan = RunPlan(game_named("holdem.nolimit.3p"), read_entrants(BOTS), HANDS, seed=5, matches=MATCHES)
    folder = RunFolder.create(tmp_path_factory.mktemp("results") / "run", plan)
    play_run(folder)
    return folder


@pytest.fixture(scope="module")
def results(run: RunFolder) -> Results:
    return read_results(run)


def by_deal(run: RunFolder, bot: str, kind: Kind, wanted: Callable[[set[str]], bool]) -> np.ndarray:
    """The twin: a bot's mean chips for each deal, over the hands at whose table the wanted players sit."""
    chips = defaultdict(list)
    for row in run.hands().collect().iter_rows(named=True):
        players = [row[f"player_{position}"] for position in range(3)]
        if bot in players and wanted({*players}):
            chips[row["match"], row["hand"]].append(row[f"{kind}_{players.index(bot)}"])
    return np.array([np.mean(chips[deal]) for deal in sorted(chips)])


@pytest.mark.parametrize("kind", ["payoff", "expected"])
@pytest.mark.parametrize("bot", range(4))
def test_win_rates(run: RunFolder, results: Results, bot: int, kind: Kind) -> None:
    twin = estimate(by_deal(run, BOTS[bot], kind, lambda _: True))
    rate = results.win_rate(bot, kind)
    assert rate.samples == twin.samples == HANDS * MATCHES
    assert (rate.mean, rate.standard_error) == pytest.approx((twin.mean, twin.standard_error))


@pytest.mark.parametrize("kind", ["payoff", "expected"])
@pytest.mark.parametrize("first", [0, 1, 25, HANDS - 1])
def test_results_may_leave_out_the_beginning_of_each_match(
    run: RunFolder, results: Results, first: int, kind: Kind
) -> None:
    later = results.from_hand(first)
    twin = by_deal(run, "raise", kind, lambda _: True).reshape(MATCHES, HANDS)[:, first:]
    rate = later.win_rate(BOTS.index("raise"), kind)
    assert rate.samples == twin.size
    assert rate.mean == pytest.approx(twin.mean())
    assert later.hands_per_bot * HANDS == results.hands_per_bot * (HANDS - first)


@pytest.mark.parametrize("first", [-1, HANDS])
def test_hands_that_a_match_does_not_have_are_refused(results: Results, first: int) -> None:
    with pytest.raises(StatisticsError, match=f"no hand {first}: the hands of a match are 0 to {HANDS - 1}"):
        results.from_hand(first)


def test_chips_are_all_that_was_won(run: RunFolder, results: Results) -> None:
    totals = defaultdict(float)
    for row in run.hands().collect().iter_rows(named=True):
        for position in range(3):
            totals[row[f"player_{position}"]] += row[f"payoff_{position}"]
    assert [results.chips(bot) for bot in range(4)] == pytest.approx([totals[name] for name in BOTS], abs=1e-3)
    assert sum(totals.values()) == pytest.approx(0, abs=1e-6)
    assert results.hands_per_bot == HANDS * MATCHES * 6 * 3
    assert results.hands_per_sample == 18


@pytest.mark.parametrize(("bot", "other"), [(0, 1), (1, 0), (2, 3), (3, 1)])
def test_the_crosstable(run: RunFolder, results: Results, bot: int, other: int) -> None:
    twin = estimate(by_deal(run, BOTS[bot], "payoff", lambda players: BOTS[other] in players))
    rate = results.win_rate_against(bot, other)
    assert (rate.mean, rate.margin) == pytest.approx((twin.mean, twin.margin))


@pytest.mark.parametrize(("bot", "other"), [(0, 1), (1, 2), (3, 0)])
def test_a_lead_is_paired_deal_by_deal(run: RunFolder, results: Results, bot: int, other: int) -> None:
    mine, theirs = (by_deal(run, BOTS[each], "payoff", lambda _: True) for each in (bot, other))
    rate = results.lead(bot, other)
    assert rate.mean == pytest.approx(results.win_rate(bot).mean - results.win_rate(other).mean)
    assert rate.margin == pytest.approx(estimate(mine - theirs).margin)


def test_one_bot_in_the_place_of_another(run: RunFolder, results: Results) -> None:
    """Only the table with the two others counts: there they sit in the same seats with the same cards."""
    mine = by_deal(run, "call", "payoff", lambda players: "raise" not in players)
    theirs = by_deal(run, "raise", "payoff", lambda players: "call" not in players)
    rate = results.difference_in_place(0, 1)
    assert rate is not None
    assert (rate.mean, rate.margin) == pytest.approx((estimate(mine - theirs).mean, estimate(mine - theirs).margin))


def test_in_one_order_of_seats_only_bots_in_the_same_seat_take_each_others_place(tmp_path: Path) -> None:
    """Tables are (0, 1), (0, 2) and (1, 2): 0 and 1 both sit first against 2, and 1 and 2 second against 0."""
    plan = RunPlan(
        game_named("kuhn.limit.2p"), read_entrants(["call", "fold", "random"]), 20, seed=1, seat_orders="single"
    )
    folder = RunFolder.create(tmp_path / "run", plan)
    play_run(folder)
    results = read_results(folder)
    samples = results.samples["payoff"]
    for (bot, other), (mine, theirs) in {(0, 1): ((1, 0), (2, 0)), (2, 1): ((1, 1), (0, 1))}.items():
        assert results.difference_in_place(bot, other) == estimate(samples[mine] - samples[theirs])
    assert results.difference_in_place(0, 2) is None


def test_bots_that_always_sit_together_never_take_each_others_place(tmp_path: Path) -> None:
    plan = RunPlan(game_named("kuhn.limit.2p"), read_entrants(["call", "fold"]), 4, seed=1)
    folder = RunFolder.create(tmp_path / "run", plan)
    play_run(folder)
    results = read_results(folder)
    assert results.difference_in_place(0, 1) is None
    assert results.lead(0, 1).mean == pytest.approx(2 * results.win_rate(0).mean)


def test_the_blinds_of_a_bot_that_folds(tmp_path: Path) -> None:
    """It loses the small and the big blind in turn: 7.5 chips a hand, with nothing left to chance."""
    plan = RunPlan(game_named("holdem.limit.2p.reverse_blinds"), read_entrants(["fold", "raise"]), 10, seed=0)
    folder = RunFolder.create(tmp_path / "run", plan)
    play_run(folder)
    results = read_results(folder)
    rate = results.win_rate(0)
    assert (rate.mean, rate.caveat, results.chips(0), results.hands_needed(0)) == (-7.5, "equal samples", -150, None)
    assert results.run_off_ranks() == [1, 0]
    assert not results.has_expectation
    assert results.incidents == {"fold": {}, "raise": {}}


def test_all_in_expectation_leaves_the_sum_at_zero_and_narrows_the_interval(results: Results) -> None:
    assert results.has_expectation
    assert sum(results.win_rate(bot, "expected").mean for bot in range(4)) == pytest.approx(0, abs=1e-6)
    assert results.win_rate(2, "expected").margin < results.win_rate(2).margin
