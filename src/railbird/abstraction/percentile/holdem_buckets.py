"""Percentile buckets of hold'em with 52 cards, from the borders of the buckets and the values of hands."""

from __future__ import annotations

import logging
from bisect import bisect_right
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from railbird.abstraction.hand_values import hand_value_function, open_hand_values, values_cost
from railbird.abstraction.holdem_deals.deal_indices import deal_indices
from railbird.abstraction.percentile import _kernels
from railbird.abstraction.percentile.border_building import (
    borders_cost,
    buckets_by_hand,
    classes_on_flop,
    open_borders,
)
from railbird.abstraction.percentile.bucket_tables import BucketTables
from railbird.abstraction.percentile.sequence_tables import (
    count_and_store,
    counting_cost,
    load_counts,
    sequence_tables,
)
from railbird.cards.isomorphism import HAND
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.equity.card_checks import BOARD_SIZES, check_hand_and_board
from railbird.equity.river._kernels import HANDS_ON_BOARD

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.board_draws import BoardBatch
    from railbird.abstraction.build_cost import BuildCost
    from railbird.abstraction.hand_values import HandValue, HandValues
    from railbird.abstraction.joint import JointTables
    from railbird.abstraction.percentile.borders import Borders
    from railbird.cards import Card
    from railbird.progress import Progress

_CACHE_SIZE = 16_384
_FIRST_BOARD = 3
"""Number of board cards in the second round; each later round has one more."""
_log = logging.getLogger(__name__)


class HoldemBuckets:
    """The buckets of hold'em. The borders suffice to classify a hand; the tables of hand values make it fast."""

    enumeration = None

    def __init__(self, buckets: tuple[int, ...]) -> None:
        self._buckets = buckets

    def build_cost(self) -> BuildCost:
        """What is left to build for `deals`."""
        return values_cost() + borders_cost(self._buckets)

    def build(self, progress: Progress) -> None:
        """Build what is missing."""
        open_hand_values(progress)
        open_borders(self._buckets, progress)

    def class_of(self, hole_cards: Sequence[Card], board: Sequence[Card]) -> int:
        """The class of a hand on a board, whose first three cards are the flop."""
        hand, cards = tuple(hole_cards), tuple(board)
        if len(hand) != 2 or len(cards) not in BOARD_SIZES:
            check_hand_and_board(hand, cards)
        hands, *rows_by_round = self._rows
        number = hands[HAND.index(hand)]
        for place, rows in enumerate(rows_by_round[: max(0, len(cards) - _FIRST_BOARD + 1)]):
            value = self._value_of(hand, cards[: _FIRST_BOARD + place])
            row = rows[number]
            # On the river the score orders hands as its square does.
            number = number * (len(row) + 1) + bisect_right(row, value.scores if place == 2 else value.squares)
        return number

    def deals(self) -> HoldemDeals:
        """A source of random deals; builds the tables of hand values if they are missing."""
        return HoldemDeals(self._borders)

    def joint_cost(self) -> BuildCost:
        """What is left to build for `joint_tables`."""
        cost = counting_cost(self._buckets)
        return self.build_cost() + cost if cost.memory else cost

    def joint_tables(self, progress: Progress) -> JointTables:
        """The joint tables of two players' bucket sequences, counted if they are not stored."""
        counts = load_counts(self._buckets)
        if counts is None:
            tables = bucket_tables(self._borders, open_hand_values(progress))
            counts = count_and_store(self._buckets, tables, progress)
        return sequence_tables(self._buckets, counts)

    def boards(self) -> HoldemBoards:
        """A source of random boards; builds the tables of hand values if they are missing."""
        return HoldemBoards(self._borders)

    @cached_property
    def _borders(self) -> Borders:
        return open_borders(self._buckets)

    @cached_property
    def _rows(self) -> tuple[list[int], list[list[int]], list[list[int]], list[list[int]]]:
        """The borders as lists, which are searched faster."""
        borders = self._borders
        return borders.hands.tolist(), borders.flop.tolist(), borders.turn.tolist(), borders.river.tolist()

    @cached_property
    def _value_of(self) -> Callable[[tuple[Card, ...], tuple[Card, ...]], HandValue]:
        """The value of a hand, from the tables if they have been built. Later rounds ask for earlier values again."""
        return lru_cache(_CACHE_SIZE)(hand_value_function())


class HoldemDeals:
    """Random deals of hold'em, whose buckets are looked up in constant time."""

    def __init__(self, borders: Borders) -> None:
        self._tables, self._indices = bucket_tables(borders, open_hand_values()), deal_indices()

    def deal(self, state: NDArray[np.uint64], *, classes: NDArray[np.int32], order: NDArray[np.int32]) -> None:
        _kernels.deal_hands(self._tables, self._indices, state, classes, order)


class HoldemBoards:
    """Random boards of hold'em, with the buckets of all hands on them."""

    hands = HANDS_ON_BOARD
    """Number of hands on a board of the last round."""

    def __init__(self, borders: Borders) -> None:
        self._tables, self._indices = bucket_tables(borders, open_hand_values()), deal_indices()

    def draw(self, state: NDArray[np.uint64], boards: BoardBatch) -> None:
        """Fill a batch with boards of the last round."""
        _kernels.draw_boards(
            self._tables, self._indices, strength_tables(7), state, boards.cards, boards.classes, boards.level
        )


def bucket_tables(borders: Borders, values: HandValues) -> BucketTables:
    """What the kernels look classes up in."""
    hand_buckets = buckets_by_hand(borders.hands)
    return BucketTables(
        hand_buckets=hand_buckets,
        flop_classes=classes_on_flop(values, hand_buckets, borders.flop),
        turn_squares=values.turn_squares,
        river_scores=values.river_scores,
        turn_borders=borders.turn,
        river_borders=borders.river,
    )
