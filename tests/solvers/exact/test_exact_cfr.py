"""The family of counterfactual regret minimisation: plain twins, and what holds on every game."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_games import POKER, by_cell, first_cells, plain_poker, plain_written, random_game, shaken, sizes
from plain_solvers import PlainCFR, PlainFictitiousPlay, parents

from railbird.abstraction.abstract_game import exact_game
from railbird.abstraction.written_game import DecisionNode, written_game
from railbird.solvers.exact.best_response import Evaluator
from railbird.solvers.exact.exact_cfr import CFR, CFRPlus, DiscountedCFR, LinearCFR
from railbird.solvers.exact.fictitious_play import FictitiousPlay

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from plain_games import PlainNode

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.solvers.solver import Solver

FAMILY = [CFR, CFRPlus, LinearCFR, DiscountedCFR]
ALL = [*FAMILY, FictitiousPlay]
GAMES = [6, pytest.param(15, marks=pytest.mark.deep)]
"""Numbers of random games."""
SEEDS = st.integers(0, 2**32 - 1)


def assert_same_steps(game: AbstractGame, root: PlainNode, solver: CFR, *, iterations: int) -> None:
    """As a plain twin, iteration by iteration: the strategy and its average."""
    twin, cells = PlainCFR(root, solver.algorithm, players=game.players), first_cells(game, root)
    for _ in range(iterations):
        solver.step()
        twin.step()
        assert solver.average_strategy() == pytest.approx(by_cell(game, cells, twin.average_strategy()), abs=1e-10)
        # Quotients of small regrets, in which rounding shows more.
        assert solver.arrays()["strategy"] == pytest.approx(by_cell(game, cells, twin.current), abs=1e-8)


@pytest.mark.kernels
@pytest.mark.parametrize("solver", FAMILY)
@pytest.mark.parametrize(
    ("name", "iterations"),
    [
        ("kuhn.limit.2p", 15),
        ("kuhn.limit.3p", 5),
        ("leduc.limit.2p", 3),
        pytest.param("flushes", 2, marks=pytest.mark.deep),
        pytest.param("kuhn.limit.2p", 60, marks=pytest.mark.deep),
        pytest.param("kuhn.limit.3p", 30, marks=pytest.mark.deep),
        pytest.param("leduc.limit.2p", 20, marks=pytest.mark.deep),
        pytest.param("flushes", 5, marks=pytest.mark.deep),
    ],
)
def test_poker_is_solved_step_by_step_as_by_a_plain_twin(name: str, iterations: int, solver: type[CFR]) -> None:
    """Seed 004, section 3.2: counterfactual regret."""
    game, bonus = shaken(exact_game(POKER[name]), np.random.default_rng(1))
    assert_same_steps(game, plain_poker(POKER[name], bonus), solver(game), iterations=iterations)


@pytest.mark.kernels
@pytest.mark.parametrize("solver", FAMILY)
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("games", GAMES)
def test_written_games_are_solved_step_by_step_as_by_a_plain_twin(players: int, solver: type[CFR], games: int) -> None:
    for seed in range(games):
        root = random_game(random.Random(seed), players=players)
        game = written_game("random", root)
        assert_same_steps(game, plain_written(root), solver(game), iterations=30)


@pytest.mark.kernels
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("games", GAMES)
def test_fictitious_play_equals_a_plain_twin(players: int, games: int) -> None:
    """Seed 004, section 2.1.2: every player puts the best response to the others into its strategy."""
    for seed in range(games):
        root = random_game(random.Random(seed), players=players)
        game = written_game("random", root)
        plain = plain_written(root)
        solver, twin, cells = (
            FictitiousPlay(game),
            PlainFictitiousPlay(plain, players=players),
            first_cells(game, plain),
        )
        for _ in range(20):
            solver.step()
            twin.step()
            assert solver.average_strategy() == pytest.approx(by_cell(game, cells, twin.average_strategy()), abs=1e-10)


@pytest.mark.parametrize("solver", ALL)
def test_the_first_strategy_is_uniform(solver: type[Solver]) -> None:
    game = exact_game(POKER["kuhn.limit.2p"])
    strategy = solver(game).average_strategy()
    assert np.all(np.delete(strategy, game.layout.starts[:-1]) == 0.5)
    assert np.all(strategy[game.layout.starts[:-1]] == 1)


@pytest.mark.parametrize("solver", ALL)
@pytest.mark.parametrize("name", ["kuhn.limit.3p", "leduc.limit.2p"])
def test_parts_of_a_run_give_the_same_to_the_bit(name: str, solver: type[Solver]) -> None:
    game = exact_game(POKER[name])
    whole, parts = solver(game), solver(game)
    whole.step(100)
    for iterations in (1, 40, 0, 9, 50):
        parts.step(iterations)
    assert whole.iteration == parts.iteration == 100
    assert_same_arrays(whole, parts)


@pytest.mark.parametrize("solver", ALL)
@pytest.mark.parametrize("name", ["kuhn.limit.3p", "leduc.limit.2p"])
def test_a_restored_solver_goes_on_to_the_bit(name: str, solver: type[Solver]) -> None:
    game = exact_game(POKER[name])
    whole, first, second = solver(game), solver(game), solver(game)
    whole.step(100)
    first.step(37)
    for key, array in second.arrays().items():
        array[...] = first.arrays()[key]
    second.iteration = first.iteration
    second.step(63)
    assert_same_arrays(whole, second)


def assert_same_arrays(first: Solver, other: Solver) -> None:
    assert first.arrays().keys() == other.arrays().keys()
    for key, array in first.arrays().items():
        assert np.array_equal(array, other.arrays()[key])
    assert np.array_equal(first.average_strategy(), other.average_strategy())


@cache
def unshaken(name: str) -> PlainNode:
    return plain_poker(POKER[name])


def assert_realization_plan_adds_up(game: AbstractGame, root: PlainNode, realization_plan: NDArray[np.float64]) -> None:
    """The choices of an information set share what leads to it."""
    cells, before = first_cells(game, root), parents(root)
    for knows, choices in sizes(root).items():
        first, parent = cells[knows], before[knows]
        reached = 1.0 if parent is None else realization_plan[cells[parent[0]] + parent[1]]
        assert realization_plan[first : first + choices].sum() == pytest.approx(reached, abs=1e-12)
    assert np.all(realization_plan[game.layout.starts[:-1]] == 1)


@pytest.mark.parametrize("solver", ALL)
@pytest.mark.parametrize("name", ["kuhn.limit.2p", "leduc.limit.2p", "flushes"])
def test_plans_of_poker_add_up(name: str, solver: type[Solver]) -> None:
    game, root = exact_game(POKER[name]), unshaken(name)
    solved = solver(game)
    solved.step(50)
    arrays = solved.arrays()
    assert_realization_plan_adds_up(game, root, arrays.get("realization_plan", arrays["average"]))


@settings(max_examples=50, deadline=None)
@given(SEEDS, st.sampled_from([2, 3]))
def test_plans_of_written_games_add_up(seed: int, players: int) -> None:
    root = random_game(random.Random(seed), players=players)
    game = written_game("random", root)
    solver = CFRPlus(game)
    for _ in range(3):
        solver.step(7)
        assert_realization_plan_adds_up(game, plain_written(root), solver.arrays()["realization_plan"])


@settings(max_examples=50, deadline=None)
@given(SEEDS)
def test_the_exploitability_of_cfr_plus_falls(seed: int) -> None:
    game = written_game("random", random_game(random.Random(seed), depth=5))
    solver, evaluator = CFRPlus(game), Evaluator(game)
    before = evaluator.evaluate(solver.average_strategy()).exploitability
    solver.step(2_000)
    after = evaluator.evaluate(solver.average_strategy()).exploitability
    assert -1e-9 <= after <= before + 1e-9
    # Payoffs are up to 5.
    assert after < 0.02


@pytest.mark.parametrize("solver", ALL)
def test_players_may_have_nothing_to_decide(solver: type[Solver]) -> None:
    game = written_game("alone", DecisionNode(1, "only", {"good": (-1, 1, 0), "bad": (1, -1, 0)}))
    solved = solver(game)
    solved.step(1_000)
    first, _ = game.information_sets["only"]
    assert solved.average_strategy()[first : first + 2] == pytest.approx([1, 0], abs=0.01)
