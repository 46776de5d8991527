"""Exact counts of wins and ties over all run-outs, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird.cards.strength._kernels import strength_of_ranks
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

_COUNTER = np.uint64(15)


@inlined
def showdown_strength(
    rank_key: np.uint32,
    suit_ranks: np.uint16,
    offsets: NDArray[np.uint32],
    values: NDArray[np.uint16],
    flushes: NDArray[np.uint16],
) -> np.uint16:
    """The strength of seven cards, from the sum of their rank keys and their ranks in the flush suit.

    `flushes` is 0 for fewer than five ranks; a flush beats everything that the ranks alone can make beside it.
    """
    return max(strength_of_ranks(rank_key, offsets, values), flushes[suit_ranks])


@kernel
def meet_known(
    hands: NDArray[np.uint8],
    board: NDArray[np.uint8],
    dead: NDArray[np.uint8],
    rank_tables: RankTables,
    tables: StrengthTables,
    shared: NDArray[np.int64],
) -> None:
    """Add to `shared[p, k]` the run-outs on which player p is one of k winners; hands are rows of two cards."""
    players = len(hands)
    masks = np.empty((players, 4), dtype=np.uint16)
    keys = np.empty(players, dtype=np.uint32)
    held = np.zeros(4, dtype=np.int64)
    for player in range(players):
        write_rank_masks(hands[player], masks[player])
        keys[player] = key_of(hands[player], rank_tables.rank_keys)
        for suit in range(4):
            in_suit = np.int64(hands[player, 0] & 3 == suit) + np.int64(hands[player, 1] & 3 == suit)
            held[suit] = max(held[suit], in_suit)
    known, unseen = np.empty(4, dtype=np.uint16), np.empty(4, dtype=np.uint16)
    write_rank_masks(board, known)
    write_unseen(hands.reshape(-1), board, dead, unseen)
    missing = 5 - len(board)
    # A flush needs five cards; `held` is the largest number in one hand, the board must have the rest.
    flush_from = 5 - held
    left = count_run_outs(unseen, missing, rank_tables)
    boards = completions_for(flush_from, missing, rank_tables)
    for part in range(5):
        count = list_completions(part, known, unseen, flush_from, missing, rank_tables, left, boards)
        count_known(masks, keys, boards, count, tables, shared)


@kernel
def meet_random(
    hand: NDArray[np.uint8],
    board: NDArray[np.uint8],
    dead: NDArray[np.uint8],
    rank_tables: RankTables,
    tables: StrengthTables,
    sums: NDArray[np.int64],
    by_score: NDArray[np.int64],
) -> None:
    """Sum the counts of `count_random` over all run-outs; the sixth sum is the number of run-outs.

    `by_score` gets the number of run-outs by score, 2 * beaten + tied.
    """
    known, own_masks, unseen = np.empty(4, dtype=np.uint16), np.empty(4, dtype=np.uint16), np.empty(4, dtype=np.uint16)
    write_rank_masks(board, known)
    write_rank_masks(hand, own_masks)
    write_unseen(hand, board, dead, unseen)
    missing = 5 - len(board)
    flush_from = np.full(4, 3, dtype=np.int64)
    left = count_run_outs(unseen, missing, rank_tables)
    boards = completions_for(flush_from, missing, rank_tables)
    counts = np.empty((len(boards.suit), 5), dtype=np.int64)
    key = key_of(hand, rank_tables.rank_keys)
    for part in range(5):
        count = list_completions(part, known, unseen, flush_from, missing, rank_tables, left, boards)
        count_random(own_masks, key, unseen, boards, count, rank_tables.rank_keys, tables, counts)
        for place in range(count):
            weight = boards.weight[place]
            by_score[2 * counts[place, 0] + counts[place, 1]] += weight
            sums[5] += weight
            for column in range(5):
                sums[column] += weight * counts[place, column]


@inlined
def key_of(cards: NDArray[np.uint8], rank_keys: NDArray[np.uint32]) -> np.uint32:
    key = np.uint32(0)
    for card in cards:
        key += rank_keys[card >> 2]
    return key


@kernel
def count_known(
    hands: NDArray[np.uint16],
    hand_keys: NDArray[np.uint32],
    boards: Completions,
    board_count: int,
    tables: StrengthTables,
    shared: NDArray[np.int64],
) -> None:
    """Known hands against each other: add to `shared[p, k]` the run-outs on which player p is one of k winners.

    A hand is given by its ranks in each suit, as four masks, and the sum of its rank keys.
    """
    offsets, values, flushes = tables.offsets, tables.values, tables.flushes
    players = len(hand_keys)
    strengths = np.empty(players, dtype=np.uint16)
    for place in range(board_count):
        suit = max(boards.suit[place], 0)
        # Without a flush suit the board's mask is empty, and two hole cards make no flush.
        board_ranks = boards.suit_ranks[place]
        best = np.uint16(0)
        for player in range(players):
            suit_ranks = np.uint16(board_ranks | hands[player, suit])
            rank_key = np.uint32(boards.rank_key[place] + hand_keys[player])
            strengths[player] = showdown_strength(rank_key, suit_ranks, offsets, values, flushes)
            best = max(best, strengths[player])
        winners = 0
        for player in range(players):
            winners += np.int64(strengths[player] == best)
        for player in range(players):
            shared[player, winners] += np.int64(strengths[player] == best) * boards.weight[place]


@kernel
def count_random(
    hand: NDArray[np.uint16],
    hand_key: np.uint32,
    unseen: NDArray[np.uint16],
    boards: Completions,
    board_count: int,
    rank_keys: NDArray[np.uint32],
    tables: StrengthTables,
    counts: NDArray[np.int64],
) -> None:
    """A hand against random hands: write a row of counts for each completion.

    The columns are the opposing hands that are beaten and that tie, and the ordered pairs of disjoint opposing
    hands with both beaten, one beaten and one tied, and both tied.
    """
    ranks = np.empty(26, dtype=np.uint64)
    in_suit = np.empty(26, dtype=np.uint64)
    copies = np.empty(26, dtype=np.int64)
    beaten_with = np.empty(26, dtype=np.int64)
    tied_with = np.empty(26, dtype=np.int64)
    unseen_by_rank = cards_by_rank(unseen, -1)
    for place in range(board_count):
        suit_ranks = np.uint16(boards.suit_ranks[place] | hand[max(boards.suit[place], 0)])
        rank_key = np.uint32(boards.rank_key[place] + hand_key)
        own = showdown_strength(rank_key, suit_ranks, tables.offsets, tables.values, tables.flushes)
        kinds = opposing_cards(unseen, unseen_by_rank, place, boards, ranks, in_suit, copies)
        beaten_with[:kinds] = 0
        tied_with[:kinds] = 0
        _meet_hands(own, kinds, ranks, in_suit, copies, place, boards, rank_keys, tables, beaten_with, tied_with)
        _count_pairs(kinds, copies, beaten_with, tied_with, counts[place])


@inlined
def opposing_cards(
    unseen: NDArray[np.uint16],
    unseen_by_rank: NDArray[np.int64],
    place: int,
    boards: Completions,
    ranks: NDArray[np.uint64],
    in_suit: NDArray[np.uint64],
    copies: NDArray[np.int64],
) -> int:
    """Write the kinds of cards that an opponent can hold on a full board; return the number of kinds.

    Cards are of the same kind if they have the same rank and none of them is in the flush suit.
    """
    suit = boards.suit[place]
    suit_left = np.uint16(0)
    if suit >= 0:
        suit_left = unseen[suit] & ~boards.new_suit_ranks[place]
    kinds = 0
    for rank in range(13):
        left = unseen_by_rank[rank] - np.int64(boards.new_ranks[place] >> np.uint64(4 * rank) & _COUNTER)
        in_flush_suit = np.int64(suit_left >> np.uint16(rank) & np.uint16(1))
        for flush_card, many in ((1, in_flush_suit), (0, left - in_flush_suit)):
            if many > 0:
                ranks[kinds] = rank
                in_suit[kinds] = flush_card
                copies[kinds] = many
                kinds += 1
    return kinds


@inlined
def _meet_hands(
    own: np.uint16,
    kinds: int,
    ranks: NDArray[np.uint64],
    in_suit: NDArray[np.uint64],
    copies: NDArray[np.int64],
    place: int,
    boards: Completions,
    rank_keys: NDArray[np.uint32],
    tables: StrengthTables,
    beaten_with: NDArray[np.int64],
    tied_with: NDArray[np.int64],
) -> None:
    """For a card of each kind, count the opposing hands with this card that are beaten and that tie."""
    offsets, values, flushes = tables.offsets, tables.values, tables.flushes
    suit_ranks = np.uint64(boards.suit_ranks[place])
    for first in range(kinds):
        first_key = np.uint32(boards.rank_key[place] + rank_keys[ranks[first]])
        first_ranks = suit_ranks | in_suit[first] << ranks[first]
        many = copies[first]
        beaten = 0
        tied = 0
        for second in range(first):
            key = np.uint32(first_key + rank_keys[ranks[second]])
            flush = np.uint16(first_ranks | in_suit[second] << ranks[second])
            value = showdown_strength(key, flush, offsets, values, flushes)
            weaker = np.int64(value < own)
            equal = np.int64(value == own)
            beaten += weaker * copies[second]
            tied += equal * copies[second]
            beaten_with[second] += weaker * many
            tied_with[second] += equal * many
        if many > 1:
            key = np.uint32(first_key + rank_keys[ranks[first]])
            value = showdown_strength(key, np.uint16(suit_ranks), offsets, values, flushes)
            beaten += np.int64(value < own) * (many - 1)
            tied += np.int64(value == own) * (many - 1)
        beaten_with[first] += beaten
        tied_with[first] += tied


@inlined
def _count_pairs(
    kinds: int,
    copies: NDArray[np.int64],
    beaten_with: NDArray[np.int64],
    tied_with: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Write the numbers of hands, and of pairs of hands without a common card, from the numbers of hands by card.

    A set S of hands has |S|^2 ordered pairs. Let n_c be the number of hands in S that contain card c: then the sum
    of n_c^2 counts the pairs that share a card, and the pairs of a hand with itself twice.
    """
    beaten = tied = 0
    beaten_squares = tied_squares = both_squares = 0
    for kind in range(kinds):
        beaten += copies[kind] * beaten_with[kind]
        tied += copies[kind] * tied_with[kind]
        beaten_squares += copies[kind] * beaten_with[kind] ** 2
        tied_squares += copies[kind] * tied_with[kind] ** 2
        both_squares += copies[kind] * (beaten_with[kind] + tied_with[kind]) ** 2
    beaten //= 2
    tied //= 2
    both = beaten + tied
    beaten_pairs = beaten * beaten - beaten_squares + beaten
    tied_pairs = tied * tied - tied_squares + tied
    counts[0] = beaten
    counts[1] = tied
    counts[2] = beaten_pairs
    counts[3] = both * both - both_squares + both - beaten_pairs - tied_pairs
    counts[4] = tied_pairs
