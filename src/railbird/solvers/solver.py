"""The contract of solvers, the same for every algorithm."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from railbird.abstraction.abstract_game import PokerGame
from railbird.errors import SolverError, StrategyError
from railbird.strategy import Origin, Strategy

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame


class Solver(ABC):
    """Improves a strategy for all players of a game; each iteration updates every player once."""

    algorithm: ClassVar[str]
    """Name of the algorithm."""

    def __init__(self, game: AbstractGame) -> None:
        self.game = game
        self.options: Mapping[str, int] = {}
        """Options of the algorithm, such as its seed."""
        self.iteration = 0
        """Number of iterations done."""

    @abstractmethod
    def prepare(self) -> None:
        """Compile the code of `step`, so that its timing excludes compilation."""

    def step(self, iterations: int = 1) -> None:
        """Run `iterations` more iterations."""
        if type(iterations) is not int or iterations < 0:
            raise SolverError(f"{iterations!r} iterations: give a whole number of at least 0")
        self._step(iterations)

    @abstractmethod
    def _step(self, iterations: int) -> None:
        """Run the iterations; `step` has validated their number."""

    @abstractmethod
    def average_strategy(self) -> NDArray[np.float64]:
        """The average strategy so far, as the probability of each cell in its information set."""

    def strategy(self) -> Strategy:
        """The average strategy so far, with the game, the bet menu and the card abstraction that were solved."""
        if not isinstance(self.game, PokerGame):
            raise StrategyError(
                f"{self.game.name} is not a poker game: only poker games have strategies that can be saved"
            )
        origin = Origin(algorithm=self.algorithm, iterations=self.iteration, seconds=0.0, options=self.options)
        return Strategy(self.game, self._stored_probabilities(), origin)

    def _stored_probabilities(self) -> NDArray[np.float64] | NDArray[np.float32]:
        """The average strategy as `strategy` keeps it."""
        return self.average_strategy()

    @abstractmethod
    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        """The solver's state; a checkpoint saves these arrays, and loading a checkpoint overwrites them in place."""
