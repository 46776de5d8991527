"""Counterfactual regret minimisation on sampled deals, in variants that also sample no choices, the opponents' choices,
or all choices.

Where the opponents' choices are sampled, the walk also updates their average strategies. With two players this is
unbiased: a walk follows all choices of the traverser, so that it reaches the opponent's decisions with a probability
proportional to the opponent's own reach. With three players, the third player's choices would bias the average. There,
each player plays one more hand per iteration for its average, with its own strategy against opponents who choose
uniformly at random, which reaches an information set with a probability proportional to the player's own reach.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from railbird.solvers.sampled import _kernels
from railbird.solvers.sampled.sampling import SampledCFR
from railbird.solvers.sampled.sampling_arrays import FullWorkspace, SampledWorkspace

if TYPE_CHECKING:
    from railbird.solvers.sampled.sampling import Walk


class ChanceSampledCFR(SampledCFR):
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


class ExternalSamplingCFR(SampledCFR):
    """External sampling (Lanctot et al. 2009): a walk follows all choices of the traverser, and samples all others."""

    algorithm: ClassVar[str] = "external-sampling"
    pure: ClassVar[bool] = False
    """Whether the traverser's choices are sampled too."""

    def _new_walk(self) -> Walk:
        tree = self.game.tree
        size = _kernels.most_visited(self.game.players, tree.player, tree.first_edge, tree.child)
        workspace = SampledWorkspace(
            lines=np.empty(self._layout.base.size, dtype=np.int64),
            waiting=np.empty(size, dtype=np.int32),
            visited=np.empty(size, dtype=np.int32),
            values=np.empty(size),
        )
        return partial(
            _kernels.run_external_sampling, self._tree, self._layout, self._tables, workspace, self.linear, self.pure
        )


class PureCFR(ExternalSamplingCFR):
    """Pure CFR (Gibson 2014): all players play pure strategies, whose choices are drawn when a walk reaches a decision.

    Regrets are relative to the value of the drawn choice, and the average counts choices. With payoffs in whole chips
    all of these are integers.
    """

    algorithm = "pure-cfr"
    pure = True
