"""Fictitious play (Brown 1951): the best response to the average of all that the others have played so far.

In each iteration the players answer one after the other, each to the others' latest averages, and all responses weigh
the same. Plans are averaged, not probabilities, so that a response counts where it goes (Heinrich, Lanctot and Silver,
Fictitious self-play in extensive-form games, 2015).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from railbird.solvers.exact import _kernels
from railbird.solvers.exact.exact_solver import ExactSolver

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.solvers.exact.terminals import Ends


class FictitiousPlay(ExactSolver):
    """Starts from the strategy that chooses everything alike."""

    algorithm: ClassVar[str] = "fictitious-play"

    def __init__(self, game: AbstractGame, *, threads: int | None = None) -> None:
        super().__init__(game, threads=threads)
        self._average = self.form.plan(self.form.uniform_strategy())
        self._values, self._response = self.form.new_cells(), self.form.new_cells()

    def _update(self, player: int) -> None:
        self.form.write_values(player, plan=self._average, values=self._values)
        self.form.walks.upwards(player, self._respond)
        self._response[self.game.cells.starts[player]] = 1.0
        self.form.walks.downwards(player, self._answer)

    def _compile_update(self) -> None:
        self.form.write_values(0, plan=self._average, values=self._values)
        self._respond(slice(0), slice(0))
        self._answer(slice(0), slice(0))

    def _respond(self, sets: slice, _: slice) -> None:
        _kernels.respond(*self.form.sets.part(sets), self._values)

    def _answer(self, sets: slice, cells: slice) -> None:
        _kernels.write_response(*self.form.sets.part(sets), self._values, self._response)
        _kernels.move_average(self.iteration, self._response[cells], self._average[cells])

    def _run(self, ends: Ends, iterations: int) -> None:
        sets = self.form.sets
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

    def average_strategy(self) -> NDArray[np.float64]:
        return self.game.probabilities(self._average)

    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        return {"average": self._average}
