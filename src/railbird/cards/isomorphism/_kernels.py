"""Canonical indices of deals, and deals of canonical indices, in compiled code; see `index_tables` for the terms.

All sums are in int64, because Numba turns mixed signs into floats. The bit masks before table look-ups show the
compiler that the index is not negative. A word holds four rank sets, 16 bits for each suit.
"""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import count_up_to
from railbird.cards.isomorphism.index_tables import IndexTables
from railbird.compiled import inlined, kernel

Suits = tuple[int, int, int, int]

_RANKS = 0x1FFF
_CONTENT = 0xFFFF


@inlined
def canonical_index(cards: NDArray[np.uint8], tables: IndexTables) -> int:
    """The index of a deal of distinct cards, hand cards first, without any checks."""
    dealt = 0
    for position in range(cards.shape[0]):
        card = int(cards[position])
        dealt |= 1 << ((card & 3) << 4 | card >> 2)
    return packed_index(dealt, int(cards[0]), int(cards[1]), tables)


@inlined
def packed_index(dealt: int, first: int, second: int, tables: IndexTables) -> int:
    """The index of the deal with the rank sets `dealt`, in which `first` and `second` are the hand."""
    held, choices = 0, 0
    if tables.hand_cards == 2:
        held, choices = _hand_in_suits(dealt, first, second, tables)
    keys = _descending(
        _suit_key(dealt, held, choices, 0, tables),
        _suit_key(dealt, held, choices, 16, tables),
        _suit_key(dealt, held, choices, 32, tables),
        _suit_key(dealt, held, choices, 48, tables),
    )
    shapes = (keys[0] >> 16, keys[1] >> 16, keys[2] >> 16, keys[3] >> 16)
    alike = _alike_after(shapes)
    pattern = tables.pattern_of[(shapes[0] << 10 | shapes[1] << 5 | shapes[2]) & 0x7FFF]
    index: int = (
        tables.first_index[pattern]
        + tables.multipliers[pattern, 0] * _multiset_term(keys[0] & _CONTENT, alike[0])
        + tables.multipliers[pattern, 1] * _multiset_term(keys[1] & _CONTENT, alike[1])
        + tables.multipliers[pattern, 2] * _multiset_term(keys[2] & _CONTENT, alike[2])
        + (keys[3] & _CONTENT)
    )
    return index


@inlined
def _hand_in_suits(dealt: int, first: int, second: int, tables: IndexTables) -> tuple[int, int]:
    """For each suit, 16 bits apart: the number of hand cards, and which cards of the deal they are."""
    suit, other_suit = (first & 3) << 4, (second & 3) << 4
    held = (1 << suit) + (1 << other_suit)
    place = _cards_below(dealt >> suit, first >> 2, tables)
    other_place = _cards_below(dealt >> other_suit, second >> 2, tables)
    low, high = min(place, other_place), max(place, other_place)
    suited = ((high * (high - 1) >> 1) + low) << suit
    offsuit = place << suit | other_place << other_suit
    return held, suited if suit == other_suit else offsuit


@inlined
def _cards_below(rank_set: int, rank: int, tables: IndexTables) -> int:
    return int(tables.rank_sets[rank_set & ((1 << rank) - 1) & _RANKS]) & 15


@inlined
def _suit_key(dealt: int, held: int, choices: int, suit: int, tables: IndexTables) -> int:
    """The shape and content of the suit at bit `suit`, as a number that sorts by shape, then content."""
    rank_set = int(tables.rank_sets[dealt >> suit & _RANKS])
    hand_cards, cards = held >> suit & 3, rank_set & 15
    content = (rank_set >> 4) * _ways_to_hold(hand_cards, cards) + (choices >> suit & 31)
    return (hand_cards << 3 | cards) << 16 | content


@inlined
def _ways_to_hold(hand_cards: int, cards: int) -> int:
    """The number of ways to choose the hand cards from all cards in a suit."""
    if hand_cards == 0:
        return 1
    if hand_cards == 1:
        return cards
    return cards * (cards - 1) >> 1


@inlined
def _descending(first: int, second: int, third: int, fourth: int) -> Suits:
    """Sort with five comparisons and no branches."""
    first, second = max(first, second), min(first, second)
    third, fourth = max(third, fourth), min(third, fourth)
    first, third = max(first, third), min(first, third)
    second, fourth = max(second, fourth), min(second, fourth)
    second, third = max(second, third), min(second, third)
    return first, second, third, fourth


@inlined
def _alike_after(shapes: Suits) -> tuple[int, int, int]:
    """For each suit but the last, the number of following suits with the same shape."""
    third = 1 if shapes[2] == shapes[3] else 0
    second = 1 + third if shapes[1] == shapes[2] else 0
    first = 1 + second if shapes[0] == shapes[1] else 0
    return first, second, third


@inlined
def _multiset_term(content: int, alike: int) -> int:
    """C(content + alike, alike + 1): over a descending run, the terms sum to the place of its multiset.

    Written as three factors that may be one, because branches on `alike` double the time of an index.
    """
    term = content * (content + 1 if alike >= 1 else 2) >> 1
    term = term * (content + 2 if alike >= 2 else 3) // 3
    return term * (content + 3 if alike >= 3 else 4) >> 2


@inlined
def _largest_content(place: int, alike: int) -> int:
    """The largest content whose multiset term does not exceed `place`."""
    if alike == 0:
        return place
    # An upper bound to start from: content ** 2 <= 2 * place, and three equal shapes have at most one card each.
    content = int(np.sqrt(2.0 * place)) + 1 if alike == 1 else min(place, 12)
    while _multiset_term(content, alike) > place:
        content -= 1
    return content


@inlined
def _keys_of_index(index: int, tables: IndexTables) -> Suits:
    """The shapes and contents of the four suits of a class, in the sorted order of `packed_index`."""
    pattern = count_up_to(tables.first_index, index) - 1
    shapes = (
        int(tables.shapes[pattern, 0]),
        int(tables.shapes[pattern, 1]),
        int(tables.shapes[pattern, 2]),
        int(tables.shapes[pattern, 3]),
    )
    alike = _alike_after(shapes)
    rest = index - tables.first_index[pattern]
    first = _largest_content(rest // tables.multipliers[pattern, 0], alike[0])
    rest -= tables.multipliers[pattern, 0] * _multiset_term(first, alike[0])
    second = _largest_content(rest // tables.multipliers[pattern, 1], alike[1])
    rest -= tables.multipliers[pattern, 1] * _multiset_term(second, alike[1])
    third = _largest_content(rest // tables.multipliers[pattern, 2], alike[2])
    rest -= tables.multipliers[pattern, 2] * _multiset_term(third, alike[2])
    return shapes[0] << 16 | first, shapes[1] << 16 | second, shapes[2] << 16 | third, shapes[3] << 16 | rest


@inlined
def canonical_deal(index: int, tables: IndexTables, cards: NDArray[np.uint8]) -> None:
    """Write the representative deal of a class to `cards`: the hand, then the board, each in ascending order."""
    keys = _keys_of_index(index, tables)
    hand_end, board_end = 0, tables.hand_cards
    for suit in range(4):
        key = keys[3 - suit]
        hand_cards, count = key >> 19, key >> 16 & 7
        ways = _ways_to_hold(hand_cards, count)
        rank_set = int(tables.rank_set_at[count, (key & _CONTENT) // ways])
        choice = int(tables.rank_set_at[hand_cards, (key & _CONTENT) % ways])
        for place in range(count):
            lowest = rank_set & -rank_set
            rank_set ^= lowest
            card = (int(tables.rank_sets[lowest & _RANKS]) >> 4) << 2 | suit
            if choice >> place & 1:
                _insert(cards, 0, hand_end, card)
                hand_end += 1
            else:
                _insert(cards, tables.hand_cards, board_end, card)
                board_end += 1


@inlined
def _insert(cards: NDArray[np.uint8], start: int, end: int, card: int) -> None:
    """Insert a card into the ascending cards from `start` to `end`."""
    position = end
    while position > start and cards[position - 1] > card:
        cards[position] = cards[position - 1]
        position -= 1
    cards[position] = card


@inlined
def class_size(index: int, tables: IndexTables) -> int:
    """The number of deals in a class: 24 suit permutations, divided by those that only swap equal suits."""
    keys = _keys_of_index(index, tables)
    deals, run = 24, 1
    for suit in range(1, 4):
        run = run + 1 if keys[suit] == keys[suit - 1] else 1
        deals //= run
    return deals


@kernel
def index_packed_deal(dealt: int, first: int, second: int, tables: IndexTables) -> int:
    """`packed_index`, callable from Python."""
    return packed_index(dealt, first, second, tables)


@kernel
def index_deals(deals: NDArray[np.uint8], tables: IndexTables, indices: NDArray[np.int64]) -> None:
    """Write the index of each row."""
    for row in range(deals.shape[0]):
        indices[row] = canonical_index(deals[row], tables)


@kernel
def write_deals(indices: NDArray[np.int64], tables: IndexTables, deals: NDArray[np.uint8]) -> None:
    """Write the representative deal of each index."""
    for row in range(indices.shape[0]):
        canonical_deal(indices[row], tables, deals[row])


@kernel
def write_class_sizes(indices: NDArray[np.int64], tables: IndexTables, sizes: NDArray[np.int64]) -> None:
    """Write the number of deals in the class of each index."""
    for row in range(indices.shape[0]):
        sizes[row] = class_size(indices[row], tables)


@kernel
def first_impossible_deal(deals: NDArray[np.uint8]) -> int:
    """The first row with an invalid or duplicate card; -1 if there is none."""
    for row in range(deals.shape[0]):
        seen = 0
        possible = True
        for position in range(deals.shape[1]):
            card = int(deals[row, position])
            bit = 1 << (card & 63)
            possible &= card < 52 and seen & bit == 0
            seen |= bit
        if not possible:
            return row
    return -1
