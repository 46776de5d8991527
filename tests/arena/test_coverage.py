"""The intervals are honest: over many small matches they hold the true mean in about 95 % of them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from benchmarks.coverage import coverage_of
from benchmarks.coverage_cases import Case
from benchmarks.coverage_cases import cases as all_cases
from benchmarks.coverage_play import outcomes, play_plan

from arena.strong_caller import STRONG
from railbird.arena import RunFolder, RunPlan, play_run, read_entrants, read_results
from railbird.cards import deck
from railbird.cards.hands import CLASS_OF_HAND
from railbird.equity.preflop import class_equities, counts_against_random
from railbird.games import CALL, FOLD, Deal, State, game_named, raise_to
from railbird.statistics import estimate

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

    from railbird.arena.deal_sums import Kind
    from railbird.arena.seat_orders import SeatOrders

HANDS = 40
MATCHES = [60, pytest.param(200, marks=pytest.mark.deep)]
NO_LIMIT = "holdem.nolimit.2p.reverse_blinds"
CALLER = f"caller={Path(__file__).parent / 'strong_caller.py'}:StrongCaller"


def played(folder: Path, game: str, bots: list[str], *, seat_orders: SeatOrders, matches: int) -> RunFolder:
    plan = RunPlan(game_named(game), read_entrants(bots), HANDS, seed=7, seat_orders=seat_orders, matches=matches)
    run = RunFolder.create(folder, plan)
    play_run(run)
    return run


def samples_of(run: RunFolder, kind: Kind) -> np.ndarray:
    """The samples of the first bot: a row for each match."""
    return read_results(run).samples[kind][0, 0].reshape(-1, HANDS)


def assert_honest(samples: np.ndarray, expectation: float) -> None:
    """About 95 % of the intervals hold the expectation: 3 points more or less in 400 of them."""
    tolerance = 0.03 * np.sqrt(400 / len(samples))
    assert 0.95 - tolerance <= share_covered(samples, expectation) <= 0.95 + tolerance


def share_covered(samples: np.ndarray, expectation: float) -> float:
    intervals = [estimate(row).interval for row in samples]
    return sum(low <= expectation <= high for low, high in intervals) / len(intervals)


def expectation_of_the_caller() -> float:
    """Against somebody who is always all-in: the mean of both positions, from the exact preflop counts."""
    sizes = np.bincount(CLASS_OF_HAND)
    strong = class_equities(1) >= STRONG
    chance = sizes[strong].sum() / sizes.sum()
    lost, won, _ = (sizes @ np.where(strong[:, None], counts_against_random(1), 0)).tolist()
    cases = (sizes @ counts_against_random(1)).sum()
    # The small blind folds 50 chips, the big blind 100.
    return float(20000 * (won - lost) / cases - (1 - chance) * 75)


@pytest.fixture(scope="module", params=MATCHES)
def all_in_run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    folder = tmp_path_factory.mktemp("duplicate") / "run"
    return played(folder, NO_LIMIT, [CALLER, "all-in"], seat_orders="all", matches=request.param)


@pytest.fixture(scope="module", params=MATCHES)
def single_run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    folder = tmp_path_factory.mktemp("single") / "run"
    return played(folder, NO_LIMIT, [CALLER, "all-in"], seat_orders="single", matches=request.param)


@pytest.mark.parametrize("kind", ["payoff", "expected"])
def test_duplicate_matches_that_are_all_in(all_in_run: RunFolder, kind: Kind) -> None:
    samples = samples_of(all_in_run, kind)
    assert_honest(samples, expectation_of_the_caller())
    assert estimate(samples.ravel()).margin < 700 * np.sqrt(400 / len(samples))  # or it would cover anything


@pytest.mark.parametrize("kind", ["payoff", "expected"])
def test_single_matches_that_are_all_in(single_run: RunFolder, kind: Kind) -> None:
    assert_honest(samples_of(single_run, kind), expectation_of_the_caller())


def test_duplicate_sets_and_all_in_expectation_narrow_the_interval(all_in_run: RunFolder) -> None:
    """Measured on the same hands; one order of seats alone is the raw result."""
    results = read_results(all_in_run)
    first_order = all_in_run.hands().filter(permutation=0).collect()
    chips = np.where((first_order["player_0"] == "caller").to_numpy(), first_order["payoff_0"], first_order["payoff_1"])
    # So many hands in one order as the duplicate run has in two.
    raw = estimate(chips).margin / np.sqrt(2)
    duplicate = results.win_rate(0).margin
    adjusted = results.win_rate(0, "expected").margin
    assert duplicate < 0.95 * raw
    assert adjusted < 0.7 * duplicate


def expectation_at_random(state: State, position: int) -> Fraction:
    """Of a player when both fold, call and raise with equal frequencies, what is not legal being a call."""
    if state.is_over:
        return Fraction(state.payoffs()[position])
    legal = state.legal_actions()
    third = Fraction(1, 3)
    actions = [
        FOLD if legal.fold else CALL,
        CALL,
        raise_to(legal.lowest_raise) if legal.can_raise else CALL,
    ]
    if state.acting == position:  # this one always calls
        return expectation_at_random(state.apply(CALL), position)
    return sum((third * expectation_at_random(state.apply(action), position) for action in actions), Fraction(0))


@pytest.mark.parametrize("matches", MATCHES)
@pytest.mark.parametrize("seat_orders", ["single", "all"])
def test_kuhn_poker_of_a_caller_and_a_random_player(tmp_path: Path, seat_orders: SeatOrders, matches: int) -> None:
    game = game_named("kuhn.limit.2p")
    cards = deck(ranks=game.ranks, suits=game.suits)
    deals = [Deal(((first,), (second,)), ()) for first, second in permutations(cards, 2)]
    expectation = np.mean(
        [float(expectation_at_random(State.start(game, deal), position)) for deal in deals for position in (0, 1)]
    )
    run = played(tmp_path / "run", "kuhn.limit.2p", ["call", "random"], seat_orders=seat_orders, matches=matches)
    assert_honest(samples_of(run, "payoff"), float(expectation))


RUNS = 100
"""In deep tests. The table in docs/5, from `python -m benchmarks.coverage`, has 400 runs of more games."""


def cases(*kinds: str, game: str = "Kuhn") -> list[Case]:
    return [case for case in all_cases() if case.kind in kinds and case.game == game]


def assert_covered(case: Case, *, runs: int) -> None:
    """About 95 % of the intervals hold the true win rate, or few of those that miss it lack a warning."""
    measured = coverage_of(case, outcomes(case, range(runs)))
    tolerance = 0.03 * np.sqrt(400 / runs)
    assert measured.missed <= 0.05 + tolerance
    if not measured.warned:
        assert 0.95 - tolerance <= measured.covered <= 0.95 + tolerance


@pytest.mark.deep
def test_14_1_bots_that_draw_from_one_generator() -> None:
    """In a tournament of three-player Kuhn poker."""
    places = {(case.players, case.setting): case for case in cases("drawing")}
    assert_covered(places[3, "tournament"], runs=40)


@pytest.mark.deep
@pytest.mark.parametrize("case", cases("memoryless", "drawing"), ids=str)
def test_14_1_bots_that_draw_in_all_settings(case: Case) -> None:
    assert_covered(case, runs=RUNS)


@pytest.mark.deep
def test_14_2_bots_that_settle_on_a_style() -> None:
    """If deals counted as independent, as before, about three quarters of the intervals would hold."""
    assert_covered(cases("settling")[0], runs=80)


@pytest.mark.deep
@pytest.mark.parametrize("case", [*cases("settling", "drifting"), cases("switching")[0]], ids=str)
def test_14_2_bots_that_learn_in_all_settings(case: Case) -> None:
    assert_covered(case, runs=RUNS)


@pytest.mark.deep
def test_14_3_bots_that_shove_aces_only() -> None:
    assert_covered(cases("shoving", game="no-limit")[0], runs=RUNS)


@pytest.mark.parametrize("game", ["Kuhn", "limit", "no-limit"])
@pytest.mark.parametrize("kind", ["memoryless", "drawing"])
def test_14_2_intervals_of_memoryless_bots_are_no_wider_than_before(kind: str, game: str) -> None:
    """They were Student's, with deals as samples: no wider by 3 %."""
    from scipy.special import stdtrit

    for case in cases(kind, game=game):
        results = play_plan(case.plan(0))
        deals = results.samples_of(0)
        before = stdtrit(len(deals) - 1, 0.975) * deals.std(ddof=1) / np.sqrt(len(deals))
        assert results.win_rate(0).margin <= 1.03 * before


SOON = {
    "memoryless": "limit",
    "drawing": "no-limit",
    "settling": "Kuhn",
    "drifting": "limit",
    "shoving": "no-limit",
    "switching": "Kuhn",
}
"""The game of each kind of bot whose quick loops are compared in `make test`; the others are among the deep tests."""


def kinds_and_games() -> list[ParameterSet]:
    pairs = dict.fromkeys((case.kind, case.game) for case in all_cases())
    return [pytest.param(kind, game, marks=() if SOON[kind] == game else pytest.mark.deep) for kind, game in pairs]


@pytest.mark.kernels
@pytest.mark.parametrize(("kind", "game"), kinds_and_games())
def test_the_quick_loops_of_the_table_play_the_hands_of_a_run(kind: str, game: str, tmp_path: Path) -> None:
    """At three tables for three in all orders of seats, or beyond hand 1,000, after which a bot switches."""
    places = {(case.players, case.setting): case for case in cases(kind, game=game)}
    case = replace(places[3, "tournament"], hands=10, matches=2)
    if kind == "switching":
        case = replace(places[2, "single"], hands=1100)
    quick, run = play_plan(case.plan(0)), RunFolder.create(tmp_path / "run", case.plan(0))
    stored = read_results(play_run(run))
    assert quick.samples_of(0) == pytest.approx(stored.samples_of(0))
    assert quick.remembering == stored.remembering
