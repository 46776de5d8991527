"""The common part of sampling solvers: tables, random streams, and threads.

Tables are in single precision, which halves their memory, and memory limits what can be solved: with ten buckets per
round, two-player limit hold'em has 57 million information sets. Samples are far noisier than the rounding, but rounding
to nearest is biased: large sums would stop growing. So regrets and the sums of the average strategy are rounded
stochastically (see `_kernels.add_rounded`), which is unbiased.

Each player's update has its own cards. If the players of an iteration shared them, they would meet strategies that were
just updated for them, and the updates would be biased.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import SolverError
from railbird.rng import kernel_state
from railbird.solvers.sampled.sampling_arrays import LayoutArrays, RegretTables
from railbird.solvers.solver import Solver
from railbird.solvers.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame


class SampledCFR(Solver):
    """Counterfactual regret minimisation on random cards.

    With `linear`, iteration t weighs t, in the regrets and in the average (Brown and Sandholm 2019).

    With one thread a seed reproduces every bit, regardless of how the iterations are split into steps. Several threads
    share the tables without locks: each of n threads runs every n-th iteration with its own random streams, and
    occasionally one thread overwrites an update of another. This does not harm convergence, but results differ from run
    to run.
    """

    def __init__(self, game: AbstractGame, *, seed: int, linear: bool = False, threads: int = 1) -> None:
        super().__init__(game)
        if threads < 1:
            raise SolverError(f"{threads} threads: a solver needs at least 1")
        self.options = {"seed": seed, "linear": linear, "threads": threads}
        self.linear = linear
        self._workers = Workers(threads)
        self._layout = LayoutArrays(game.layout.base, game.layout.width)
        self._tables = RegretTables(*(np.zeros(game.layout.count, dtype=np.float32) for _ in RegretTables._fields))
        # Cards and choices have separate streams, because cards are drawn a batch ahead.
        self._streams = np.stack([[kernel_state(seed, thread, use) for use in range(2)] for thread in range(threads)])

    def _step(self, iterations: int) -> None:
        threads = self._workers.threads
        numbers = range(self.iteration + 1, self.iteration + 1 + iterations)
        self._workers.run(partial(self._work, thread, numbers[thread::threads]) for thread in range(threads))
        self.iteration += iterations

    @abstractmethod
    def _work(self, thread: int, numbers: range) -> None:
        """Run the iterations with these numbers on a thread."""

    def average_strategy(self) -> NDArray[np.float64]:
        return self.game.probabilities(self._average_sums())

    def _stored_probabilities(self) -> NDArray[np.float32]:
        return self.game.single_probabilities(self._average_sums())

    def _average_sums(self) -> NDArray[np.float32]:
        """The sums by cell; the average strategy is computed from them."""
        return self._tables.average

    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        return {**self._tables._asdict(), "streams": self._streams}
