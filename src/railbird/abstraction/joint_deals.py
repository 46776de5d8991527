"""The list of all deals of a small game, as far as they differ to the players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.card_enumeration import CardEnumeration


@dataclass(frozen=True)
class JointDeals:
    """All deals that differ in the players' information or in who wins."""

    classes: NDArray[np.int64]
    """By deal and player: the class in the last round."""
    order: NDArray[np.int64]
    """By deal: who is stronger than whom."""
    probability: NDArray[np.float64]
    """Probability of each deal."""


def joint_deals(cards: CardEnumeration | None, players: int) -> JointDeals:
    """The deals of a game; a game without cards has a single deal."""
    if cards is None:
        return JointDeals(np.zeros((1, players), dtype=np.int64), np.zeros(1, dtype=np.int64), np.ones(1))
    pieces = [_deals_on(cards, board, players=players) for board in range(len(cards.boards[-1]))]
    classes = np.concatenate([piece.classes for piece in pieces])
    order = np.concatenate([piece.order for piece in pieces])
    probability = np.concatenate([piece.probability for piece in pieces])
    distinct, numbers = np.unique(np.column_stack([classes, order]), axis=0, return_inverse=True)
    total = np.bincount(numbers.ravel(), weights=probability).astype(np.float64)
    return JointDeals(distinct[:, :players], distinct[:, players], total)


def _deals_on(cards: CardEnumeration, board: int, *, players: int) -> JointDeals:
    """All hands of all players on one board of the last round."""
    classes, strengths = cards.classes[-1][board], cards.strengths[board]
    free = np.flatnonzero(classes >= 0)
    hands = free[:, None]
    for _ in range(players - 1):
        hands = np.column_stack([np.repeat(hands, len(free), axis=0), np.tile(free, len(hands))])
        taken = np.bitwise_or.reduce(cards.masks[hands[:, :-1]], axis=1)
        hands = hands[taken & cards.masks[hands[:, -1]] == 0]
    order = np.zeros(len(hands), dtype=np.int64)
    for first in range(players):
        for second in range(first + 1, players):
            order = 3 * order + 1 + np.sign(strengths[hands[:, first]] - strengths[hands[:, second]])
    probability = np.full(len(hands), cards.board_probabilities[-1][board] / len(hands))
    return JointDeals(classes[hands].astype(np.int64), order, probability)
