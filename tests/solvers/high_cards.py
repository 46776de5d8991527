"""Buckets for the tests: hold'em hands by their higher card, without any table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import rank_of
from railbird.cards.strength import strength

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.abstraction import CardEnumeration
    from railbird.abstraction.board_draws import BoardBatch
    from railbird.cards import Card
    from railbird.games import GameDefinition

DECK = 52


class HighCards:
    """A card abstraction, and its own source of deals and boards."""

    has_perfect_recall = True
    enumeration: CardEnumeration | None = None
    hands = 47 * 46 // 2

    def __init__(self, game: GameDefinition) -> None:
        self.game, self.counts, self.identity = game, (13,) * game.rounds, {"kind": "high-cards"}

    def class_of(self, hole_cards: Sequence[Card], board: Sequence[Card]) -> int:  # noqa: ARG002
        return max(rank_of(card) for card in hole_cards)

    def deals(self) -> HighCards:
        return self

    def boards(self) -> HighCards:
        return self

    def deal(self, state: NDArray[np.uint64], *, classes: NDArray[np.int32], order: NDArray[np.int32]) -> None:
        generator = np.random.default_rng(int(state[0]))
        for place in range(len(classes)):
            first, second, board = np.split(generator.permutation(DECK)[:9], [2, 4])
            classes[place] = [[self.class_of(hand, board)] for hand in (first, second)]
            mine, theirs = (strength([*hand.tolist(), *board.tolist()]) for hand in (first, second))
            order[place] = 1 + np.sign(mine - theirs)

    def draw(self, state: NDArray[np.uint64], boards: BoardBatch) -> None:
        generator = np.random.default_rng(int(state[0]))
        for place in range(len(boards.level)):
            board, rest = np.split(generator.permutation(DECK), [5])
            hands = [(a, b) for b in rest.tolist() for a in rest.tolist() if a < b]
            strengths = [strength([*hand, *board.tolist()]) for hand in hands]
            weakest_first = np.argsort(strengths, kind="stable")
            boards.cards[place] = np.array(hands)[weakest_first]
            boards.level[place] = np.array(strengths)[weakest_first]
            boards.classes[place] = [self.class_of(hands[number], ()) for number in weakest_first]
