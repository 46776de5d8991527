"""Hand strength in compiled code: sum the keys of the cards, test for a flush, and look up the sum."""

import numpy as np
from numpy.typing import NDArray

from railbird.cards.strength.evaluator_tables import ROW_BITS, StrengthTables, strength_tables
from railbird.compiled import inlined, kernel, object_kernel
from railbird.python_objects import Address, as_object, forget_error, length_of, number_at

_ROW_BITS = np.uint32(ROW_BITS)
# Added to the suit counters, this sets the highest of a counter's four bits for five cards or more.
FLUSH_START = np.uint64(0x3333 << 32)
FLUSH_BITS = np.uint64(0x8888 << 32)


@inlined
def strength_of_ranks(key: np.uint32, offsets: NDArray[np.uint32], values: NDArray[np.uint16]) -> np.uint16:
    """The strength of the ranks whose keys sum to `key`, ignoring flushes."""
    return values[np.uint32(key + offsets[key >> _ROW_BITS])]


@kernel
def strengths_of_hands(cards: NDArray[np.uint8], size: int, tables: StrengthTables, out: NDArray[np.uint16]) -> None:
    """Write the strengths of hands of `size` cards, stored one after another in a flat array."""
    # With a constant size the compiler unrolls the additions, which doubles the speed.
    if size == 7:
        _strengths(cards, 7, tables, out)
    elif size == 6:
        _strengths(cards, 6, tables, out)
    else:
        _strengths(cards, 5, tables, out)


@inlined
def _strengths(cards: NDArray[np.uint8], size: int, tables: StrengthTables, out: NDArray[np.uint16]) -> None:
    start = np.uint64(0)
    for i in range(len(out)):
        key = FLUSH_START
        for j in range(size):
            key += tables.keys[cards[start + np.uint64(j)]]
        out[i] = strength_of_ranks(np.uint32(key), tables.offsets, tables.values)
        if key & FLUSH_BITS:
            out[i] = flush_strength(cards[start : start + np.uint64(size)], key, tables.flushes)
        start += np.uint64(size)


@inlined
def flush_strength(cards: NDArray[np.uint8], key: np.uint64, flushes: NDArray[np.uint16]) -> np.uint16:
    """The strength of cards with a flush; they cannot also contain a full house or four of a kind."""
    suit = _flush_suit(key)
    mask = np.uint64(0)
    for card in cards:
        if card & np.uint8(3) == suit:
            mask |= np.uint64(1) << np.uint64(card >> np.uint8(2))
    return flushes[mask]


@inlined
def _flush_suit(key: np.uint64) -> np.uint64:
    suit = np.uint64(0)
    while not key >> (np.uint64(35) + np.uint64(4) * suit) & np.uint64(1):
        suit += np.uint64(1)
    return suit


# For single hands from Python, passing four tables would take five times as long as the evaluation, so in the
# functions below they are constants of the compiled code.
_KEYS, _, _, _FLUSHES = strength_tables(7)
_OFFSETS_5, _VALUES_5 = strength_tables(5)[1:3]
_OFFSETS_6, _VALUES_6 = strength_tables(6)[1:3]
_OFFSETS_7, _VALUES_7 = strength_tables(7)[1:3]


@object_kernel
def strength_of_sequence(_: Address, cards: Address) -> Address:
    """The strength of a sequence of five, six or seven cards; 0 if it is anything else, or a card is repeated."""
    size = length_of(cards)
    key = FLUSH_START
    seen = np.uint64(0)
    is_hand = 5 <= size <= 7
    for place in range(size if is_hand else 0):
        card = number_at(cards, place)
        if not 0 <= card < 52 or seen >> np.uint64(card) & np.uint64(1):
            is_hand = False
            break
        seen |= np.uint64(1) << np.uint64(card)
        key += _KEYS[card]
    if not is_hand:
        forget_error()
        return as_object(0)
    if key & FLUSH_BITS:
        return as_object(np.int64(_FLUSHES[_ranks_in_suit(seen, _flush_suit(key))]))
    return as_object(_strength_of_key(np.uint32(key), size))


@inlined
def _ranks_in_suit(cards: np.uint64, suit: np.uint64) -> np.uint64:
    """The ranks of a suit as a mask of 13 bits, from cards as bits."""
    mask = np.uint64(0)
    for rank in range(13):
        mask |= (cards >> (np.uint64(4 * rank) + suit) & np.uint64(1)) << np.uint64(rank)
    return mask


@inlined
def strength_of_array(cards: NDArray[np.uint8]) -> int:
    """The strength of an array of five, six or seven different cards."""
    key = FLUSH_START
    for card in cards:
        key += _KEYS[card]
    if key & FLUSH_BITS:
        return np.int64(flush_strength(cards, key, _FLUSHES))
    return _strength_of_key(np.uint32(key), len(cards))


@inlined
def _strength_of_key(key: np.uint32, size: int) -> int:
    if size == 7:
        return np.int64(strength_of_ranks(key, _OFFSETS_7, _VALUES_7))
    if size == 6:
        return np.int64(strength_of_ranks(key, _OFFSETS_6, _VALUES_6))
    return np.int64(strength_of_ranks(key, _OFFSETS_5, _VALUES_5))
