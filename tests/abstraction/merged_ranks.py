"""Buckets for the tests: a card abstraction of Leduc that merges ranks, with the protocol alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction import CardClasses, register_card_abstraction
from railbird.cards import rank_of
from railbird.games import game_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.abstraction import BoardSource, CardEnumeration, CardIdentity, DealSource
    from railbird.abstraction.board_draws import BoardBatch
    from railbird.cards import Card
    from railbird.games import GameDefinition

KIND = "merged-ranks"


class MergedRanks:
    """The two lowest ranks are one bucket before the board. On the board only a pair counts, or no pair.

    A player who holds a pair no longer knows which: imperfect recall.
    """

    has_perfect_recall = False
    enumeration: CardEnumeration | None = None
    counts = (2, 2)

    def __init__(self, game: GameDefinition) -> None:
        self.game = game

    @property
    def identity(self) -> CardIdentity:
        return {"kind": KIND, "below": "ace"}

    def class_of(self, hole_cards: Sequence[Card], board: Sequence[Card]) -> int:
        if board:
            return int(rank_of(hole_cards[0]) == rank_of(board[0]))
        return int(rank_of(hole_cards[0]) == 12)

    def deals(self) -> DealSource:
        return MergedDeals(self)

    def boards(self) -> BoardSource:
        return MergedBoards(self)


def buckets_of(cards: MergedRanks) -> list[NDArray[np.int32]]:
    """By round: the bucket of each lossless class."""
    listed = CardClasses(cards.game).enumeration
    all_buckets = []
    for boards, classes in zip(listed.boards, listed.classes, strict=True):
        buckets = np.zeros(1 + classes.max(), dtype=np.int32)
        for board, on_board in zip(boards.tolist(), classes.tolist(), strict=True):
            for hand, number in zip(listed.hands.tolist(), on_board, strict=True):
                if number >= 0:
                    buckets[number] = cards.class_of(hand, board)
        all_buckets.append(buckets)
    return all_buckets


class MergedDeals:
    """Deals of the lossless classes, of which the buckets are looked up."""

    def __init__(self, cards: MergedRanks) -> None:
        self._source = CardClasses(cards.game).deals()
        self._buckets = buckets_of(cards)

    def deal(self, state: NDArray[np.uint64], *, classes: NDArray[np.int32], order: NDArray[np.int32]) -> None:
        self._source.deal(state, classes=classes, order=order)
        for street, buckets in enumerate(self._buckets):
            classes[:, :, street] = buckets[classes[:, :, street]]


class MergedBoards:
    """Boards with the lossless classes, of which the buckets are looked up."""

    def __init__(self, cards: MergedRanks) -> None:
        self._source = CardClasses(cards.game).boards()
        self._buckets = buckets_of(cards)

    @property
    def hands(self) -> int:
        return self._source.hands

    def draw(self, state: NDArray[np.uint64], boards: BoardBatch) -> None:
        self._source.draw(state, boards)
        for street, buckets in enumerate(self._buckets):
            boards.classes[:, street] = buckets[boards.classes[:, street]]


def merged_leduc() -> MergedRanks:
    return MergedRanks(game_named("leduc.limit.2p"))


register_card_abstraction(KIND, lambda game, _: MergedRanks(game))
