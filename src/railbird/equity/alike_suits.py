"""Suits that a question does not tell apart: permutations that leave it as it is, and what they make alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.cards import CARD_COUNT, rank_of, suit_of
from railbird.cards.hands import HAND_CARDS, HAND_COUNT, HAND_MASKS
from railbird.cards.suits import SUIT_PERMUTATIONS, renamed_hands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.cards import Card
    from railbird.equity.ranges import Range


_PERMUTATIONS: list[list[int]] = SUIT_PERMUTATIONS.tolist()


class RunOutClasses(NamedTuple):
    """The cards that may come."""

    cards: NDArray[np.uint8]
    """A row of up to two cards for each run-out; those that suits make alike are listed once."""
    copies: NDArray[np.uint16]
    """The number of run-outs that each row represents."""


def fixing_permutations(cards: Sequence[Sequence[Card]], ranges: Sequence[Range] = ()) -> list[int]:
    """The permutations of suits that leave every set of cards and every range unchanged; the first changes nothing."""
    in_suits: list[tuple[int, ...]] = [(), (), (), ()]
    for number, group in enumerate(cards):
        for card in sorted(group):
            in_suits[suit_of(card)] += (number, rank_of(card))
    if len({*in_suits}) == len(in_suits):
        return [0]
    return [
        number
        for number, permutation in enumerate(_PERMUTATIONS)
        if all(in_suits[suit] == in_suits[new] for suit, new in enumerate(permutation))
        and (number == 0 or all(_is_fixed(spread, number) for spread in ranges))
    ]


def _is_fixed(spread: Range, permutation: int) -> bool:
    return np.array_equal(spread.weights[renamed_hands()[permutation]], spread.weights)


def run_outs_up_to_suits(board: Sequence[Card], dead: Sequence[Card], ranges: Sequence[Range]) -> RunOutClasses:
    """The run-outs of a flop, turn or river board; on the flop, those that suits make alike are listed once."""
    used = np.uint64(sum(1 << card for card in (*board, *dead)))
    if len(board) == 5:
        return RunOutClasses(np.empty((1, 0), dtype=np.uint8), np.ones(1, dtype=np.uint16))
    if len(board) == 4:
        cards = np.flatnonzero(~used >> np.arange(CARD_COUNT, dtype=np.uint64) & np.uint64(1)).astype(np.uint8)
        return RunOutClasses(cards[:, np.newaxis], np.ones(len(cards), dtype=np.uint16))
    pairs = np.flatnonzero(HAND_MASKS & used == 0)
    permutations = fixing_permutations([board, dead], ranges)
    if len(permutations) == 1:
        return RunOutClasses(HAND_CARDS.take(pairs, axis=0), np.ones(len(pairs), dtype=np.uint16))
    first, copies = np.unique(renamed_hands()[permutations][:, pairs].min(axis=0), return_counts=True)
    return RunOutClasses(HAND_CARDS.take(first, axis=0), copies.astype(np.uint16))


def combinations_up_to_suits(
    combinations: NDArray[np.int64], weights: NDArray[np.float64], permutations: Sequence[int]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The first of all combinations of hands that these permutations make alike, with the sum of their weights.

    Combinations are rows of hand numbers.
    """
    rows = renamed_hands()[permutations][:, combinations].astype(np.int64)
    numbers = _row_numbers(rows)
    first = numbers.argmin(axis=0)
    columns = np.arange(len(combinations))
    _, places, groups = np.unique(numbers[first, columns], return_index=True, return_inverse=True)
    sums: NDArray[np.float64] = np.bincount(groups, weights=weights).astype(np.float64)
    return rows[first, columns][places], sums


def _row_numbers(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Numbers of the rows along the last axis, in lexicographic order: equal for equal rows."""
    numbers = np.zeros(rows.shape[:-1], dtype=np.int64)
    for column in range(rows.shape[-1]):
        # Each prefix is replaced by its rank, so that no number overflows.
        ranks = np.unique(numbers, return_inverse=True)[1].reshape(numbers.shape)
        numbers = ranks * HAND_COUNT + rows[..., column]
    return numbers
