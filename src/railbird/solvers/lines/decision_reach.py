"""How often single decisions of a strategy are reached, and with which card classes, without evaluating all the others.

Exact where all deals can be enumerated. Elsewhere the same random deals are followed down the line to each decision of
a round, which reads only the probabilities on that line. The card class of each hand is asked for by itself: drawing
classes for many deals at once may need tables that take long to build.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import deck
from railbird.rng import generator
from railbird.solvers.lines.studied_strategy import DEALS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.solvers.lines.studied_strategy import StudiedStrategy
    from railbird.strategy import Decision


LATER_DEALS = 1_000
"""Number of deals in a sample for the rounds after the first, whose hands hardly ever come twice: half a second."""


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

    def __init__(
        self, studied: StudiedStrategy, *, deals: int = DEALS, later_deals: int = LATER_DEALS, seed: int = 0
    ) -> None:
        self._studied = studied
        self._deals = deals
        self._later_deals = later_deals
        self._seed = seed
        self._classes: dict[int, NDArray[np.int32]] = {}
        """By round: the card classes of the same random deals for all decisions."""

    def of(self, decision: Decision) -> DecisionReach:
        """The reach of a decision."""
        play = self._studied.play
        if play is None:
            return self._sampled(decision)
        reach = play.reach[decision.cells]
        return DecisionReach(float(reach.sum()), 0.0, reach.sum(axis=1), reach.sum(axis=0), None)

    def _classes_in(self, street: int) -> NDArray[np.int32]:
        """By deal, position and round up to this one."""
        if street not in self._classes:
            self._classes[street] = self._dealt_classes(self._later_deals if street > 0 else self._deals, street)
        return self._classes[street]

    def _dealt_classes(self, deals: int, street: int) -> NDArray[np.int32]:
        game = self._studied.strategy.game
        rules, class_of = game.definition, cache(game.cards.class_of)
        cards = np.array(deck(ranks=rules.ranks, suits=rules.suits))
        places = generator(self._seed).permuted(np.tile(cards, (deals, 1)), axis=1)
        held = rules.players * rules.hole_cards
        hands = np.sort(places[:, :held].reshape(deals, rules.players, rules.hole_cards), axis=2).tolist()
        boards = [
            [(*board,) for board in places[:, held : held + size].tolist()] for size in rules.board_sizes[: street + 1]
        ]
        classes = [
            [[class_of((*hand,), board) for board in of_deal] for hand in own]
            for own, *of_deal in zip(hands, *boards, strict=True)
        ]
        return np.array(classes, dtype=np.int32)

    def _sampled(self, decision: Decision) -> DecisionReach:
        strategy = self._studied.strategy
        classes = self._classes_in(decision.street)
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
            deals=len(reach),
        )
