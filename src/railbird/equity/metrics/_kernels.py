"""Hand-strength metrics in compiled code."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird.cards.strength.evaluator_tables import StrengthTables
from railbird.compiled import inlined, kernel
from railbird.equity.completions import Completions, RankTables
from railbird.equity.completions._kernels import (
    cards_by_rank,
    completions_for,
    count_run_outs,
    list_completions,
    write_rank_masks,
    write_unseen,
)
from railbird.equity.exact._kernels import key_of, meet_random, opposing_cards, showdown_strength

_BEST_SCORE = 2 * 990


class Kinds(NamedTuple):
    """Workspace for the kinds of cards that an opponent can hold (see `opposing_cards`)."""

    ranks: NDArray[np.uint64]
    in_suit: NDArray[np.uint64]
    copies: NDArray[np.int64]


@kernel
def count_turns_of_fortune(
    hand: NDArray[np.uint8],
    board: NDArray[np.uint8],
    rank_tables: RankTables,
    tables_now: StrengthTables,
    tables: StrengthTables,
    counts: NDArray[np.int64],
) -> None:
    """Add to `counts[now, later]` the pairs of run-out and opposing hand; 0 is behind, 1 tied, 2 ahead.

    This is the matrix HP of Billings, Davidson, Schaeffer and Szafron, The challenge of poker (2002), section 5.3.
    """
    known, own_masks, unseen = np.empty(4, dtype=np.uint16), np.empty(4, dtype=np.uint16), np.empty(4, dtype=np.uint16)
    write_rank_masks(board, known)
    write_rank_masks(hand, own_masks)
    write_unseen(hand, board, board, unseen)
    missing = 5 - len(board)
    flush_from = np.full(4, 3, dtype=np.int64)
    own_key = key_of(hand, rank_tables.rank_keys)
    board_key = key_of(board, rank_tables.rank_keys)
    own_now = np.uint16(0)
    for suit in range(4):
        own_now = max(own_now, _strength(board_key + own_key, known[suit] | own_masks[suit], tables_now))
    left = count_run_outs(unseen, missing, rank_tables)
    boards = completions_for(flush_from, missing, rank_tables)
    kinds = Kinds(np.empty(26, dtype=np.uint64), np.empty(26, dtype=np.uint64), np.empty(26, dtype=np.int64))
    for part in range(5):
        count = list_completions(part, known, unseen, flush_from, missing, rank_tables, left, boards)
        suit_now = known[part] if part < 4 else np.uint16(0)
        for place in range(count):
            suit_ranks = boards.suit_ranks[place] | own_masks[max(boards.suit[place], 0)]
            own = _strength(boards.rank_key[place] + own_key, suit_ranks, tables)
            opposing = opposing_cards(
                unseen, cards_by_rank(unseen, -1), place, boards, kinds.ranks, kinds.in_suit, kinds.copies
            )
            _compare_hands(
                own_now,
                own,
                board_key,
                suit_now,
                opposing,
                kinds,
                place,
                boards,
                rank_tables,
                tables_now,
                tables,
                counts,
            )


@inlined
def _strength(rank_key: int, suit_ranks: int, tables: StrengthTables) -> np.uint16:
    return showdown_strength(np.uint32(rank_key), np.uint16(suit_ranks), tables.offsets, tables.values, tables.flushes)


@kernel
def _compare_hands(
    own_now: np.uint16,
    own: np.uint16,
    board_key: np.uint32,
    suit_now: np.uint16,
    opposing: int,
    kinds: Kinds,
    place: int,
    boards: Completions,
    rank_tables: RankTables,
    tables_now: StrengthTables,
    tables: StrengthTables,
    counts: NDArray[np.int64],
) -> None:
    """Compare a hand with all opposing hands, now and on one full board."""
    ranks, in_suit, copies = kinds
    for first in range(opposing):
        for second in range(first + 1):
            hands = copies[first] * copies[second]
            if first == second:
                hands = copies[first] * (copies[first] - 1) // 2
            if hands == 0:
                continue
            key = rank_tables.rank_keys[ranks[first]] + rank_tables.rank_keys[ranks[second]]
            suited = in_suit[first] << ranks[first] | in_suit[second] << ranks[second]
            now = _strength(board_key + key, np.uint64(suit_now) | suited, tables_now)
            later = _strength(boards.rank_key[place] + key, np.uint64(boards.suit_ranks[place]) | suited, tables)
            before = np.int64(own_now > now) + np.int64(own_now >= now)
            after = np.int64(own > later) + np.int64(own >= later)
            counts[before, after] += hands * boards.weight[place]


@kernel
def write_final_strengths(
    deals: NDArray[np.uint8],
    rank_tables: RankTables,
    tables: StrengthTables,
    means: NDArray[np.float64],
    mean_squares: NDArray[np.float64],
    histograms: NDArray[np.float64],
) -> None:
    """Write the moments and the histogram of the final strength of each deal, a row of hand and board."""
    bins = histograms.shape[1]
    nothing_dead = np.empty(0, dtype=np.uint8)
    by_score = np.empty(_BEST_SCORE + 1, dtype=np.int64)
    sums = np.empty(6, dtype=np.int64)
    for i in range(len(deals)):
        by_score[:] = 0
        sums[:] = 0
        histograms[i] = 0.0
        meet_random(deals[i, :2], deals[i, 2:], nothing_dead, rank_tables, tables, sums, by_score)
        total = squares = 0.0
        for score in range(_BEST_SCORE + 1):
            share = by_score[score] / sums[5]
            total += share * score
            squares += share * score * score
            histograms[i, min(score * bins // _BEST_SCORE, bins - 1)] += share
        means[i] = total / _BEST_SCORE
        mean_squares[i] = squares / (_BEST_SCORE * _BEST_SCORE)


@kernel
def write_turns_of_fortune(
    deals: NDArray[np.uint8],
    rank_tables: RankTables,
    tables_now: StrengthTables,
    tables: StrengthTables,
    counts: NDArray[np.int64],
) -> None:
    """Write the matrix of `count_turns_of_fortune` for each deal on a flop or turn."""
    for i in range(len(deals)):
        count_turns_of_fortune(deals[i, :2], deals[i, 2:], rank_tables, tables_now, tables, counts[i])
