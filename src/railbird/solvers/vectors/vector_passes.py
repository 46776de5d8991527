"""Passes through a betting tree, round by round, with a vector over the classes of cards at every node.

Reach goes from the first round to the last, values come back. All folds of a round together are one matrix product of
the opponent's reach with the joint probabilities, and all showdowns one with the margins. Call the passes within
`single_blas_thread`, because they divide the products among threads of their own.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from railbird.abstraction.joint import has_joint_tables, tables_of_enumeration
from railbird.errors import SolverError
from railbird.solvers.enumerations import enumeration_of
from railbird.solvers.workers import Workers
from railbird.strategy.reach import _kernels
from railbird.strategy.reach.betting_rounds import betting_rounds

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.abstraction.joint import JointTables

    Kernel: TypeAlias = Callable[..., None]
    """Takes arguments of its own, then the first class that it works on and the one to stop at."""
    Arguments: TypeAlias = Callable[[int], tuple[object, ...]]
    """The arguments of a kernel by round."""

_COLUMNS = 512
"""Columns of a matrix product in one piece of work, whatever the number of threads."""
_Matrix: TypeAlias = "NDArray[np.float64]"
Reach: TypeAlias = "tuple[_Matrix, ...]"
"""By round: the reach of a player's choices, by class and place."""


def _joint_tables_of(game: AbstractGame) -> JointTables:
    """The joint tables of a game's card abstraction; raise SolverError if it has none."""
    if has_joint_tables(game.cards):
        return game.cards.joint_tables()
    cards = enumeration_of(game)
    if cards is None:
        raise SolverError(f"{game.name} has no cards: joint tables of classes are for two-player poker games")
    return tables_of_enumeration(cards)


class VectorPasses:
    """The rounds and the tables of a game, with the matrix of values that all passes share."""

    def __init__(self, game: AbstractGame, *, threads: int | None = None) -> None:
        self.game = game
        self.rounds = betting_rounds(game)
        self.tables = _joint_tables_of(game)
        self._workers = Workers(threads)
        self._values = self.new_reach()
        # By round, class and entrance: the reach on the way down, the values on the way up.
        self._edge = tuple(
            np.ones((self.tables.counts[street], len(cut.nodes.entrances))) for street, cut in enumerate(self.rounds)
        )

    def new_cells(self) -> NDArray[np.float64]:
        """An array with a zero for each cell of the layout."""
        return np.zeros(self.game.layout.count)

    def new_reach(self) -> Reach:
        """A matrix for each round, by class and place."""
        return tuple(np.zeros((self.tables.counts[street], cut.places)) for street, cut in enumerate(self.rounds))

    def cells(self, array: NDArray[np.float64], player: int, street: int) -> _Matrix:
        """The cells of a player and a round as a matrix by class and choice."""
        return self.game.layout.rows(array, player=player, street=street)

    def write_reach(self, player: int, weights: NDArray[np.float64], reach: Reach) -> None:
        """Write the reach of a player whose choices are in proportion to the positive weights of their cells."""
        for street, cut in enumerate(self.rounds):
            entering = self._edge[street]
            if street == 0:
                entering[:] = 1.0
            else:
                exits = self.rounds[street - 1].exits
                self._multiply(self.tables.transitions[street - 1], reach[street - 1][:, exits], entering)
            cells = self.cells(weights, player, street)
            self.by_class(street, _kernels.write_reach, player, cut.nodes, cells, entering, reach[street])

    def climb(self, player: int, opponent: Reach, kernel: Kernel, arguments: Arguments) -> float:
        """Run a kernel in all rounds from the last to the first, on the values to a player against an opponent's reach.

        Returns the player's value of the game.
        """
        for street in range(len(self.rounds) - 1, -1, -1):
            cut, values = self.rounds[street], self._values[street]
            self._write_terminals(street, opponent[street])
            if street + 1 < len(self.rounds):
                self._multiply(self.tables.transitions[street].T, self._edge[street + 1], values[:, cut.exits])
            self.by_class(street, kernel, player, cut.nodes, values, self._edge[street], *arguments(street))
        return float(self._edge[0].sum())

    def compile(self, kernel: Kernel, arguments: Arguments) -> None:
        """Compile a kernel of `climb` by calling it without work."""
        kernel(0, self.rounds[0].nodes, self._values[0], self._edge[0], *arguments(0), 0, 0)

    def _write_terminals(self, street: int, reach: _Matrix) -> None:
        """Write the values of folds and showdowns, payoffs aside."""
        cut, values = self.rounds[street], self._values[street]
        self._multiply(self.tables.probabilities[street], reach[:, cut.folds], values[:, cut.folds])
        self._multiply(self.tables.margins[street], reach[:, cut.showdowns], values[:, cut.showdowns])

    def _multiply(self, table: _Matrix, columns: _Matrix, products: _Matrix) -> None:
        """Write the product of a table with columns, in threads; the last bits depend on how columns are divided."""
        bounds = pairwise([*range(0, columns.shape[1], _COLUMNS), columns.shape[1]])
        self._workers.run(
            partial(np.matmul, table, columns[:, start:stop], out=products[:, start:stop]) for start, stop in bounds
        )

    def profile_value(self, player: int, reach: Reach) -> float:
        """The value to a player who plays by a reach, against the reach of the last climb."""
        total = 0.0
        for street, cut in enumerate(self.rounds):
            ends = slice(cut.folds.start, cut.showdowns.stop)
            by_end = np.einsum("ij,ij->j", reach[street][:, ends], self._values[street][:, ends])
            total += float(by_end @ cut.nodes.payoffs[player, ends])
        return total

    def by_class(self, street: int, kernel: Kernel, *arguments: object) -> None:
        """Run a kernel for all classes of a round, in threads."""
        classes = self.tables.counts[street]
        cuts = np.linspace(0, classes, min(self._workers.pieces, classes) + 1).astype(int).tolist()
        self._workers.run(partial(kernel, *arguments, start, stop) for start, stop in pairwise(cuts))
