"""What exact solvers have in common: the information sets of a game, its ends, and plans through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.solvers.exact import _kernels
from railbird.solvers.exact.ends import ends_of
from railbird.solvers.exact.information_sets import information_sets, last_edges

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame


class ExactForm:
    """A game laid out for exact updates."""

    def __init__(self, game: AbstractGame) -> None:
        last = last_edges(game.tree)
        self.game = game
        self.sets = information_sets(game, last)
        self.ends = ends_of(game, last)

    def new_cells(self) -> NDArray[np.float64]:
        """A number for each cell, 0 at first."""
        return np.zeros(self.game.cells.count)

    def uniform_strategy(self) -> NDArray[np.float64]:
        """Every choice as likely as the others of its information set."""
        return self.game.probabilities(self.new_cells())

    def plan(self, strategy: NDArray[np.float64]) -> NDArray[np.float64]:
        """By cell: how likely its player's own choices lead there."""
        plan = np.ones(self.game.cells.count)
        _kernels.write_plan(self.sets.first, self.sets.choices, self.sets.parent, strategy, plan)
        return plan

    def write_values(self, player: int, *, plan: NDArray[np.float64], values: NDArray[np.float64]) -> None:
        """By cell of a player: what the ends right behind it are worth if the others follow the plan."""
        start, stop = map(int, self.game.cells.starts[player : player + 2])
        _kernels.write_values(self.ends.rows, self.ends.others, self.ends.worth, plan, start, stop, values)
