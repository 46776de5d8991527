"""Counterfactual regret minimisation on sampled deals, in variants that also sample no choices, the opponents' choices,
or all choices.

A walk updates the traverser's regrets. With two players it also updates the opponent's average strategy, which is
unbiased: a walk follows all choices of the traverser, so that it reaches the opponent's decisions in proportion to the
opponent's own reach. Decisions that the opponent does not lead to need no update at all, and walks skip them.

With three players, the third player's choices would bias the average. There, each player adds to its own average apart
from the walk. In chance sampling it follows its own strategy and all choices of the others. Where choices are sampled,
it plays one more hand with its own strategy against opponents who choose uniformly at random, which reaches an
information set with a probability proportional to the player's own reach. With exploration those opponents have
tendencies, which lead to all parts of the tree more often than uniform choices do.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from railbird.errors import SolverError
from railbird.solvers.sampled import _kernels
from railbird.solvers.sampled.sampling import SampledCFR
from railbird.solvers.sampled.sampling_arrays import DealBatch, FullWorkspace, SampledWorkspace
from railbird.solvers.sampled.walk_tree import walk_tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame

    Walk: TypeAlias = Callable[[DealBatch, NDArray[np.uint64]], None]
    """Runs walks on the deals of a batch, with choices drawn from a random state."""

DEALS_AT_ONCE = 2_048
"""Large enough that the start of a batch costs little, small enough for the processor's cache."""


class DealSampledCFR(SampledCFR):
    """Counterfactual regret minimisation on random deals."""

    def __init__(self, game: AbstractGame, *, seed: int, linear: bool = False, threads: int = 1) -> None:
        super().__init__(game, seed=seed, linear=linear, threads=threads)
        self._source = game.deals()
        streets = game.layout.base.shape[1]
        self._tree = walk_tree(game.tree, rounds=streets)
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

    def _work(self, thread: int, numbers: range) -> None:
        deals, choices = self._streams[thread]
        players = self.game.players
        at_once = DEALS_AT_ONCE // players
        for start in range(0, len(numbers), at_once):
            part = numbers[start : start + at_once]
            classes = self._classes[thread, : len(part) * players]
            order = self._order[thread, : len(part) * players]
            self._source.deal(deals, classes=classes, order=order)
            self._walks[thread](DealBatch(classes, order, part.start, part.step), choices)


class ChanceSampledCFR(DealSampledCFR):
    """Chance sampling (Zinkevich et al. 2007): a walk follows all choices of all players for one deal."""

    algorithm: ClassVar[str] = "chance-sampling"

    def _new_walk(self) -> Walk:
        tree = self._tree
        nodes, rows = len(tree.nodes), tree.payoffs.shape[1]
        workspace = FullWorkspace(
            lines=np.empty(self._layout.base.size, dtype=np.int64),
            strategy=np.empty(len(tree.target)),
            reach=np.empty(nodes + rows),
            values=np.zeros(nodes + rows),
            visited=np.empty(nodes, dtype=np.int32),
        )
        return partial(_kernels.run_chance_sampling, tree, self._layout, self._tables, workspace, self.linear)


class ExternalSamplingCFR(DealSampledCFR):
    """External sampling (Lanctot et al. 2009): a walk follows all choices of the traverser, and samples all others.

    Walks learn nothing where the others never lead. With `exploration`, the others play at random in that percentage of
    the walks: each raises and folds as often as tendencies say that are drawn for the walk, whatever the cards. The
    strategy is then one against such opponents in that part of the hands.
    """

    algorithm: ClassVar[str] = "external-sampling"
    pure: ClassVar[bool] = False
    """Whether the traverser's choices are sampled too."""

    def __init__(
        self, game: AbstractGame, *, seed: int, linear: bool = False, threads: int = 1, exploration: int = 0
    ) -> None:
        if not 0 <= exploration < 100:
            raise SolverError(f"exploration of {exploration} %: give a whole number from 0 to 99")
        self.exploration = exploration
        super().__init__(game, seed=seed, linear=linear, threads=threads)
        if exploration:
            self.options = {**self.options, "exploration": exploration}

    def _new_walk(self) -> Walk:
        tree = self.game.tree
        size = _kernels.most_visited(self.game.players, tree.player, tree.first_edge, tree.child)
        workspace = SampledWorkspace(
            lines=np.empty(self._layout.base.size, dtype=np.int64),
            waiting=np.empty(size, dtype=np.int32),
            visited=np.empty(size, dtype=np.int32),
            values=np.empty(size),
            tendencies=np.empty((self.game.players, 2)),
        )
        return partial(
            _kernels.run_external_sampling,
            self._tree,
            self._layout,
            self._tables,
            workspace,
            self.linear,
            self.pure,
            self.exploration / 100,
        )

    def _average_sums(self) -> NDArray[np.float32]:
        sums = self._tables.average
        if self.exploration:
            # Walks with exploration learn where the own strategy never led: there the current strategy has to do.
            sums = sums.copy()
            tree, layout = self.game.tree, self.game.layout
            _kernels.fill_unreached(
                tree.player,
                tree.street,
                tree.first_edge,
                tree.slot,
                layout.base,
                layout.width,
                layout.classes,
                self._tables.regrets,
                sums,
            )
        return sums


class PureCFR(ExternalSamplingCFR):
    """Pure CFR (Gibson 2014): all players play pure strategies, whose choices are drawn when a walk reaches a decision.

    Regrets are relative to the value of the drawn choice, and the average counts choices. With payoffs in whole chips
    all of these are integers.
    """

    algorithm = "pure-cfr"
    pure = True
