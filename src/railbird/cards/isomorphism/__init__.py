"""A perfect index of deals up to suit isomorphism, and its inverse.

The index distinguishes hand from board, but not the order of cards within either. The method follows Waugh, A fast
and optimal hand isomorphism algorithm, 2013.

    >>> HAND_FLOP.index("AsKs Qs7d2c") == HAND_FLOP.index("KhAh 2dQh7s")
    True
    >>> HAND.size, HAND_FLOP.size
    (169, 1286792)

Other kernels call `canonical_index(cards, tables)` with the tables from `index_tables`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.card import CARD_COUNT, check_distinct, parse_cards, rank_of, suit_of
from railbird.cards.isomorphism._kernels import (
    canonical_index,
    first_impossible_deal,
    index_deals,
    index_packed_deal,
    write_class_sizes,
    write_deals,
)
from railbird.cards.isomorphism.index_tables import IndexTables, check_counts, index_tables
from railbird.cards.suits import SUIT_PERMUTATIONS
from railbird.errors import CardError
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.cards.card import Card, Cards

__all__ = [
    "FLOP",
    "HAND",
    "HAND_FLOP",
    "HAND_RIVER",
    "HAND_TURN",
    "RIVER",
    "SUIT_PERMUTATIONS",
    "TURN",
    "CanonicalIndex",
    "IndexTables",
    "canonical_index",
    "index_tables",
]

_INVALID_CARD = CARD_COUNT
_PACKED = {card: 1 << (suit_of(card) * 16 + rank_of(card)) for card in range(CARD_COUNT)}


@dataclass(frozen=True)
class CanonicalIndex:
    """Index of the classes of deals with `hand_cards` and `board_cards` cards, from 0 to `size` - 1."""

    hand_cards: int
    board_cards: int

    def __post_init__(self) -> None:
        check_counts(self.hand_cards, self.board_cards)

    @property
    def size(self) -> int:
        """The number of classes."""
        return self._tables.size

    def index(self, cards: Cards) -> int:
        """The class of a deal, hand cards first."""
        if isinstance(cards, str):
            cards = parse_cards(cards)
        dealt = 0
        try:
            for card in cards:
                dealt |= _PACKED[card]
        except (KeyError, TypeError):
            self._check_deal(cards)
        if len(cards) != self._width or dealt.bit_count() != self._width:
            self._check_deal(cards)
        return index_packed_deal(dealt, int(cards[0]), int(cards[1]), self._tables)

    def indices(self, cards: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The classes of many deals, one deal per row, hand cards first."""
        deals = self.checked_deals(cards)
        indices = np.empty(len(deals), dtype=np.int64)
        index_deals(deals, self._tables, indices)
        return indices

    def cards(self, index: int) -> tuple[Card, ...]:
        """The representative deal of a class: its hand, then its board, each in ascending order."""
        if not 0 <= index < self.size:
            raise CardError(f"there is no index {index}: indices run from 0 to {self.size - 1}")
        return tuple(self.deals(np.array([index], dtype=np.int64))[0].tolist())

    def deals(self, indices: NDArray[np.int64]) -> NDArray[np.uint8]:
        """The representative deals of many classes, one per row."""
        checked = self._checked_indices(indices)
        deals = np.empty((len(checked), self._width), dtype=np.uint8)
        write_deals(checked, self._tables, deals)
        return deals

    def class_sizes(self, indices: NDArray[np.int64]) -> NDArray[np.int64]:
        """The number of deals in each class, 1 to 24, ignoring the order of cards within hand and board."""
        checked = self._checked_indices(indices)
        sizes = np.empty(len(checked), dtype=np.int64)
        write_class_sizes(checked, self._tables, sizes)
        return sizes

    @property
    def _width(self) -> int:
        return self.hand_cards + self.board_cards

    @property
    def _tables(self) -> IndexTables:
        return index_tables(self.hand_cards, self.board_cards)

    @property
    def _expected(self) -> str:
        return f"{number_of(self.hand_cards, 'hand card')} followed by {number_of(self.board_cards, 'board card')}"

    def _check_deal(self, cards: Sequence[Card]) -> None:
        """Raise CardError if the cards are not a deal of this index."""
        if len(cards) != self._width:
            raise CardError(f"{number_of(len(cards), 'card')} in {list(cards)}: a deal is {self._expected}")
        if not all(isinstance(card, int | np.integer) for card in cards):
            raise CardError(f"not cards: {list(cards)}: cards are numbered from 0 (2c) to 51 (As)")
        check_distinct(cards)

    def checked_deals(self, cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The deals as a contiguous array of bytes; raise CardError if a row is not a deal of this index."""
        given = np.asarray(cards)
        if given.ndim != 2 or given.shape[1] != self._width or given.dtype.kind not in "iu":
            raise CardError(
                f"deals of shape {given.shape} and type {given.dtype}: each row is a deal of integers, {self._expected}"
            )
        deals = given
        if given.dtype != np.uint8:
            deals = np.where((given >= 0) & (given < CARD_COUNT), given, _INVALID_CARD).astype(np.uint8)
        deals = np.ascontiguousarray(deals)
        row = first_impossible_deal(deals)
        if row >= 0:
            try:
                check_distinct(given[row].tolist())
            except CardError as error:
                raise CardError(f"row {row} of the deals, {given[row].tolist()}: {error}") from None
        return deals

    def _checked_indices(self, indices: NDArray[np.int64]) -> NDArray[np.int64]:
        given = np.asarray(indices)
        if given.ndim != 1 or given.dtype.kind not in "iu":
            raise CardError(
                f"indices of shape {given.shape} and type {given.dtype}: give integers in a one-dimensional array"
            )
        outside = (given < 0) | (given >= self.size)
        if outside.any():
            place = int(outside.argmax())
            raise CardError(
                f"there is no index {given[place]} (at position {place}): indices run from 0 to {self.size - 1}"
            )
        return np.ascontiguousarray(given, dtype=np.int64)


HAND = CanonicalIndex(2, 0)
HAND_FLOP = CanonicalIndex(2, 3)
HAND_TURN = CanonicalIndex(2, 4)
HAND_RIVER = CanonicalIndex(2, 5)
FLOP = CanonicalIndex(0, 3)
TURN = CanonicalIndex(0, 4)
RIVER = CanonicalIndex(0, 5)
