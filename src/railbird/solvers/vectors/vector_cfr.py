"""Counterfactual regret minimisation with joint tables, in the variants of `solvers.exact.exact_cfr`."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from railbird.solvers.exact.exact_cfr import CFR, CFRPlus, DiscountedCFR, LinearCFR
from railbird.solvers.vectors import _kernels
from railbird.solvers.vectors.vector_solver import VectorSolver

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.solvers.vectors.vector_passes import Arguments


class VectorCFR(VectorSolver):
    """The original CFR: the same iterates as `CFR`, for all classes of a betting node at once."""

    algorithm: ClassVar[str] = CFR.algorithm
    powers: ClassVar[tuple[float, float, float]] = CFR.powers

    def __init__(self, game: AbstractGame, *, threads: int | None = None) -> None:
        super().__init__(game, threads=threads)
        self._regrets, self._average = self.passes.new_cells(), self.passes.new_cells()

    @property
    def _weights(self) -> NDArray[np.float64]:
        return self._regrets

    def _update(self, player: int) -> None:
        self.passes.climb(player, self._reach[1 - player], _kernels.learn, self._arguments(player))

    def _compile(self) -> None:
        self.passes.compile(_kernels.learn, self._arguments(0))

    def _arguments(self, player: int) -> Arguments:
        def arguments(street: int) -> tuple[object, ...]:
            regrets = self.passes.cells(self._regrets, player, street)
            average = self.passes.cells(self._average, player, street)
            return self.powers, self.iteration, self._reach[player][street], regrets, average

        return arguments

    def average_strategy(self) -> NDArray[np.float64]:
        return self.game.probabilities(self._average)

    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        return {"regrets": self._regrets, "average": self._average}


class VectorCFRPlus(VectorCFR):
    """CFR+ with joint tables."""

    algorithm = CFRPlus.algorithm
    powers = CFRPlus.powers


class VectorLinearCFR(VectorCFR):
    """Linear CFR with joint tables."""

    algorithm = LinearCFR.algorithm
    powers = LinearCFR.powers


class VectorDiscountedCFR(VectorCFR):
    """Discounted CFR with joint tables."""

    algorithm = DiscountedCFR.algorithm
    powers = DiscountedCFR.powers
