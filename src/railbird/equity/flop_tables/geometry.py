"""How flops, hands and renamings of suits go together: look-up arrays for building the flop tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.cards.hands import HAND_CARDS, HAND_COUNT
from railbird.cards.isomorphism import FLOP, HAND_FLOP
from railbird.cards.suits import SUIT_PERMUTATIONS, renamed, renamed_hands

if TYPE_CHECKING:
    from numpy.typing import NDArray

FLOP_COUNT = 22_100


class FlopGeometry(NamedTuple):
    """What leads from a flop and a hand to their canonical index in two steps."""

    flop_class: NDArray[np.int16]
    """By flop: its class, 0 to 1,754."""
    renaming: NDArray[np.uint8]
    """By flop: the renaming of suits that makes it the representative of its class."""
    renamed_hands: NDArray[np.int16]
    """By renaming and hand: the hand with its suits renamed."""
    hand_indices: NDArray[np.int32]
    """By flop class and hand: the canonical index of the hand with the representative flop; -1 if they clash."""


def flop_geometry() -> FlopGeometry:
    """The look-up arrays, about ten megabytes."""
    flops = FLOP.deals(np.arange(FLOP.size))
    flop_class = np.empty(FLOP_COUNT, dtype=np.int16)
    renaming = np.empty(FLOP_COUNT, dtype=np.uint8)
    for number, permutation in enumerate(SUIT_PERMUTATIONS):
        # What the inverse makes of a representative, the permutation makes the representative again.
        numbers = _flop_numbers(renamed(flops, np.argsort(permutation)))
        flop_class[numbers] = np.arange(FLOP.size)
        renaming[numbers] = number
    return FlopGeometry(
        flop_class=flop_class,
        renaming=renaming,
        renamed_hands=renamed_hands(),
        hand_indices=np.stack([_hand_indices(flop) for flop in flops]),
    )


def _flop_numbers(flops: NDArray[np.uint8]) -> NDArray[np.int64]:
    one, two, three = np.sort(flops, axis=1).astype(np.int64).T
    return np.asarray(three * (three - 1) * (three - 2) // 6 + two * (two - 1) // 2 + one)


def _hand_indices(flop: NDArray[np.uint8]) -> NDArray[np.int32]:
    indices = np.full(HAND_COUNT, -1, dtype=np.int32)
    possible = ~np.isin(HAND_CARDS, flop).any(axis=1)
    deals = np.empty((np.count_nonzero(possible), 5), dtype=np.uint8)
    deals[:, :2] = HAND_CARDS[possible]
    deals[:, 2:] = flop
    indices[possible] = HAND_FLOP.indices(deals)
    return indices
