"""Values, best responses and exploitability by joint tables: exact in the abstract game that the tables describe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.blas import single_blas_thread
from railbird.errors import StrategyError
from railbird.solvers.exact.best_response import Evaluation
from railbird.solvers.vectors import _kernels
from railbird.solvers.vectors.vector_passes import VectorPasses

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame


class VectorEvaluator:
    """Evaluates strategies of one game."""

    def __init__(self, game: AbstractGame, passes: VectorPasses | None = None) -> None:
        self._passes = passes or VectorPasses(game)
        self._reach = tuple(self._passes.new_reach() for _ in range(2))
        self._response = self._passes.new_cells()

    def evaluate(self, strategy: NDArray[np.float64]) -> Evaluation:
        """Evaluate a strategy that is given as probabilities by cell."""
        if strategy.shape != self._response.shape:
            raise StrategyError(
                f"a strategy of {strategy.size:,} probabilities: the game has {self._response.size:,} cells"
            )
        with single_blas_thread():
            return self._evaluate(strategy)

    def _evaluate(self, strategy: NDArray[np.float64]) -> Evaluation:
        for player in range(2):
            self._passes.write_reach(player, strategy, self._reach[player])
        values, best_responses = [], []
        for player in range(2):
            best_responses.append(self._best_response(player))
            values.append(self._passes.profile_value(player, self._reach[player]))
        return Evaluation(values=tuple(values), best_responses=tuple(best_responses))

    def _best_response(self, player: int) -> float:
        return self._passes.climb(
            player,
            self._reach[1 - player],
            _kernels.respond,
            lambda street: (self._passes.cells(self._response, player, street),),
        )
