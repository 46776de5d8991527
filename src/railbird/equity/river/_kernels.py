"""Sorting and sweeping of the 1,081 hands on a full board, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird.cards.strength._kernels import strength_of_ranks
from railbird.cards.strength.evaluator_tables import StrengthTables
from railbird.compiled import inlined, kernel

HANDS_ON_BOARD = 1081
CARDS_LEFT = 47
_LANES = 48  # a multiple of the vector width, so that inner loops have no remainder
_LOW_BITS = np.uint16(127)
_HIGH_SHIFT = np.uint16(7)


@kernel
def sort_hands(
    board: NDArray[np.uint8],
    tables: StrengthTables,
    cards: NDArray[np.uint8],
    hands: NDArray[np.uint8],
    strengths: NDArray[np.uint16],
) -> None:
    """Write the possible hands on a board, weakest first.

    `cards` gets the 47 remaining cards in ascending order, `hands` the hands as rows of two indices into `cards`,
    lower first, and `strengths` their strengths.
    """
    suit_masks = np.zeros(4, dtype=np.uint16)
    board_key = np.uint64(0)
    on_board = np.uint64(0)
    for card in board:
        board_key += tables.keys[card]
        on_board |= np.uint64(1) << np.uint64(card)
        suit_masks[card & 3] |= np.uint16(1 << (card >> 2))
    left = 0
    for card in range(52):
        if not on_board >> np.uint64(card) & np.uint64(1):
            cards[left] = card
            left += 1
    unsorted = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    _evaluate(cards, board_key, board_flush_suit(board_key), suit_masks, tables, unsorted)
    _sort(unsorted, hands, strengths)


@inlined
def board_flush_suit(board_key: np.uint64) -> int:
    """The suit with at least three board cards, or -1."""
    for suit in range(4):
        if board_key >> np.uint64(32 + 4 * suit) & np.uint64(15) >= 3:
            return suit
    return -1


@kernel
def _evaluate(
    cards: NDArray[np.uint8],
    board_key: np.uint64,
    flush_suit: int,
    suit_masks: NDArray[np.uint16],
    tables: StrengthTables,
    strengths: NDArray[np.uint16],
) -> None:
    place = 0
    for high in range(CARDS_LEFT):
        high_key = board_key + tables.keys[cards[high]]
        for low in range(high):
            key = np.uint32(high_key + tables.keys[cards[low]])
            strengths[place] = strength_of_ranks(key, tables.offsets, tables.values)
            place += 1
    if flush_suit < 0:
        return
    flush_ranks = np.empty(CARDS_LEFT, dtype=np.uint16)
    for i in range(CARDS_LEFT):
        in_suit = cards[i] & 3 == flush_suit
        flush_ranks[i] = suit_masks[flush_suit] | np.uint16(np.int64(in_suit) << (cards[i] >> 2))
    place = 0
    for high in range(CARDS_LEFT):
        for low in range(high):
            flush = tables.flushes[flush_ranks[high] | flush_ranks[low]]
            strengths[place] = max(strengths[place], flush)
            place += 1


@kernel
def _sort(unsorted: NDArray[np.uint16], hands: NDArray[np.uint8], strengths: NDArray[np.uint16]) -> None:
    """A radix sort in two passes of seven bits."""
    starts = np.zeros((2, 129), dtype=np.int64)
    for strength in unsorted:
        starts[0, (strength & _LOW_BITS) + 1] += 1
        starts[1, (strength >> _HIGH_SHIFT) + 1] += 1
    for digit in range(128):
        starts[0, digit + 1] += starts[0, digit]
        starts[1, digit + 1] += starts[1, digit]
    half_sorted = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    half_hands = np.empty((HANDS_ON_BOARD, 2), dtype=np.uint8)
    place = 0
    for high in range(CARDS_LEFT):
        for low in range(high):
            digit = unsorted[place] & _LOW_BITS
            target = starts[0, digit]
            starts[0, digit] = target + 1
            half_sorted[target] = unsorted[place]
            half_hands[target, 0] = low
            half_hands[target, 1] = high
            place += 1
    for place in range(HANDS_ON_BOARD):
        digit = half_sorted[place] >> _HIGH_SHIFT
        target = starts[1, digit]
        starts[1, digit] = target + 1
        strengths[target] = half_sorted[place]
        hands[target, 0] = half_hands[place, 0]
        hands[target, 1] = half_hands[place, 1]


@kernel
def count_all_hands(hands: NDArray[np.uint8], strengths: NDArray[np.uint16], counts: NDArray[np.int64]) -> None:
    """Write the counts of every hand on a board, in sorted order, against one and two random opponents.

    The columns are those of `exact._kernels.count_random`. `weaker[c]` and `upto[c]` are the numbers of hands with
    card c that are below, and at most at, the current strength; the matrices record the other card.
    """
    weaker = np.zeros(_LANES, dtype=np.int32)
    upto = np.zeros(_LANES, dtype=np.int32)
    weaker_with = np.zeros((_LANES, _LANES), dtype=np.int32)
    upto_with = np.zeros((_LANES, _LANES), dtype=np.int32)
    start = 0
    while start < HANDS_ON_BOARD:
        end = start
        while end < HANDS_ON_BOARD and strengths[end] == strengths[start]:
            _add_hand(hands[end, 0], hands[end, 1], upto, upto_with)
            end += 1
        for place in range(start, end):
            low, high = hands[place, 0], hands[place, 1]
            beaten = np.int64(start - weaker[low] - weaker[high])
            # The hand itself has its own strength and contains both cards.
            not_worse = np.int64(end - upto[low] - upto[high] + 1)
            beaten_squares, both_squares, tied_squares = _squares(low, high, weaker, weaker_with, upto, upto_with)
            tied = not_worse - beaten
            beaten_pairs = beaten * beaten - beaten_squares + beaten
            tied_pairs = tied * tied - tied_squares + tied
            counts[place, 0] = beaten
            counts[place, 1] = tied
            counts[place, 2] = beaten_pairs
            counts[place, 3] = not_worse * not_worse - both_squares + not_worse - beaten_pairs - tied_pairs
            counts[place, 4] = tied_pairs
        for place in range(start, end):
            _add_hand(hands[place, 0], hands[place, 1], weaker, weaker_with)
        start = end


@kernel
def score_hands(hands: NDArray[np.uint8], strengths: NDArray[np.uint16], scores: NDArray[np.uint16]) -> None:
    """Write the score of every hand on a board, in sorted order: 2 * beaten + tied opposing hands."""
    weaker = np.zeros(CARDS_LEFT, dtype=np.int64)
    upto = np.zeros(CARDS_LEFT, dtype=np.int64)
    start = 0
    while start < HANDS_ON_BOARD:
        end = start
        while end < HANDS_ON_BOARD and strengths[end] == strengths[start]:
            upto[hands[end, 0]] += 1
            upto[hands[end, 1]] += 1
            end += 1
        for place in range(start, end):
            low, high = hands[place, 0], hands[place, 1]
            # The hand itself has its own strength and contains both cards.
            scores[place] = start - weaker[low] - weaker[high] + end - upto[low] - upto[high] + 1
        for place in range(start, end):
            weaker[hands[place, 0]] += 1
            weaker[hands[place, 1]] += 1
        start = end


@inlined
def _add_hand(low: int, high: int, holding: NDArray[np.int32], holding_with: NDArray[np.int32]) -> None:
    holding[low] += 1
    holding[high] += 1
    holding_with[low, high] = 1
    holding_with[high, low] = 1


@inlined
def _squares(
    low: int,
    high: int,
    weaker: NDArray[np.int32],
    weaker_with: NDArray[np.int32],
    upto: NDArray[np.int32],
    upto_with: NDArray[np.int32],
) -> tuple[int, int, int]:
    """The sums of n_c^2 over all other cards c for the beaten, the beaten or tied, and the tied hands."""
    beaten_squares = np.int32(0)
    both_squares = np.int32(0)
    tied_squares = np.int32(0)
    for card in range(_LANES):
        beaten = weaker[card] - weaker_with[low, card] - weaker_with[high, card]
        both = upto[card] - upto_with[low, card] - upto_with[high, card]
        beaten_squares += beaten * beaten
        both_squares += both * both
        tied_squares += (both - beaten) * (both - beaten)
    for card in (low, high):
        beaten = weaker[card] - weaker_with[low, card] - weaker_with[high, card]
        both = upto[card] - upto_with[low, card] - upto_with[high, card]
        beaten_squares -= beaten * beaten
        both_squares -= both * both
        tied_squares -= (both - beaten) * (both - beaten)
    return np.int64(beaten_squares), np.int64(both_squares), np.int64(tied_squares)
