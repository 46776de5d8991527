"""Sampled solvers: they solve games, and a seed reproduces them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.errors import SolverError
from railbird.solvers.exact.best_response import Evaluator
from railbird.solvers.sampled.sampled_cfr import DEALS_AT_ONCE, ChanceSampledCFR, ExternalSamplingCFR, PureCFR
from solvers.sampled.sampled_games import KUHN, KUHN_3, LEDUC, game

if TYPE_CHECKING:
    from railbird.solvers.sampled.sampling import SampledCFR

ALL = [ChanceSampledCFR, ExternalSamplingCFR, PureCFR]
ENOUGH = {ChanceSampledCFR: 300_000, ExternalSamplingCFR: 400_000, PureCFR: 400_000}
"""Iterations for Leduc."""


def exploitability(solver: SampledCFR) -> float:
    return Evaluator(solver.game).evaluate(solver.average_strategy()).exploitability


def solved(algorithm: type[SampledCFR], name: str, iterations: int, **options: bool | int) -> SampledCFR:
    solver = algorithm(game(name), seed=1, **options)
    solver.step(iterations)
    assert solver.iteration == iterations
    return solver


@pytest.mark.parametrize(("share", "most"), [(0.2, 0.1), pytest.param(1, 0.05, marks=pytest.mark.deep)])
@pytest.mark.parametrize("linear", [False, True])
@pytest.mark.parametrize("algorithm", ALL)
def test_leduc_comes_close_to_an_equilibrium(
    algorithm: type[SampledCFR], linear: bool, share: float, most: float
) -> None:
    assert exploitability(solved(algorithm, LEDUC, int(share * ENOUGH[algorithm]), linear=linear)) < most


@pytest.mark.parametrize("linear", [False, True])
@pytest.mark.parametrize("algorithm", ALL)
def test_kuhn_is_worth_an_eighteenth_to_the_second_player(algorithm: type[SampledCFR], linear: bool) -> None:
    solver = solved(algorithm, KUHN, 300_000, linear=linear)
    evaluation = Evaluator(solver.game).evaluate(solver.average_strategy())
    assert evaluation.exploitability < 0.01
    assert evaluation.values[1] == pytest.approx(1 / 18, abs=0.004)


@pytest.mark.parametrize("algorithm", ALL)
def test_rock_paper_scissors(algorithm: type[SampledCFR]) -> None:
    solver = solved(algorithm, "rock-paper-scissors", 200_000)
    first, second = (solver.average_strategy()[start + 1 : start + 4] for start in solver.game.layout.starts[:2])
    assert first == pytest.approx([0.25, 0.5, 0.25], abs=0.02)
    assert second == pytest.approx([0.25, 0.5, 0.25], abs=0.02)


@pytest.mark.parametrize("algorithm", ALL)
def test_bluffing_with_a_draw_of_chance_in_the_tree(algorithm: type[SampledCFR]) -> None:
    solver = solved(algorithm, "bluff", 200_000)
    strategy, cells = solver.average_strategy(), solver.game.information_sets
    bluffs, calls = (strategy[cells[name][0] + 1] for name in ("queen", "king"))
    assert bluffs == pytest.approx(1 / 3, abs=0.02)
    assert calls == pytest.approx(2 / 3, abs=0.02)
    assert exploitability(solver) < 0.02


@pytest.mark.parametrize("algorithm", ALL)
def test_one_player_alone_finds_the_best_choice(algorithm: type[SampledCFR]) -> None:
    solver = solved(algorithm, "lone", 20_000)
    assert exploitability(solver) < 0.01


@pytest.mark.parametrize("algorithm", ALL)
def test_gains_fall_with_three_players(algorithm: type[SampledCFR]) -> None:
    solver = solved(algorithm, KUHN_3, 10_000)
    early = exploitability(solver)
    solver.step(200_000)
    assert exploitability(solver) < min(0.02, early / 2)


@pytest.mark.parametrize("algorithm", ALL)
def test_several_threads_learn_in_the_same_tables(algorithm: type[SampledCFR]) -> None:
    """Runs with several threads differ: twice the exploitability that a single thread reaches is allowed."""
    assert exploitability(solved(algorithm, LEDUC, ENOUGH[algorithm] + 1, linear=True, threads=2)) < 0.1


def test_threads_share_the_iterations() -> None:
    """Weights 1 to 7 in all, whoever takes them: player 1's first decision is met once in each iteration."""
    solver = solved(PureCFR, "rock-paper-scissors", 7, linear=True, threads=3)
    assert solver.arrays()["average"][1:4].sum() == 1 + 2 + 3 + 4 + 5 + 6 + 7


@pytest.mark.parametrize("name", [LEDUC, KUHN_3, "bluff"])
@pytest.mark.parametrize("algorithm", ALL)
def test_a_seed_reproduces_everything_however_steps_are_split(algorithm: type[SampledCFR], name: str) -> None:
    whole = solved(algorithm, name, 3 * DEALS_AT_ONCE, linear=True)
    parts = algorithm(game(name), seed=1, linear=True)
    for iterations in (1, 0, DEALS_AT_ONCE, 2, 2 * DEALS_AT_ONCE - 3):
        parts.step(iterations)
    assert parts.iteration == whole.iteration
    for key, array in whole.arrays().items():
        assert array.tobytes() == parts.arrays()[key].tobytes(), key


@pytest.mark.parametrize("algorithm", ALL)
def test_another_seed_is_another_run(algorithm: type[SampledCFR]) -> None:
    first, other = (algorithm(game(LEDUC), seed=seed) for seed in (1, 2))
    first.step(100)
    other.step(100)
    assert (first.arrays()["regrets"] != other.arrays()["regrets"]).any()


@pytest.mark.parametrize("algorithm", ALL)
def test_a_restored_solver_goes_on_as_if_it_had_not_stopped(algorithm: type[SampledCFR]) -> None:
    solver = solved(algorithm, LEDUC, 3_000, linear=True)
    again = algorithm(game(LEDUC), seed=77, linear=True)
    for key, array in solver.arrays().items():
        again.arrays()[key][...] = array
    again.iteration = solver.iteration
    solver.step(3_000)
    again.step(3_000)
    for key, array in solver.arrays().items():
        assert array.tobytes() == again.arrays()[key].tobytes(), key


def test_tables_take_four_bytes_a_cell() -> None:
    arrays = ExternalSamplingCFR(game(LEDUC), seed=1).arrays()
    assert arrays["regrets"].dtype == arrays["average"].dtype == np.float32


def test_strategies_have_single_precision_as_the_tables() -> None:
    solver = solved(ExternalSamplingCFR, LEDUC, 1_000)
    stored = solver.strategy().stored
    assert stored.dtype == np.float32
    assert stored == pytest.approx(solver.average_strategy(), abs=1e-6)


def test_no_threads_are_an_error() -> None:
    with pytest.raises(SolverError, match="0 threads: a solver needs at least 1"):
        PureCFR(game(KUHN), seed=1, threads=0)
