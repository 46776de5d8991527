"""Counterfactual regret minimisation that looks at one random deal at a time, in the forms that differ in what else
is left to chance: nothing, the others' choices, or all choices.

Where the others' choices are sampled, the average strategy is learned from them too. With two players this is right on
average: a walk follows all choices of its own player, so that it comes to the other's decisions as often as the
other's own choices lead there, times a constant. With three, the third player's choices would weigh in. There, each
player plays one more hand in each iteration for its average: by its own strategy against others who choose everything
alike, which leads to an information set as often as the own choices do, times a constant.
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
    """A walk follows all choices of all players, for one deal (Zinkevich et al. 2007)."""

    algorithm: ClassVar[str] = "chance-sampling"

    def _new_walk(self) -> Walk:
        tree = self._tree
        nodes = len(tree.player)
        workspace = FullWorkspace(
            after=np.empty(nodes, dtype=np.int32),
            strategy=np.empty(len(tree.child)),
            own=np.empty(nodes),
            others=np.empty(nodes),
            values=np.empty(nodes),
            visited=np.empty(nodes, dtype=np.int32),
        )
        _kernels.write_afters(tree.first_edge, tree.child, workspace.after)
        return partial(_kernels.run_chance_sampling, tree, self._layout, self._tables, workspace, self.linear)


class ExternalSamplingCFR(SampledCFR):
    """A walk follows all choices of its player, and one of anybody else's (Lanctot et al. 2009)."""

    algorithm: ClassVar[str] = "external-sampling"
    pure: ClassVar[bool] = False
    """Whether the own choices are sampled too."""

    def _new_walk(self) -> Walk:
        tree = self._tree
        size = _kernels.most_visited(self.game.players, tree.player, tree.first_edge, tree.child)
        workspace = SampledWorkspace(
            waiting=np.empty(size, dtype=np.int32), visited=np.empty(size, dtype=np.int32), values=np.empty(size)
        )
        return partial(
            _kernels.run_external_sampling, tree, self._layout, self._tables, workspace, self.linear, self.pure
        )


class PureCFR(ExternalSamplingCFR):
    """All play pure strategies drawn anew for each walk (Gibson 2014): a choice is drawn where a walk meets a decision.

    Regrets are differences to the value of the drawn choice, and the average counts choices. With payoffs in whole
    chips all of these are whole numbers.
    """

    algorithm = "pure-cfr"
    pure = True
