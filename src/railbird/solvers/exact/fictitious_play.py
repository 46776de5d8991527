"""Fictitious play (Brown 1951): the best response to the average of all that the others have played so far.

In each iteration the players answer one after the other, each to the others' latest averages, and all responses weigh
the same. Realization plans are averaged, not probabilities, so that a response counts where it goes (Heinrich, Lanctot
and Silver, Fictitious self-play in extensive-form games, 2015).
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
    from railbird.solvers.exact.terminals import Terminals


class FictitiousPlay(ExactSolver):
    """Starts from the uniform strategy."""

    algorithm: ClassVar[str] = "fictitious-play"

    def __init__(self, game: AbstractGame, *, threads: int | None = None) -> None:
        super().__init__(game, threads=threads)
        self._average = self.sequence_form.realization_plan(self.sequence_form.uniform_strategy())
        self._values, self._response = self.sequence_form.new_cells(), self.sequence_form.new_cells()

    def _update(self, player: int) -> None:
        self.sequence_form.write_values(player, realization_plan=self._average, values=self._values)
        self.sequence_form.walks.upwards(player, self._respond)
        self._response[self.game.layout.starts[player]] = 1.0
        self.sequence_form.walks.downwards(player, self._answer)

    def _compile_update(self) -> None:
        self.sequence_form.write_values(0, realization_plan=self._average, values=self._values)
        self._respond(slice(0), slice(0))
        self._answer(slice(0), slice(0))

    def _respond(self, sets: slice, _: slice) -> None:
        _kernels.respond(*self.sequence_form.sets.part(sets), self._values)

    def _answer(self, sets: slice, cells: slice) -> None:
        _kernels.write_response(*self.sequence_form.sets.part(sets), self._values, self._response)
        _kernels.move_average(self.iteration, self._response[cells], self._average[cells])

    def _run(self, terminals: Terminals, iterations: int) -> None:
        sets = self.sequence_form.sets
        _kernels.run_fictitious_play(
            self.game.layout.starts,
            sets.starts,
            sets.first,
            sets.choices,
            sets.parent,
            terminals.rows,
            terminals.others,
            terminals.weighted_payoffs,
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
