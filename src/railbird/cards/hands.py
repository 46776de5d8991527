"""Two-card hands numbered from 0 to 1325, and their 169 classes up to suit isomorphism."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.card import CARD_COUNT, RANKS, Card, as_card, check_distinct, format_cards
from railbird.errors import CardError

if TYPE_CHECKING:
    from numpy.typing import NDArray

HAND_COUNT = 1326
CLASS_COUNT = 169

_ACE = len(RANKS) - 1
_CLASS = re.compile(r"([2-9TJQKA])([2-9TJQKA])([SO]?)")


def hand_index(first: Card | str, second: Card | str) -> int:
    """The number of a hand, from 0 (2c2d) to 1325 (AhAs), for its cards in either order."""
    first, second = as_card(first), as_card(second)
    check_distinct((first, second))
    low, high = sorted((int(first), int(second)))
    return high * (high - 1) // 2 + low


def hand_numbers(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The numbers of many hands, one hand per row."""
    low, high = np.sort(hands, axis=1).astype(np.int64).T
    return np.asarray(high * (high - 1) // 2 + low)


def hand_cards(index: int) -> tuple[Card, Card]:
    """The two cards of a hand, lower card first."""
    _check_hand(index)
    low, high = HAND_CARDS[index].tolist()
    return low, high


def format_hand(index: int) -> str:
    """Format a hand, higher card first: `AsKh`."""
    low, high = hand_cards(index)
    return format_cards((high, low))


def class_of_ranks(high: int, low: int, *, suited: bool) -> int:
    """The class of two ranks from 0 (deuce) to 12 (ace); a pair is never suited."""
    row, column = _ACE - high, _ACE - low
    return row * 13 + column if suited else column * 13 + row


def class_index(first: Card | str, second: Card | str) -> int:
    """The class of a hand: its cell in the 13 x 13 grid of starting hands, row * 13 + column.

    Aces come first. Pairs are on the diagonal, suited hands above it (the row is the higher rank) and
    offsuit hands below it (the column is the higher rank).
    """
    return int(CLASS_OF_HAND[hand_index(first, second)])


def class_name(index: int) -> str:
    """The name of a class: `AKs`, `AKo`, `QQ`."""
    _check_class(index)
    row, column = divmod(index, 13)
    high, low = RANKS[_ACE - min(row, column)], RANKS[_ACE - max(row, column)]
    if row == column:
        return high + low
    return high + low + ("s" if row < column else "o")


def parse_class(text: str) -> int:
    """Parse the name of a class: `AKs`, `ako`, `KAs`, `QQ`, `109s`."""
    match = _CLASS.fullmatch(text.strip().upper().replace("10", "T"))
    if match is not None:
        low, high = sorted((RANKS.index(match[1]), RANKS.index(match[2])))
        is_pair = high == low
        if is_pair != bool(match[3]):
            return class_of_ranks(high, low, suited=match[3] == "S")
    raise CardError(f"unknown class of hands {text!r}: write a pair like QQ, or two ranks with s or o, like AKs")


def hands_in_class(index: int) -> NDArray[np.intp]:
    """The numbers of the hands in a class, ascending: 6 for a pair, 4 for suited, 12 for offsuit hands."""
    _check_class(index)
    return _HANDS_OF_CLASS[index]


def _check_hand(index: int) -> None:
    if not 0 <= index < HAND_COUNT:
        raise CardError(f"there is no hand {index}: hands are numbered from 0 (2c2d) to 1325 (AhAs)")


def _check_class(index: int) -> None:
    if not 0 <= index < CLASS_COUNT:
        raise CardError(f"there is no class {index}: classes are numbered from 0 (AA) to 168 (22)")


def _make_read_only(array: NDArray[np.generic]) -> None:
    array.flags.writeable = False


def _cards_of_all_hands() -> NDArray[np.uint8]:
    # The lower triangle, row by row, is colexicographic order: all hands with one high card precede the next.
    high, low = np.tril_indices(CARD_COUNT, -1)
    cards = np.stack((low, high), axis=1).astype(np.uint8)
    _make_read_only(cards)
    return cards


def _class_of_all_hands() -> NDArray[np.uint8]:
    low, high = HAND_CARDS.T.astype(np.intp)
    row, column = _ACE - (high >> 2), _ACE - (low >> 2)
    suited = (high & 3) == (low & 3)
    classes: NDArray[np.uint8] = np.where(suited, row * 13 + column, column * 13 + row).astype(np.uint8)
    _make_read_only(classes)
    return classes


def _hands_of_all_classes() -> tuple[NDArray[np.intp], ...]:
    members_by_class = tuple(np.flatnonzero(index == CLASS_OF_HAND) for index in range(CLASS_COUNT))
    for members in members_by_class:
        _make_read_only(members)
    return members_by_class


def _masks_of_all_hands() -> NDArray[np.uint64]:
    bits = np.uint64(1) << HAND_CARDS.astype(np.uint64)
    masks: NDArray[np.uint64] = bits[:, 0] | bits[:, 1]
    _make_read_only(masks)
    return masks


HAND_CARDS = _cards_of_all_hands()
HAND_MASKS = _masks_of_all_hands()
CLASS_OF_HAND = _class_of_all_hands()
_HANDS_OF_CLASS = _hands_of_all_classes()
