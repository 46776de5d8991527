"""The masking transition: general transition probabilities, masked by what the actual board makes possible.

Dudziak (2006) compares two ways to adapt transitions to the cards on the table. The perfect transition generates a
matrix for the state of both rounds, from tables of every state of the game; it was rejected for the number of states
and the size of these tables. The masking transition takes the general matrix, sets the buckets to 0 that no hand can be
in on the new board, and normalises the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.hands import HAND_CARDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.abstraction.equity_chain.equity_buckets import EquityBuckets
    from railbird.cards import Card


def possible_buckets(buckets: EquityBuckets, board: Sequence[Card], *, dead: Sequence[Card] = ()) -> NDArray[np.bool_]:
    """Which buckets hands can be in on a flop, turn or river, if they hold none of the dead cards."""
    classes = buckets.classes_on(board)
    free = (classes >= 0) & ~np.isin(HAND_CARDS, list(dead)).any(axis=1)
    possible = np.zeros(buckets.counts[len(board) - 2], dtype=np.bool_)
    possible[classes[free]] = True
    return possible


def masked_distribution(
    distribution: NDArray[np.float64], transition: NDArray[np.float64], possible: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """The distribution over the buckets of the next round, by the masked transition of every bucket.

    Buckets from which no possible bucket follows are left out, unless that leaves nothing: then all possible buckets
    are equally likely.
    """
    masked = transition * possible
    left = masked.sum(axis=1)
    weights = np.where(left > 0, distribution / np.where(left > 0, left, 1.0), 0.0)
    later = weights @ masked
    total = later.sum()
    return np.asarray(later / total if total > 0 else possible / possible.sum())
