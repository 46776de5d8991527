"""Hand strength of five, six or seven cards as an integer from 1 to 7,462; the higher wins, equal hands tie."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from railbird.cards.card import CARD_COUNT, as_cards
from railbird.cards.strength import _kernels
from railbird.cards.strength.classes import CLASS_COUNT, Category, category, describe
from railbird.cards.strength.evaluator_tables import HAND_SIZES, strength_tables
from railbird.errors import CardError
from railbird.python_objects import function_of_object
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from railbird.cards.card import Cards

__all__ = ["CLASS_COUNT", "Category", "category", "describe", "strength", "strengths"]


def strength(cards: Cards) -> int:
    """The strength of the best five of five, six or seven cards."""
    return _evaluate(cards) or _checked_strength(cards)


def _checked_strength(cards: Cards) -> int:
    """The same for anything that may be given, such as cards as text."""
    hand = as_cards(cards)
    if len(hand) not in HAND_SIZES:
        raise CardError(f"{number_of(len(hand), 'card')}: give the 5, 6 or 7 cards of one hand")
    return _evaluate(tuple(map(int, hand)))


def _evaluate_first(cards: object) -> int:
    """Load the compiled function, which the calls after this one find in its place."""
    global _evaluate  # noqa: PLW0603 (a global name is all that a single call can afford to look up)
    _evaluate = cast("Callable[[object], int]", function_of_object(_kernels.strength_of_sequence))
    return _evaluate(cards)


_evaluate: Callable[[object], int] = _evaluate_first


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
