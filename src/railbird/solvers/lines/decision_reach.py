"""How often single decisions of a strategy are reached, and with which card classes, without evaluating all the others.

Exact where all deals can be enumerated. Elsewhere the same random deals are followed down the line to each decision,
which reads only the probabilities on that line.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from railbird.rng import kernel_state
from railbird.solvers.lines.studied_strategy import DEALS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.solvers.lines.studied_strategy import StudiedStrategy
    from railbird.strategy import Decision


@dataclass(frozen=True)
class DecisionReach:
    """How often a decision is reached if all play the strategy."""

    total: float
    error: float
    """Its standard error; 0 if exact."""
    by_class: NDArray[np.float64]
    """By card class of the player to act: how often it is reached with the class; the sum is `total`."""
    by_choice: NDArray[np.float64]
    """By choice: how often the line goes on with it; the sum is `total`."""
    deals: int | None
    """Number of sampled deals; None if all deals were enumerated."""


class DecisionReaches:
    """The reach of the decisions of a strategy, asked for one by one."""

    def __init__(self, studied: StudiedStrategy, *, deals: int = DEALS, seed: int = 0) -> None:
        self._studied = studied
        self._deals = deals
        self._seed = seed

    def of(self, decision: Decision) -> DecisionReach:
        """The reach of a decision."""
        play = self._studied.play
        if play is None:
            return self._sampled(decision)
        reach = play.reach[decision.cells]
        return DecisionReach(float(reach.sum()), 0.0, reach.sum(axis=1), reach.sum(axis=0), None)

    @cached_property
    def _classes(self) -> NDArray[np.int32]:
        """By deal, position and round: the card classes of the same random deals for all decisions."""
        game = self._studied.strategy.game
        classes = np.empty((self._deals, game.players, len(game.layout.classes)), dtype=np.int32)
        game.deals().deal(kernel_state(self._seed), classes=classes, order=np.empty(self._deals, dtype=np.int32))
        return classes

    def _sampled(self, decision: Decision) -> DecisionReach:
        strategy, classes = self._studied.strategy, self._classes
        tree, layout = strategy.game.tree, strategy.game.layout
        reach, node = np.ones(len(classes)), 0
        for action in decision.actions:
            player, street = int(tree.player[node]), int(tree.street[node])
            children = tree.children(node)
            first = layout.base[player, street] + tree.slot[node] + [*children].index(action)
            reach *= strategy.probabilities_of(first + classes[:, player, street] * layout.width[player, street])
            node = children[action]
        own = classes[:, decision.position, decision.street]
        shares = strategy.probabilities_of(decision.cells[own])
        return DecisionReach(
            total=float(reach.mean()),
            error=float(reach.std() / np.sqrt(len(reach))),
            by_class=np.bincount(own, weights=reach, minlength=len(decision.cells)) / len(reach),
            by_choice=reach @ shares / len(reach),
            deals=self._deals,
        )
