"""Exact counts and draws of many deals, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into
from railbird.cards.strength._kernels import strength_of_array
from railbird.cards.strength.evaluator_tables import StrengthTables
from railbird.compiled import inlined, kernel
from railbird.equity.completions import RankTables
from railbird.equity.exact._kernels import meet_random

_PAIR, _TWO_PAIR, _THREE, _FOUR = 1, 2, 3, 7


@kernel
def meet_random_each(
    deals: NDArray[np.uint8],
    by_score: NDArray[np.int64],
    rank_tables: RankTables,
    tables: StrengthTables,
    sums: NDArray[np.int64],
) -> None:
    """Add to each row of `sums` what `meet_random` sums for a row of two hole cards and the board.

    `by_score` is workspace.
    """
    dead = np.empty(0, dtype=np.uint8)
    for row in range(len(deals)):
        deal = deals[row]
        meet_random(deal[:2], deal[2:], dead, rank_tables, tables, sums[row], by_score)


@kernel
def count_draws(
    deals: NDArray[np.uint8],
    categories: NDArray[np.int64],
    straight_tops: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Write the outs, straight cards and flush cards of each row of two hole cards and a flop or turn.

    They are those of `metrics.draws`. `categories` is by strength, `straight_tops` by mask of ranks, -1 for none.
    """
    size = deals.shape[1]
    held = np.empty(size + 1, dtype=np.uint8)
    for row in range(len(deals)):
        deal = deals[row]
        copy_into(deal, held)
        now = categories[strength_of_array(deal)]
        board_ranks = _rank_mask(deal[2:])
        ranks = board_ranks | _rank_mask(deal[:2])
        counts[row] = 0
        for card in range(52):
            if _has_card(deal, card):
                continue
            held[size] = card
            then = categories[strength_of_array(held)]
            bit = 1 << (card >> 2)
            top = straight_tops[ranks | bit]
            straight = top > straight_tops[ranks] and top > straight_tops[board_ranks | bit]
            flush = _makes_flush(deal, card)
            above_board = then > now and then > _board_category(held[2:], categories)
            counts[row, 0] += np.int64(above_board or (then > now and (straight or flush)))
            counts[row, 1] += np.int64(straight)
            counts[row, 2] += np.int64(flush)


@inlined
def _rank_mask(cards: NDArray[np.uint8]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << (card >> 2)
    return mask


@inlined
def _has_card(cards: NDArray[np.uint8], card: int) -> bool:
    for other in cards:
        if other == card:
            return True
    return False


@inlined
def _makes_flush(deal: NDArray[np.uint8], card: int) -> bool:
    """Whether a card is the fifth of its suit, with at least one hole card in that suit."""
    suit = card & 3
    in_suit = 0
    for other in deal:
        in_suit += np.int64(other & 3 == suit)
    return in_suit == 4 and (deal[0] & 3 == suit or deal[1] & 3 == suit)


@inlined
def _board_category(board: NDArray[np.uint8], categories: NDArray[np.int64]) -> int:
    """The category of four or five board cards alone."""
    if len(board) == 5:
        return categories[strength_of_array(board)]
    same = 0
    for first in range(len(board)):
        for second in range(first):
            same += np.int64(board[first] >> 2 == board[second] >> 2)
    if same == 6:
        return _FOUR
    if same == 3:
        return _THREE
    return _TWO_PAIR if same == 2 else same * _PAIR
