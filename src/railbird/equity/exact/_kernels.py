"""Exact counts of wins and ties over all run-outs, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird.cards.strength._kernels import strength_of_ranks
from railbird.cards.strength.evaluator_tables import StrengthTables
from railbird.compiled import inlined, kernel
from railbird.equity.completions import Completions, RankTables
from railbird.equity.completions._kernels import (
    MOST_BESIDE,
    cards_by_rank,
    completions_for,
    count_run_outs,
    list_completions,
    place_of,
    possible_multisets,
    suits_alike,
    ways_to_draw,
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
    """Add to `shared[p, k]` the run-outs on which player p is one of k winners; hands are rows of two cards.

    For each multiset of new ranks the winners by ranks alone are found once. Then flushes, suit by suit, take away
    the run-outs that they win.
    """
    players = len(hands)
    masks = np.empty((players, 4), dtype=np.uint16)
    for player in range(players):
        write_rank_masks(hands[player], masks[player])
    known, unseen = np.empty(4, dtype=np.uint16), np.empty(4, dtype=np.uint16)
    write_rank_masks(board, known)
    write_unseen(hands.reshape(-1), board, dead, unseen)
    missing = 5 - len(board)
    left = count_run_outs(unseen, missing, rank_tables)
    best, winners = np.zeros(len(left), dtype=np.uint16), np.zeros(len(left), dtype=np.int64)
    _win_by_ranks(hands, board, cards_by_rank(unseen, -1), rank_tables, tables, best, winners)
    for suit in range(4):
        alike = suits_alike(suit, known, unseen)
        if alike > 0:
            _win_by_flushes(suit, alike, masks, known, unseen, missing, rank_tables, tables.flushes, best, left, shared)
    for place in range(len(left)):
        if left[place] > 0:
            _add_wins(winners[place], left[place], shared)


@inlined
def _win_by_ranks(
    hands: NDArray[np.uint8],
    board: NDArray[np.uint8],
    available: NDArray[np.int64],
    rank_tables: RankTables,
    tables: StrengthTables,
    best: NDArray[np.uint16],
    winners: NDArray[np.int64],
) -> None:
    """Write the best strength without flushes, and the mask of the players who have it, by place of the new ranks."""
    missing = 5 - len(board)
    board_key = key_of(board, rank_tables.rank_keys)
    for row in range(rank_tables.multiset_starts[missing], rank_tables.multiset_starts[missing + 1]):
        # Ranks that cannot be drawn, such as five deuces, have no place of their own.
        if ways_to_draw(rank_tables.multiset_ranks[row], missing, available) == 0:
            continue
        place = place_of(rank_tables.multiset_keys[row], missing, rank_tables)
        for player in range(len(hands)):
            key = np.uint32(board_key + rank_tables.multiset_keys[row] + key_of(hands[player], rank_tables.rank_keys))
            strength = strength_of_ranks(key, tables.offsets, tables.values)
            if strength > best[place]:
                best[place], winners[place] = strength, 0
            if strength == best[place]:
                winners[place] |= 1 << player


@kernel
def _win_by_flushes(
    suit: int,
    alike: int,
    masks: NDArray[np.uint16],
    board: NDArray[np.uint16],
    unseen: NDArray[np.uint16],
    missing: int,
    tables: RankTables,
    flushes: NDArray[np.uint16],
    best: NDArray[np.uint16],
    left: NDArray[np.int64],
    shared: NDArray[np.int64],
) -> None:
    """Move the run-outs that flushes in a suit win from `left` to `shared`; `alike` suits are counted as one."""
    others = cards_by_rank(unseen, suit)
    rows, ways = np.empty(MOST_BESIDE, dtype=np.uint64), np.empty(MOST_BESIDE, dtype=np.int64)
    for in_suit in range(max(0, missing - 2), missing + 1):
        beside = possible_multisets(missing - in_suit, others, tables, rows, ways)
        for subset in range(tables.subset_starts[in_suit], tables.subset_starts[in_suit + 1]):
            new_ranks = tables.subset_masks[subset]
            if new_ranks & ~unseen[suit]:
                continue
            strength, winners = _best_flush(suit, np.uint16(board[suit] | new_ranks), masks, flushes)
            if strength == 0:
                continue
            won = 0
            for i in range(beside):
                key = np.uint32(tables.subset_keys[subset] + tables.multiset_keys[rows[i]])
                place = place_of(key, missing, tables)
                if best[place] < strength:
                    left[place] -= alike * ways[i]
                    won += alike * ways[i]
            _add_wins(winners, won, shared)


@inlined
def _best_flush(
    suit: int, board_ranks: np.uint16, masks: NDArray[np.uint16], flushes: NDArray[np.uint16]
) -> tuple[np.uint16, int]:
    """The best flush of all players in a suit, and the mask of the players who have it; 0 if nobody has one."""
    best, winners = np.uint16(0), 0
    for player in range(len(masks)):
        strength = flushes[board_ranks | masks[player, suit]]
        if strength > best:
            best, winners = strength, 0
        if strength == best:
            winners |= 1 << player
    return best, winners


@inlined
def _add_wins(winners: int, run_outs: int, shared: NDArray[np.int64]) -> None:
    count = 0
    for player in range(len(shared)):
        count += winners >> player & 1
    for player in range(len(shared)):
        shared[player, count] += (winners >> player & 1) * run_outs


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
