"""Scores on all rivers of chosen hands, looked up one by one: a sample of what the shipped tables count for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.hand_values import BEST_SCORE
from railbird.cards.isomorphism import HAND_RIVER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from railbird.abstraction.hand_values import HandValues


def with_next_card(deals: NDArray[np.uint8]) -> Iterator[tuple[NDArray[np.bool_], NDArray[np.uint8]]]:
    """For each card of the deck: the deals that it can follow, as a mask, and these deals followed by it."""
    for card in range(52):
        can_follow = (deals != card).all(axis=1)
        chosen = deals[can_follow]
        yield can_follow, np.column_stack([chosen, np.full(len(chosen), card, dtype=np.uint8)])


def river_histogram_of(deals: NDArray[np.uint8], weights: NDArray[np.int64], values: HandValues) -> NDArray[np.int64]:
    """The weights of hands with a turn board by their scores on all rivers."""
    histogram = np.zeros(BEST_SCORE + 1, dtype=np.int64)
    for chosen, rivers in with_next_card(deals):
        scores = values.river_scores[HAND_RIVER.indices(rivers)]
        # The sums are whole numbers far below 2**53.
        histogram += np.bincount(scores, weights=weights[chosen], minlength=BEST_SCORE + 1).astype(np.int64)
    return histogram
