"""Single walks against their plain twin: right on average, cell by cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.solvers.sampled import _kernels
from railbird.solvers.sampled.sampled_cfr import ChanceSampledCFR, ExternalSamplingCFR, PureCFR
from railbird.solvers.sampled.sampling_arrays import CHOICES, FIRST_EDGE, LINE, PLAYER, SLOT
from railbird.solvers.sampled.walk_tree import walk_tree
from solvers.sampled.sampled_games import KUHN, KUHN_3, LEDUC, game, two_ends
from solvers.sampled.sampled_twin import Expected, next_not_behind, visited_most

if TYPE_CHECKING:
    from railbird.solvers.sampled.sampling import SampledCFR

ALL = [ChanceSampledCFR, ExternalSamplingCFR, PureCFR]
LARGE = 4_096
"""Regrets so large that a player's update hardly changes what the next player meets."""
REPEATS = [10_000, pytest.param(20_000, marks=pytest.mark.deep)]


def changes(solver: SampledCFR, regrets: np.ndarray, repeats: int) -> tuple[np.ndarray, np.ndarray]:
    """By repeat: what one iteration from these regrets adds to regrets and average."""
    arrays = solver.arrays()
    changed = np.zeros((2, repeats, len(regrets)), dtype=np.float32)
    for repeat in range(repeats):
        arrays["regrets"][:] = regrets
        arrays["average"][:] = 0
        solver.step()
        changed[0, repeat] = arrays["regrets"] - regrets
        changed[1, repeat] = arrays["average"]
    return changed[0], changed[1]


def assert_mean(changed: np.ndarray, expected: dict[int, float]) -> None:
    """Within four standard errors where a cell changes often enough to tell them; nowhere else if it never should."""
    wanted = np.zeros(changed.shape[1])
    wanted[list(expected)] = list(expected.values())
    often = np.count_nonzero(changed, axis=0) >= 100
    error = changed.std(axis=0, dtype=np.float64) / np.sqrt(len(changed))
    off = np.abs(changed.mean(axis=0, dtype=np.float64) - wanted)
    assert often.sum() > len(expected) / 4
    assert (off[often] <= 4 * error[often] + 1e-3).all()
    assert (off[~often] <= 0.1).all()
    assert not changed[:, [cell for cell in range(changed.shape[1]) if cell not in expected]].any()


@pytest.mark.kernels
@pytest.mark.parametrize("repeats", REPEATS)
@pytest.mark.parametrize("algorithm", ALL)
@pytest.mark.parametrize("name", [KUHN, KUHN_3, LEDUC, "bluff", "rock-paper-scissors", "lone"])
def test_walks_learn_on_average_what_all_deals_teach(algorithm: type[SampledCFR], name: str, repeats: int) -> None:
    solver = algorithm(game(name), seed=3)
    regrets = (LARGE * np.random.default_rng(8).normal(size=game(name).layout.count)).astype(np.float32)
    expected = Expected(game(name), game(name).probabilities(np.maximum(regrets, 0)))
    changed, averages = changes(solver, regrets, repeats)
    assert_mean(changed, expected.regrets)
    sampled = algorithm is not ChanceSampledCFR and game(name).players != 2
    assert_mean(averages, expected.average_against_alike if sampled else expected.average)


@pytest.mark.kernels
@pytest.mark.parametrize("name", [KUHN, KUHN_3, LEDUC, "bluff", "rock-paper-scissors", "lone"])
def test_there_is_room_for_the_longest_walk(name: str) -> None:
    tree = game(name).tree
    most = _kernels.most_visited(tree.players, tree.player, tree.first_edge, tree.child)
    assert most == max(visited_most(game(name), traverser) for traverser in range(tree.players))


@pytest.mark.kernels
@pytest.mark.parametrize("name", [KUHN, KUHN_3, LEDUC, "bluff", "rock-paper-scissors", "lone"])
def test_the_node_after_another_is_the_first_that_does_not_lie_behind_it(name: str) -> None:
    tree = game(name).tree
    after = np.empty(len(tree.player), dtype=np.int32)
    _kernels.write_afters(tree.first_edge, tree.child, after)
    assert after.tolist() == [next_not_behind(tree, node) for node in range(len(after))]


@pytest.mark.parametrize("name", [KUHN, KUHN_3, LEDUC, "bluff", "lone"])
def test_packed_trees_are_the_same_trees(name: str) -> None:
    tree, rounds = game(name).tree, game(name).layout.base.shape[1]
    packed = walk_tree(tree, rounds=rounds)
    for node, fields in enumerate(packed.nodes):
        assert fields[FIRST_EDGE] == tree.first_edge[node]
        assert fields[CHOICES] == tree.first_edge[node + 1] - tree.first_edge[node]
        assert fields[PLAYER] == tree.player[node]
        assert fields[SLOT] == tree.slot[node]
        if tree.player[node] >= 0:
            assert divmod(fields[LINE], rounds) == (tree.player[node], tree.street[node])
    orders = tree.payoffs.shape[1]
    for child, target in zip(tree.child.tolist(), packed.target.tolist(), strict=True):
        if child >= 0:
            assert target == child
            continue
        for player in range(tree.players):
            run = slice(player * orders, (player + 1) * orders)
            payoffs = tree.payoffs[tree.terminal_row[-1 - child], :, player]
            assert (packed.payoffs[run, target - len(tree.player)] == payoffs).all()


def test_pure_strategies_leave_whole_numbers() -> None:
    """Whole chips against whole chips, and counts; where probabilities weigh in there are fractions."""
    for algorithm, whole in ((PureCFR, True), (ExternalSamplingCFR, False)):
        solver = algorithm(game(KUHN_3), seed=2)
        solver.step(1_000)
        for name in ("regrets", "average"):
            assert (solver.arrays()[name] % 1 == 0).all() == whole


@pytest.mark.parametrize("algorithm", ALL)
def test_linear_weights_are_the_numbers_of_the_iterations(algorithm: type[SampledCFR]) -> None:
    plain, linear = (algorithm(game(LEDUC), seed=4, linear=linear) for linear in (False, True))
    plain.iteration = linear.iteration = 99
    plain.step()
    linear.step()
    for name in ("regrets", "average"):
        assert plain.arrays()[name].any()
        assert np.allclose(100 * plain.arrays()[name], linear.arrays()[name], rtol=1e-5)


@pytest.mark.kernels
@pytest.mark.parametrize("algorithm", ALL)
def test_large_sums_of_the_average_keep_growing(algorithm: type[SampledCFR]) -> None:
    """Where 1 is less than the distance of neighbouring numbers in single precision."""
    solver = algorithm(game("rock-paper-scissors"), seed=6)
    average = solver.arrays()["average"]
    average[:] = 2**26
    before = average.sum(dtype=np.float64)
    solver.step(50_000)
    # The second player's information set is met after each of the first player's three choices.
    assert average.sum(dtype=np.float64) - before == pytest.approx(50_000 * (1 + 3), rel=0.03)


@pytest.mark.kernels
@pytest.mark.parametrize("algorithm", ALL)
@pytest.mark.parametrize(
    ("signs", "payoffs", "gains"),
    [((-1, 1), (1, 0), (1, 0)), ((-1, 1), (0, 1), (-1, 0)), ((1, 1), (1, 0), (0.5, -0.5))],
)
def test_large_regrets_keep_moving(
    algorithm: type[SampledCFR], signs: tuple[int, int], payoffs: tuple[float, float], gains: tuple[float, float]
) -> None:
    """Up and down, on both sides of 0, where 1 is less than the distance of neighbouring numbers."""
    iterations = 100_000
    solver = algorithm(two_ends(*payoffs), seed=9)
    regrets = solver.arrays()["regrets"]
    before = 2.0**26 * np.array(signs)
    regrets[1:] = before
    solver.step(iterations)
    assert regrets[1:] - before == pytest.approx(iterations * np.array(gains), abs=0.03 * iterations)
