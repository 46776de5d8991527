"""The common part of solvers with joint tables."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from railbird.blas import single_blas_thread
from railbird.solvers.solver import Solver
from railbird.solvers.vectors.vector_passes import VectorPasses

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame


class VectorSolver(Solver):
    """Updates one player after the other, against the reach of the opponent's latest strategy."""

    def __init__(self, game: AbstractGame, *, threads: int | None = None) -> None:
        super().__init__(game)
        self.passes = VectorPasses(game, threads=threads)
        self._reach = tuple(self.passes.new_reach() for _ in range(2))
        self._reach_iteration = -1
        """The iteration whose strategies the reach belongs to; another one after a checkpoint was loaded."""

    def prepare(self) -> None:
        with single_blas_thread():
            self._write_reach()
        self._compile()

    def _step(self, iterations: int) -> None:
        with single_blas_thread():
            if self._reach_iteration != self.iteration:
                self._write_reach()
            for _ in range(iterations):
                self._iterate()

    def _iterate(self) -> None:
        self.iteration += 1
        for player in range(2):
            self._update(player)
            self.passes.write_reach(player, self._weights, self._reach[player])
        self._reach_iteration = self.iteration

    def _write_reach(self) -> None:
        for player in range(2):
            self.passes.write_reach(player, self._weights, self._reach[player])
        self._reach_iteration = self.iteration

    @property
    @abstractmethod
    def _weights(self) -> NDArray[np.float64]:
        """By cell: the weights of the strategy that the opponent learns from."""

    @abstractmethod
    def _update(self, player: int) -> None:
        """Update one player in one iteration."""

    @abstractmethod
    def _compile(self) -> None:
        """Compile the kernels of an update by calling them without work."""
