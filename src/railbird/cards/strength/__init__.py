"""Hand strength of five, six or seven cards as an integer from 1 to 7,462; the higher wins, equal hands tie."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.card import CARD_COUNT, check_distinct, parse_cards
from railbird.cards.strength import _kernels
from railbird.cards.strength.classes import CLASS_COUNT, Category, category, describe
from railbird.cards.strength.evaluator_tables import HAND_SIZES, strength_tables
from railbird.compiled import EntryPoints
from railbird.errors import CardError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.cards.card import Cards

_direct = EntryPoints(
    five=(_kernels.strength_of_five, (0,) * 5),
    six=(_kernels.strength_of_six, (0,) * 6),
    seven=(_kernels.strength_of_seven, (0,) * 7),
)

__all__ = ["CLASS_COUNT", "Category", "category", "describe", "strength", "strengths"]


def strength(cards: Cards) -> int:
    """The strength of the best five of five, six or seven cards."""
    if isinstance(cards, str):
        cards = parse_cards(cards)
    size = len(cards)
    if size == 7:
        strength: int = _direct.seven(*cards)
    elif size == 6:
        strength = _direct.six(*cards)
    elif size == 5:
        strength = _direct.five(*cards)
    else:
        raise CardError(f"a hand of {size} cards has no strength: hands have 5, 6 or 7 cards")
    if strength == 0:
        check_distinct(cards)
    return strength


def strengths(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The strengths of many hands, one per row of an array of shape (n, 5), (n, 6) or (n, 7).

    The cards of a row must differ, or its strength is meaningless. This is not checked, because the check would
    take as long as the evaluation.
    """
    if hands.dtype != np.uint8 or hands.ndim != 2 or hands.shape[1] not in HAND_SIZES:
        raise CardError(
            f"not hands: an array of {hands.dtype} and shape {hands.shape}: give uint8 cards in n rows of 5, 6 or 7"
        )
    if hands.size and hands.max() >= CARD_COUNT:
        raise CardError(f"there is no card {hands.max()}: cards are numbered from 0 (2c) to 51 (As)")
    size = hands.shape[1]
    strengths = np.empty(len(hands), dtype=np.uint16)
    _kernels.strengths_of_hands(np.ascontiguousarray(hands).reshape(-1), size, strength_tables(size), strengths)
    return strengths
