"""Listing of the completions of a board, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird.cards.strength.evaluator_tables import ROW_BITS
from railbird.compiled import inlined, kernel
from railbird.equity.completions import Completions, RankTables

MOST_BESIDE = 91
"""With three new cards in the flush suit, at most two others come: 91 multisets of two ranks."""
_ROW_BITS = np.uint32(ROW_BITS)
_ALL_RANKS = np.uint16((1 << 13) - 1)


@inlined
def write_rank_masks(cards: NDArray[np.uint8], masks: NDArray[np.uint16]) -> None:
    """The ranks of the cards in each suit: four masks of 13 bits."""
    for suit in range(4):
        masks[suit] = 0
    for card in cards:
        masks[card & 3] |= np.uint16(1 << (card >> 2))


@inlined
def write_unseen(
    first: NDArray[np.uint8], second: NDArray[np.uint8], third: NDArray[np.uint8], masks: NDArray[np.uint16]
) -> None:
    """All cards except those in the three arrays, as masks."""
    for suit in range(4):
        masks[suit] = _ALL_RANKS
    _remove(first, masks)
    _remove(second, masks)
    _remove(third, masks)


@inlined
def _remove(cards: NDArray[np.uint8], masks: NDArray[np.uint16]) -> None:
    for card in cards:
        masks[card & 3] &= ~np.uint16(1 << (card >> 2))


@kernel
def count_run_outs(unseen: NDArray[np.uint16], missing: int, tables: RankTables) -> NDArray[np.int64]:
    """The number of run-outs for each multiset of new ranks (see `place_of`), all still to be listed."""
    left = np.zeros(tables.places_of_five if missing == 5 else tables.places_of_few, dtype=np.int64)
    available = cards_by_rank(unseen, -1)
    for row in range(tables.multiset_starts[missing], tables.multiset_starts[missing + 1]):
        ways = ways_to_draw(tables.multiset_ranks[row], missing, available)
        if ways > 0:
            left[place_of(tables.multiset_keys[row], missing, tables)] = ways
    return left


@kernel
def completions_for(flush_from: NDArray[np.int64], missing: int, tables: RankTables) -> Completions:
    """Empty arrays, large enough for any part of the completions."""
    most = tables.multiset_starts[missing + 1] - tables.multiset_starts[missing]
    for suit in range(4):
        in_part = 0
        for in_suit in range(max(0, flush_from[suit] - (5 - missing)), missing + 1):
            subsets = tables.subset_starts[in_suit + 1] - tables.subset_starts[in_suit]
            beside = missing - in_suit
            in_part += subsets * (tables.multiset_starts[beside + 1] - tables.multiset_starts[beside])
        most = max(most, in_part)
    return Completions(
        np.empty(most, dtype=np.int8),
        np.empty(most, dtype=np.int64),
        np.empty(most, dtype=np.uint32),
        np.empty(most, dtype=np.uint16),
        np.empty(most, dtype=np.uint64),
        np.empty(most, dtype=np.uint16),
    )


@kernel
def list_completions(
    part: int,
    board: NDArray[np.uint16],
    unseen: NDArray[np.uint16],
    flush_from: NDArray[np.int64],
    missing: int,
    tables: RankTables,
    left: NDArray[np.int64],
    out: Completions,
) -> int:
    """List a part of the completions of `board` by `missing` cards from `unseen`; return their number.

    Parts 0 to 3, which must be listed first, have a possible flush in that suit: `flush_from[suit]` or more board
    cards (at least three). Part 4 is the rest. Listing in parts keeps the arrays small enough for the processor's
    cache. Cards are four masks of ranks, one for each suit.
    """
    if part == 4:
        return _list_without_flush(board, unseen, missing, tables, left, out)
    alike = suits_alike(part, board, unseen)
    if alike == 0:
        return 0
    return _list_with_flush(part, alike, board, unseen, flush_from[part], missing, tables, left, out)


@inlined
def _key_of_board(board: NDArray[np.uint16], rank_keys: NDArray[np.uint32]) -> np.uint32:
    key = np.uint32(0)
    for suit in range(4):
        for rank in range(13):
            if board[suit] >> np.uint16(rank) & np.uint16(1):
                key += rank_keys[rank]
    return key


@kernel
def cards_by_rank(cards: NDArray[np.uint16], without_suit: int) -> NDArray[np.int64]:
    """The number of cards with each rank."""
    counts = np.zeros(13, dtype=np.int64)
    for suit in range(4):
        if suit != without_suit:
            for rank in range(13):
                counts[rank] += np.int64(cards[suit] >> np.uint16(rank) & np.uint16(1))
    return counts


@inlined
def suits_alike(suit: int, board: NDArray[np.uint16], unseen: NDArray[np.uint16]) -> int:
    """The number of suits that this suit represents: those that no player holds and that are equal on the board.

    0 if an earlier suit represents it.
    """
    if unseen[suit] | board[suit] != _ALL_RANKS:
        return 1
    alike = 0
    for other in range(4):
        if unseen[other] == unseen[suit] and board[other] == board[suit]:
            if other < suit:
                return 0
            alike += 1
    return alike


@inlined
def place_of(new_key: np.uint32, missing: int, tables: RankTables) -> np.uint32:
    """A perfect hash of the multiset of new ranks; for five ranks it is the evaluator's."""
    if missing == 5:
        return np.uint32(new_key + tables.offsets_of_five[new_key >> _ROW_BITS])
    return np.uint32(new_key % np.uint32(tables.places_of_few))


@inlined
def ways_to_draw(ranks: NDArray[np.uint8], size: int, available: NDArray[np.int64]) -> int:
    """The number of ways to draw cards with these ranks."""
    ways = 1
    run = 0
    for i in range(size):
        # Draw the cards of a rank one after another, and divide by the number of orders.
        run = run + 1 if i > 0 and ranks[i] == ranks[i - 1] else 1
        ways = ways * (available[ranks[i]] - run + 1) // run
    return ways


@kernel
def _list_with_flush(
    suit: int,
    alike: int,
    board: NDArray[np.uint16],
    unseen: NDArray[np.uint16],
    flush_from: int,
    missing: int,
    tables: RankTables,
    left: NDArray[np.int64],
    out: Completions,
) -> int:
    """List the completions with enough cards in one suit, and subtract them from `left`."""
    count = np.uint64(0)
    board_key = _key_of_board(board, tables.rank_keys)
    others = cards_by_rank(unseen, suit)
    on_board = cards_by_rank(board, -1).sum() - cards_by_rank(board, suit).sum()
    rows = np.empty(MOST_BESIDE, dtype=np.uint64)
    weights = np.empty(MOST_BESIDE, dtype=np.int64)
    for in_suit in range(max(0, flush_from - on_board), missing + 1):
        ways_beside = possible_multisets(missing - in_suit, others, tables, rows, weights)
        for i in range(ways_beside):
            weights[i] *= alike
        for subset in range(tables.subset_starts[in_suit], tables.subset_starts[in_suit + 1]):
            mask = tables.subset_masks[subset]
            if mask & ~unseen[suit]:
                continue
            subset_key = tables.subset_keys[subset]
            for i in range(ways_beside):
                new_key = np.uint32(subset_key + tables.multiset_keys[rows[i]])
                out.suit[count] = suit
                out.weight[count] = weights[i]
                out.rank_key[count] = board_key + new_key
                out.suit_ranks[count] = board[suit] | mask
                out.new_ranks[count] = tables.multiset_counts[rows[i]] + tables.subset_counts[subset]
                out.new_suit_ranks[count] = mask
                left[place_of(new_key, missing, tables)] -= weights[i]
                count += np.uint64(1)
    return np.int64(count)


@kernel
def possible_multisets(
    size: int,
    available: NDArray[np.int64],
    tables: RankTables,
    rows: NDArray[np.int64],
    ways: NDArray[np.int64],
) -> int:
    """Write the multisets of `size` ranks that can be drawn, with the number of ways; return their number."""
    count = 0
    for row in range(tables.multiset_starts[size], tables.multiset_starts[size + 1]):
        count_of_ways = ways_to_draw(tables.multiset_ranks[row], size, available)
        if count_of_ways > 0:
            rows[count] = row
            ways[count] = count_of_ways
            count += 1
    return count


@kernel
def _list_without_flush(
    board: NDArray[np.uint16],
    unseen: NDArray[np.uint16],
    missing: int,
    tables: RankTables,
    left: NDArray[np.int64],
    out: Completions,
) -> int:
    """List the remaining completions, in which only ranks matter."""
    count = 0
    board_key = _key_of_board(board, tables.rank_keys)
    available = cards_by_rank(unseen, -1)
    for row in range(tables.multiset_starts[missing], tables.multiset_starts[missing + 1]):
        if ways_to_draw(tables.multiset_ranks[row], missing, available) == 0:
            continue
        weight = left[place_of(tables.multiset_keys[row], missing, tables)]
        if weight > 0:
            out.suit[count] = -1
            out.weight[count] = weight
            out.rank_key[count] = board_key + tables.multiset_keys[row]
            out.suit_ranks[count] = 0
            out.new_ranks[count] = tables.multiset_counts[row]
            out.new_suit_ranks[count] = 0
            count += 1
    return count
