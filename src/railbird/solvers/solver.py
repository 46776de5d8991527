"""The contract of solvers: the same for every algorithm."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from railbird.errors import SolverError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame


class Solver(ABC):
    """Improves a strategy for all players of a game, iteration by iteration; each updates every player once."""

    algorithm: ClassVar[str]
    """The name by which it is chosen."""

    def __init__(self, game: AbstractGame) -> None:
        self.game = game
        self.options: Mapping[str, int] = {}
        """What the algorithm was told beyond the game, such as its seed."""
        self.iteration = 0
        """How many are done."""

    @abstractmethod
    def prepare(self) -> None:
        """Compile all that `step` runs, so that its time can be taken."""

    def step(self, iterations: int = 1) -> None:
        """Go on for so many iterations."""
        if type(iterations) is not int or iterations < 0:
            raise SolverError(f"{iterations!r} iterations: give a whole number, 0 or more")
        self._step(iterations)

    @abstractmethod
    def _step(self, iterations: int) -> None:
        """The same, for a number that is known to be one."""

    @abstractmethod
    def average_strategy(self) -> NDArray[np.float64]:
        """The strategy so far: the probability of each cell in its information set."""

    @abstractmethod
    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        """All that it has learned: what a checkpoint keeps, to be changed in place when it is read again."""
