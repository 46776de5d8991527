"""Solvers with joint tables: the same iterates and values as exact solvers, on small games and on Markov chains."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from vector_games import SMALL, chain_game, lossless, random_strategy, shaken, tabled

from railbird.abstraction import ChanceNode, DecisionNode, exact_game, written_game
from railbird.errors import GameError, StrategyError
from railbird.games import game_named
from railbird.solvers import Evaluator, Solve, new_solver
from railbird.solvers.algorithms import ALGORITHM_NAMES, is_sampled
from railbird.solvers.evaluators import new_evaluator
from railbird.solvers.exact.exact_solver import ExactSolver
from railbird.solvers.vectors import _kernels
from railbird.solvers.vectors.vector_cfr import VectorCFR
from railbird.solvers.vectors.vector_evaluator import VectorEvaluator
from railbird.solvers.vectors.vector_passes import VectorPasses
from railbird.solvers.vectors.vector_solver import VectorSolver
from railbird.strategy.reach._kernels import write_reach

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from railbird.abstraction import PokerGame
    from railbird.abstraction.written_game import Node

EXACT = [name for name in ALGORITHM_NAMES if not is_sampled(name)]


@pytest.mark.kernels
@pytest.mark.parametrize("algorithm", EXACT)
@pytest.mark.parametrize("name", [*sorted({*SMALL} - {"flushes"}), pytest.param("flushes", marks=pytest.mark.deep)])
def test_the_averages_are_those_of_the_exact_solver(name: str, algorithm: str) -> None:
    game = shaken(name)
    vectors, exact = new_solver(algorithm, tabled(game)), new_solver(algorithm, game)
    assert isinstance(vectors, VectorSolver)
    assert isinstance(exact, ExactSolver)
    for _ in range(3):
        vectors.step(5)
        exact.step(5)
        assert vectors.average_strategy() == pytest.approx(exact.average_strategy(), abs=1e-9)


@pytest.mark.kernels
@pytest.mark.parametrize("name", SMALL)
def test_values_and_best_responses_are_those_of_all_deals(name: str) -> None:
    game = exact_game(SMALL[name])
    vectors, exact = VectorEvaluator(game), Evaluator(game)
    for seed in range(5):
        strategy = random_strategy(game, seed)
        found, wanted = vectors.evaluate(strategy), exact.evaluate(strategy)
        assert found.values == pytest.approx(wanted.values, abs=1e-12)
        assert found.best_responses == pytest.approx(wanted.best_responses, abs=1e-12)


@pytest.mark.parametrize("algorithm", EXACT)
def test_kuhn_and_leduc_are_solved(algorithm: str) -> None:
    for name, value in (("kuhn", -1 / 18), ("leduc", -0.0856)):
        game = tabled(lossless(name))
        solver = new_solver(algorithm, game)
        solver.step(300)
        result = new_evaluator(game).evaluate(solver.average_strategy())
        assert result.values[0] == pytest.approx(value, abs=0.02)
        assert 0 < result.exploitability < 0.15


@pytest.mark.kernels
def test_a_best_response_to_a_chain_gains_nothing_by_memory() -> None:
    """Seed 004, section 2.2: transition matrices instead of chance nodes; the twin remembers all earlier classes."""
    game = chain_game(SMALL["leduc"], (2, 3), seed=5)
    for seed in range(3):
        strategy = random_strategy(game, seed)
        found = VectorEvaluator(game).evaluate(strategy)
        twin = written_game("twin", chain_twin(game))
        wanted = Evaluator(twin).evaluate(twin_strategy(game, twin, strategy))
        assert found.values == pytest.approx(wanted.values, abs=1e-12)
        assert found.best_responses == pytest.approx(wanted.best_responses, abs=1e-12)


def chain_twin(game: PokerGame) -> Node:
    """The game as a tree of its own, with a chance node for each round and player's classes in the order of play."""
    tables, tree = game.cards.joint_tables(), game.tree
    (before,) = tables.transitions
    first, last = (table.sum(axis=1) for table in tables.probabilities)
    forward = (before * last[:, None]).T / first[:, None]

    def below(edge: int, hands: tuple[tuple[int, ...], tuple[int, ...]], street: int) -> Node:
        child = int(tree.child[edge])
        if child >= 0 and int(tree.street[child]) > street:
            return deal(child, hands)
        if child >= 0:
            return decide(child, hands)
        row = tree.terminal_row[-1 - child]
        if tree.is_fold[row]:
            return tuple(tree.payoffs[row, 0].tolist())
        pair = hands[0][-1], hands[1][-1]
        won = tree.payoffs[row, 2, 0] * tables.margins[-1][pair] / tables.probabilities[-1][pair]
        return (won, -won)

    def decide(node: int, hands: tuple[tuple[int, ...], tuple[int, ...]]) -> Node:
        player, street = int(tree.player[node]), int(tree.street[node])
        edges = range(int(tree.first_edge[node]), int(tree.first_edge[node + 1]))
        choices = {str(edge): below(edge, hands, street) for edge in edges}
        return DecisionNode(player, f"{node} {player} {hands[player]}", choices)

    def deal(node: int, hands: tuple[tuple[int, ...], tuple[int, ...]]) -> Node:
        outcomes: dict[str, tuple[float, Node]] = {}
        for new in product(range(tables.counts[len(hands[0])]), repeat=2):
            chance = 1.0
            for hand, card in zip(hands, new, strict=True):
                chance *= forward[hand[-1], card] if hand else first[card]
            dealt = tuple((*hand, card) for hand, card in zip(hands, new, strict=True))
            outcomes[str(new)] = (float(chance), decide(node, dealt))
        return ChanceNode(outcomes)

    return deal(0, ((), ()))


def twin_strategy(game: PokerGame, twin: object, strategy: NDArray[np.float64]) -> NDArray[np.float64]:
    """The strategy of the last class alone, for each sequence of classes."""
    tree, found = game.tree, np.ones(twin.layout.count)
    for label, (first, choices) in twin.information_sets.items():
        node, _, classes = label.split(" ", maxsplit=2)
        start = game.layout.first_cell(
            player=int(tree.player[int(node)]),
            street=int(tree.street[int(node)]),
            card_class=eval(classes)[-1],
            slot=int(tree.slot[int(node)]),
        )
        found[first : first + len(choices)] = strategy[start : start + len(choices)]
    return found


@pytest.mark.parametrize("algorithm", ["cfr+", "fictitious-play"])
def test_a_chain_is_solved(algorithm: str) -> None:
    game = chain_game(SMALL["leduc"], (5, 7), seed=1)
    solver = new_solver(algorithm, game)
    solver.step(300)
    assert 0 < new_evaluator(game).evaluate(solver.average_strategy()).exploitability < 0.05


def test_the_same_compiled_functions_solve_leduc_and_holdem() -> None:
    kernels = [write_reach, _kernels.learn, _kernels.respond]
    solved = []
    for name, counts in (("leduc.limit.2p", (3, 9)), ("holdem.limit.2p.reverse_blinds", (2, 3, 4, 5))):
        game = chain_game(game_named(name), counts, seed=1)
        solve = Solve.begin(new_solver("cfr+", game))
        solve.run(30)
        assert solve.points[-1].exploitability < solve.points[0].exploitability / 5
        solved.append([len(kernel.signatures) for kernel in kernels])
    assert solved[0] == solved[1] == [1, 1, 1]


@pytest.mark.parametrize("algorithm", EXACT)
def test_parts_and_restored_solvers_go_on_to_the_bit(algorithm: str) -> None:
    game = tabled(lossless("leduc"))
    whole, parts, restored = (new_solver(algorithm, game) for _ in range(3))
    whole.step(50)
    for iterations in (1, 0, 19):
        parts.step(iterations)
    restored.step(3)
    for key, array in restored.arrays().items():
        array[...] = parts.arrays()[key]
    restored.iteration = parts.iteration
    for solver in (parts, restored):
        solver.step(30)
        for key, array in whole.arrays().items():
            assert np.array_equal(array, solver.arrays()[key])


def test_threads_make_no_difference() -> None:
    game = tabled(lossless("flushes"))
    solvers = [VectorCFR(game, threads=threads) for threads in (1, 3)]
    for solver in solvers:
        solver.step(20)
    assert np.array_equal(*(solver.average_strategy() for solver in solvers))


def test_an_interrupted_solve_goes_on(tmp_path: Path) -> None:
    game = tabled(lossless("leduc"))
    whole = Solve.begin(new_solver("cfr+", game))
    whole.run(60)
    Solve.begin(new_solver("cfr+", game), checkpoint=tmp_path / "half").run(25)
    rest = Solve.begin(new_solver("cfr+", game), checkpoint=tmp_path / "half", resume=True)
    rest.run(60)
    assert rest.points[-1].gains == whole.points[-1].gains


def test_other_games_are_refused() -> None:
    with pytest.raises(GameError, match="two-player poker games"):
        VectorPasses(exact_game("kuhn.limit.3p"))
    with pytest.raises(GameError, match="two-player poker games"):
        VectorPasses(written_game("alone", DecisionNode(0, "only", {"good": (1, -1), "bad": (0, 0)})))
    with pytest.raises(StrategyError, match="7 probabilities"):
        VectorEvaluator(exact_game("kuhn.limit.2p")).evaluate(np.ones(7))
