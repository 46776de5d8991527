"""The hands of several ranges, and sums over them, as arrays for compiled code."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.cards import CARD_COUNT
from railbird.cards.hands import HAND_CARDS, HAND_COUNT, HAND_MASKS
from railbird.cards.strength.evaluator_tables import strength_tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.equity.ranges import Range

BELOW, UPTO = 0, 1
"""Levels of a sweep: the hands below the present strength, and those up to it."""


class MeetingHands(NamedTuple):
    """All hands that are in any of the ranges."""

    cards: NDArray[np.uint8]
    """Two for each hand, lower first."""
    masks: NDArray[np.uint64]
    """The cards as bits."""
    keys: NDArray[np.uint32]
    """The sums of the evaluator's rank keys, one for each pair of ranks that is among the hands."""
    ranks: NDArray[np.uint8]
    """The place of each hand's pair of ranks in `keys`."""
    suit_ranks: NDArray[np.uint16]
    """By suit and hand: the ranks in that suit, as a mask of 13 bits."""
    weights: NDArray[np.float64]
    """By player and hand."""
    starts: NDArray[np.int64]
    """Where the list of each player begins in `members`, and where the last one ends."""
    members: NDArray[np.int64]
    """The hands of each player, one list after another; those of the last player are the first of all hands."""


class SweepSums(NamedTuple):
    """Weights of hands that a sweep has passed, by level (`BELOW`, `UPTO`) and player."""

    total: NDArray[np.float64]
    by_card: NDArray[np.float64]
    by_pair: NDArray[np.float64]
    """By both cards, in either order; of three players only, as is the next."""
    shared: NDArray[np.float64]
    """The products of the weights that the player's two opponents give to the same hand, by card, and their total."""


def meeting_hands(ranges: Sequence[Range]) -> MeetingHands:
    """The hands of these ranges."""
    weights = np.stack([hand_range.weights for hand_range in ranges])
    is_last = weights[-1] > 0
    numbers = np.concatenate((is_last.nonzero()[0], (weights.any(axis=0) > is_last).nonzero()[0]))
    weights = weights.take(numbers, axis=1)
    players, members = np.nonzero(weights)
    pair_keys, pairs, suit_ranks = _keys_and_ranks()
    is_present = np.zeros(len(pair_keys), dtype=np.bool_)
    is_present[pairs[numbers]] = True
    return MeetingHands(
        cards=HAND_CARDS.take(numbers, axis=0),
        masks=HAND_MASKS[numbers],
        keys=pair_keys[is_present],
        ranks=(np.cumsum(is_present) - 1)[pairs[numbers]].astype(np.uint8),
        suit_ranks=suit_ranks.take(numbers, axis=1),
        weights=weights,
        starts=np.searchsorted(players, np.arange(len(ranges) + 1)),
        members=members,
    )


@cache
def _keys_and_ranks() -> tuple[NDArray[np.uint32], NDArray[np.intp], NDArray[np.uint16]]:
    """The key of each pair of ranks; by hand its pair, and its ranks in each suit."""
    keys = strength_tables(7).keys.astype(np.uint32)[HAND_CARDS].sum(axis=1, dtype=np.uint32)
    pair_keys, pairs = np.unique(keys, return_inverse=True)
    suit_ranks = np.zeros((4, HAND_COUNT), dtype=np.uint16)
    for column in (0, 1):
        card = HAND_CARDS[:, column]
        suit_ranks[card & 3, np.arange(HAND_COUNT)] |= np.uint16(1) << (card >> 2).astype(np.uint16)
    return pair_keys, pairs, suit_ranks


def sweep_sums(players: int) -> SweepSums:
    """Sums of no hands."""
    third = 2 if players == 3 else 0
    return SweepSums(
        total=np.zeros((2, players)),
        by_card=np.zeros((2, players, CARD_COUNT)),
        by_pair=np.zeros((third, players, CARD_COUNT, CARD_COUNT)),
        shared=np.zeros((third, players, CARD_COUNT + 1)),
    )
