"""The common part of sampling solvers: tables, random streams, and threads.

Tables are in single precision, which halves their memory, and memory limits what can be solved: with ten buckets per
round, two-player limit hold'em has 57 million information sets. Samples are far noisier than the rounding, but rounding
to nearest is biased: large sums would stop growing. So regrets and the sums of the average strategy are rounded
stochastically (see `_kernels._add`), which is unbiased.

Each player's walk has its own deal. If the players of an iteration shared a deal, it would meet strategies that were
just updated for it, and the updates would be biased.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import SolverError
from railbird.rng import kernel_state
from railbird.solvers.sampled.sampling_arrays import DealBatch, LayoutArrays, RegretTables
from railbird.solvers.sampled.walk_tree import walk_tree
from railbird.solvers.solver import Solver
from railbird.solvers.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame

    Walk: TypeAlias = Callable[[DealBatch, NDArray[np.uint64]], None]
    """Runs walks on the deals of a batch, with choices drawn from a random state."""

DEALS_AT_ONCE = 2_048
"""Large enough that the start of a batch costs little, small enough for the processor's cache."""


class SampledCFR(Solver):
    """Counterfactual regret minimisation on random deals.

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
        self._source = game.deals()
        self._tree = walk_tree(game.tree, rounds=game.layout.base.shape[1])
        self._layout = LayoutArrays(game.layout.base, game.layout.width)
        self._tables = RegretTables(*(np.zeros(game.layout.count, dtype=np.float32) for _ in RegretTables._fields))
        # Deals and choices have separate streams, because deals are drawn a batch ahead.
        self._streams = np.stack([[kernel_state(seed, thread, use) for use in range(2)] for thread in range(threads)])
        streets = game.layout.base.shape[1]
        self._classes = np.zeros((threads, DEALS_AT_ONCE, game.players, streets), dtype=np.int32)
        self._order = np.zeros((threads, DEALS_AT_ONCE), dtype=np.int32)
        self._walks = [self._new_walk() for _ in range(threads)]

    @abstractmethod
    def _new_walk(self) -> Walk:
        """The walk of a thread, with its own workspace."""

    def prepare(self) -> None:
        empty = DealBatch(self._classes[0, :0], self._order[0, :0], iteration=1, stride=1)
        deals, choices = self._streams[0]
        self._source.deal(deals, classes=empty.classes, order=empty.order)
        self._walks[0](empty, choices)

    def _step(self, iterations: int) -> None:
        self._workers.run(partial(self._work, thread, iterations) for thread in range(self._workers.threads))
        self.iteration += iterations

    def _work(self, thread: int, iterations: int) -> None:
        """Run the iterations of a thread."""
        deals, choices = self._streams[thread]
        players = self.game.players
        numbers = range(self.iteration + 1 + thread, self.iteration + 1 + iterations, self._workers.threads)
        at_once = DEALS_AT_ONCE // players
        for start in range(0, len(numbers), at_once):
            part = numbers[start : start + at_once]
            classes = self._classes[thread, : len(part) * players]
            order = self._order[thread, : len(part) * players]
            self._source.deal(deals, classes=classes, order=order)
            self._walks[thread](DealBatch(classes, order, part.start, part.step), choices)

    def average_strategy(self) -> NDArray[np.float64]:
        return self.game.probabilities(self._tables.average)

    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        return {**self._tables._asdict(), "streams": self._streams}
