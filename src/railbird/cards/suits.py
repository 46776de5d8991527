"""Permutations of suits, under which the strength of hands does not change."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.hands import HAND_CARDS, hand_numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

SUIT_PERMUTATIONS: NDArray[np.uint8] = np.array(list(permutations(range(4))), dtype=np.uint8)
"""The 24 permutations; each row gives the new suit of every old suit."""
SUIT_PERMUTATIONS.setflags(write=False)


def renamed(cards: NDArray[np.uint8], permutation: NDArray[np.integer]) -> NDArray[np.uint8]:
    """The cards with their suits permuted."""
    return np.asarray((cards & np.uint8(0xFC)) | permutation.astype(np.uint8)[cards & 3])


@cache
def renamed_hands() -> NDArray[np.int16]:
    """By permutation and hand: the number of the hand with its suits permuted."""
    return np.stack([hand_numbers(renamed(HAND_CARDS, permutation)) for permutation in SUIT_PERMUTATIONS]).astype(
        np.int16
    )
