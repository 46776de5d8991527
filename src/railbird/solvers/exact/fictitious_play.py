"""Fictitious play (Brown 1951): the best response to the average of all that the others have played so far.

In each iteration the players answer one after the other, each to the others' latest averages, and all responses weigh
the same. Plans are averaged, not probabilities, so that a response counts where it goes (Heinrich, Lanctot and Silver,
Fictitious self-play in extensive-form games, 2015).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from railbird.solvers.exact import _kernels
from railbird.solvers.exact.plans import ExactForm
from railbird.solvers.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame


class FictitiousPlay(Solver):
    """Starts from the strategy that chooses everything alike."""

    algorithm: ClassVar[str] = "fictitious-play"

    def __init__(self, game: AbstractGame) -> None:
        super().__init__(game)
        self._form = form = ExactForm(game)
        self._average = form.plan(form.uniform_strategy())
        self._values, self._response = form.new_cells(), form.new_cells()

    def step(self, iterations: int = 1) -> None:
        sets, ends = self._form.sets, self._form.ends
        _kernels.run_fictitious_play(
            self.game.cells.starts,
            sets.starts,
            sets.first,
            sets.choices,
            sets.parent,
            ends.rows,
            ends.others,
            ends.worth,
            self.iteration,
            iterations,
            self._values,
            self._response,
            self._average,
        )
        self.iteration += iterations

    def average_strategy(self) -> NDArray[np.float64]:
        return self.game.probabilities(self._average)

    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        return {"average": self._average}
