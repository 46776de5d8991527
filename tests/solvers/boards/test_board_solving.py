"""Solvers on games that go through boards."""

from __future__ import annotations

import numpy as np
import pytest
from board_games import GAMES, solvable

from railbird.abstraction.betting_tree import count_tree
from railbird.games import game_named
from railbird.solvers.exact import sequence_form
from railbird.solvers.exact.best_response import Evaluator
from railbird.solvers.exact.exact_cfr import CFR, CFRPlus, DiscountedCFR
from railbird.solvers.exact.fictitious_play import FictitiousPlay
from railbird.solvers.exact.sequence_form import SequenceForm
from solvers.exact.plain_games import shaken


@pytest.mark.kernels
@pytest.mark.parametrize("kind", [CFR, CFRPlus, DiscountedCFR, FictitiousPlay])
@pytest.mark.parametrize("name", ["leduc", "two hole cards", "all-in early"])
def test_terminals_and_boards_give_the_same_solution(
    name: str, kind: type[CFR] | type[FictitiousPlay], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = shaken(solvable(GAMES[name]), np.random.default_rng(3))
    listed = kind(game)
    monkeypatch.setattr(sequence_form, "can_be_listed", lambda *_, **__: False)
    through_boards = kind(game)
    listed.step(20)
    for _ in range(4):
        through_boards.step(5)
    assert through_boards.iteration == listed.iteration == 20
    first, other = (Evaluator(game).evaluate(solver.average_strategy()) for solver in (listed, through_boards))
    assert first.values == pytest.approx(other.values, abs=1e-9)
    assert first.best_responses == pytest.approx(other.best_responses, abs=1e-9)


@pytest.mark.parametrize("kind", [CFRPlus, FictitiousPlay])
def test_threads_change_no_bit(kind: type[CFR] | type[FictitiousPlay]) -> None:
    game = solvable(game_named("holdem20.limit.2p"))
    solvers = [kind(game, threads=threads) for threads in (1, 2)]
    for solver in solvers:
        solver.step(4)
    first, two = (solver.arrays() for solver in solvers)
    for name, array in first.items():
        assert np.array_equal(array, two[name]), name


class Visited:
    """How often a walk has come to each set and each cell so far."""

    def __init__(self, form: SequenceForm) -> None:
        self.parent = form.sets.parent
        self.sets = np.zeros(len(form.sets.first), dtype=int)
        self.cells = np.zeros(form.game.layout.count, dtype=int)

    def downwards(self, sets: slice, cells: slice) -> None:
        """Those that lead to a set come before it."""
        self._count(sets, cells)
        assert self.cells[self.parent[sets]].all()

    def upwards(self, sets: slice, cells: slice) -> None:
        """Those that a set leads to come before it."""
        self._count(sets, cells)
        assert self.sets[(self.parent >= cells.start) & (self.parent < cells.stop)].all()

    def _count(self, sets: slice, cells: slice) -> None:
        self.sets[sets] += 1
        self.cells[cells] += 1


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("direction", ["downwards", "upwards"])
@pytest.mark.parametrize("name", ["leduc", "flushes", "all-in early", "all-in by a blind"])
def test_walks_visit_every_set_and_cell_once_and_in_order(name: str, direction: str, threads: int) -> None:
    form = SequenceForm(solvable(GAMES[name]), threads=threads)
    for player in range(2):
        visited = Visited(form)
        getattr(form.walks, direction)(player, getattr(visited, direction))
        for counts, starts in ((visited.sets, form.sets.starts), (visited.cells, form.game.layout.starts)):
            start, stop = starts[player : player + 2]
            assert (counts[start:stop] == 1).all()
            assert counts.sum() == stop - start


@pytest.mark.deep
def test_holdem_with_twenty_cards_is_solved() -> None:
    game = solvable(game_named("holdem20.limit.2p"))
    solver, evaluator = CFRPlus(game), Evaluator(game)
    evaluations = []
    for _ in range(3):
        solver.step(25)
        evaluations.append(evaluator.evaluate(solver.average_strategy()))
    assert evaluations[0].exploitability > 2 * evaluations[1].exploitability > 3 * evaluations[2].exploitability
    assert evaluations[2].exploitability < 0.5
    assert sum(evaluations[2].values) == pytest.approx(0, abs=1e-9)


def test_rhode_island_is_as_large_as_gilpin_and_sandholm_say() -> None:
    """ "Optimal Rhode Island hold'em poker" (2005): the linear program has 91,224,226 rows.

    It has one for each sequence of one player, and one for each information set of the other, cards told apart.
    """
    size = count_tree(game_named("rhode-island.limit.2p"))
    deals = np.array([52, 52 * 51, 52 * 51 * 50])
    assert 1 + int((size.choices[0] * deals).sum()) + 1 + int((size.decisions[1] * deals).sum()) == 91_224_226


@pytest.mark.deep
def test_some_iterations_make_rhode_island_strategies_better() -> None:
    game = solvable(game_named("rhode-island.limit.2p"))
    assert game.cards.counts == (13, 325, 9997)
    assert game.information_set_count == 2 * (4 * 13 + 28 * 325 + 196 * 9997)
    solver, evaluator = CFRPlus(game), Evaluator(game)
    before = evaluator.evaluate(solver.average_strategy())
    solver.step(8)
    after = evaluator.evaluate(solver.average_strategy())
    assert after.exploitability < before.exploitability / 2
    assert sum(after.values) == pytest.approx(0, abs=1e-9)
