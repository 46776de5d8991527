"""Fictitious play with joint tables; without perfect recall this is Dudziak's form of it (2006).

Reach is averaged, not probabilities, so that a response counts only where it is reached. Reach is linear in all passes,
also through transitions, so the averages are exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from railbird.blas import single_blas_thread
from railbird.solvers.exact.fictitious_play import FictitiousPlay
from railbird.solvers.vectors import _kernels
from railbird.solvers.vectors.vector_solver import VectorSolver

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.solvers.vectors.vector_passes import Arguments


class VectorFictitiousPlay(VectorSolver):
    """Fictitious play that starts from the uniform strategy: the same as `FictitiousPlay`."""

    algorithm: ClassVar[str] = FictitiousPlay.algorithm

    def __init__(self, game: AbstractGame, *, threads: int | None = None) -> None:
        super().__init__(game, threads=threads)
        self._average, self._response = self.passes.new_cells(), self.passes.new_cells()
        self._response_reach = self.passes.new_reach()
        with single_blas_thread():
            for player in range(2):
                # Without weights the strategy is uniform.
                self.passes.write_reach(player, self._response, self._response_reach)
                self._move_average(player)

    @property
    def _weights(self) -> NDArray[np.float64]:
        return self._average

    def _update(self, player: int) -> None:
        self.passes.climb(player, self._reach[1 - player], _kernels.respond, self._arguments(player))
        self.passes.write_reach(player, self._response, self._response_reach)
        self._move_average(player)

    def _compile(self) -> None:
        self.passes.compile(_kernels.respond, self._arguments(0))

    def _arguments(self, player: int) -> Arguments:
        return lambda street: (self.passes.cells(self._response, player, street),)

    def _move_average(self, player: int) -> None:
        for street, cut in enumerate(self.passes.rounds):
            average = self.passes.cells(self._average, player, street)
            reach = self._response_reach[street]
            self.passes.by_class(street, _kernels.move_average, player, cut.nodes, self.iteration, reach, average)

    def average_strategy(self) -> NDArray[np.float64]:
        return self.game.probabilities(self._average)

    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        return {"average": self._average}
