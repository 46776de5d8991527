"""Combinations of hands, one for each player, that share no card."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import CARD_COUNT
from railbird.cards.hands import HAND_MASKS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from railbird.equity.questions import Question
    from railbird.equity.ranges import Range

_PAIRS_AT_ONCE = 2**17
_FEW_PAIRS = 2**15
"""Fewer pairs than this are looked at one by one."""


def disjoint_combinations(masks: Sequence[NDArray[np.uint64]]) -> Iterator[NDArray[np.int64]]:
    """The combinations of entries, one of each list of masks, without a common bit: in blocks of rows of places."""
    yield from _extended(np.empty((1, 0), dtype=np.int64), np.zeros(1, dtype=np.uint64), masks)


def _extended(
    chosen: NDArray[np.int64], used: NDArray[np.uint64], masks: Sequence[NDArray[np.uint64]]
) -> Iterator[NDArray[np.int64]]:
    if not masks:
        yield chosen
        return
    step = max(1, _PAIRS_AT_ONCE // len(masks[0]))
    for start in range(0, len(chosen), step):
        rows, places = np.nonzero(used[start : start + step, np.newaxis] & masks[0] == 0)
        rows += start
        if len(rows):
            yield from _extended(np.column_stack((chosen[rows], places)), used[rows] | masks[0][places], masks[1:])


def combinations_of(question: Question) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float64]]]:
    """All combinations of hands, rows of their numbers, with their weights; in blocks."""
    lists = [hand_range.hands() for hand_range in question.all_ranges]
    for places in disjoint_combinations([HAND_MASKS[hands] for hands in lists]):
        rows = np.column_stack([hands[column] for hands, column in zip(lists, places.T, strict=True)])
        weights = np.ones(len(rows))
        for hand_range, column in zip(question.all_ranges, rows.T, strict=True):
            weights *= hand_range.weights[column]
        yield rows, weights


def expected_combinations(ranges: Sequence[Range], *, random_players: int = 0, live_cards: int = CARD_COUNT) -> float:
    """About how many combinations share no card: as if any two players were independent of the others."""
    expected = 1.0
    masks = [HAND_MASKS[hand_range.hands()] for hand_range in ranges]
    for player, own in enumerate(masks):
        expected *= len(own)
        for other in masks[:player]:
            if len(own) > 1 or len(other) > 1:
                expected *= _disjoint_share(own, other)
    for player in range(len(ranges), len(ranges) + random_players):
        expected *= comb(live_cards - 2 * player, 2)
    return expected


def _disjoint_share(first: NDArray[np.uint64], second: NDArray[np.uint64]) -> float:
    """The share of the pairs of hands that have no card in common."""
    pairs = len(first) * len(second)
    if pairs < _FEW_PAIRS:
        return 1 - np.count_nonzero(first[:, np.newaxis] & second) / pairs
    bits = np.uint64(1) << np.arange(CARD_COUNT, dtype=np.uint64)
    with_card, other_with_card = (np.count_nonzero(masks[:, np.newaxis] & bits, axis=0) for masks in (first, second))
    # Pairs of a hand with itself share two cards.
    sharing = int(with_card @ other_with_card) - len(np.intersect1d(first, second))
    return 1 - sharing / pairs
