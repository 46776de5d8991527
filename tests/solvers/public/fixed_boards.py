"""Boards one at a time, in place of random ones, and what an update on one of them teaches, plainly."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction import CardClasses
from solvers.sampled.sampled_twin import Expected, PlainDeal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from railbird.abstraction import CardAbstraction, PokerGame
    from railbird.abstraction.board_draws import BoardBatch
    from railbird.games import GameDefinition


class FixedBoards:
    """A card abstraction all of whose boards are the same one of the last round."""

    def __init__(self, cards: CardAbstraction, *, board: int) -> None:
        self.cards = cards
        listed = CardClasses(cards.game).enumeration
        self.board = listed.boards[-1][board].tolist()
        levels = np.unique(listed.strengths[board], return_inverse=True)[1].tolist()
        hands = zip(levels, listed.hands.tolist(), strict=True)
        self.by_strength = sorted((level, hand) for level, hand in hands if not set(hand) & set(self.board))

    def __getattr__(self, name: str) -> object:
        return getattr(self.cards, name)

    @property
    def hands(self) -> int:
        return len(self.by_strength)

    def boards(self) -> FixedBoards:
        return self

    def draw(self, state: NDArray[np.uint64], boards: BoardBatch) -> None:  # noqa: ARG002
        rules: GameDefinition = self.cards.game
        for place, (level, hand) in enumerate(self.by_strength):
            boards.cards[:, place] = hand
            boards.level[:, place] = level
            boards.classes[:, :, place] = [self.cards.class_of(hand, self.board[:size]) for size in rules.board_sizes]

    def deals(self) -> Iterator[PlainDeal]:
        """All pairs of hands."""
        sizes = self.cards.game.board_sizes
        pairs = [pair for pair in product(self.by_strength, repeat=2) if not set(pair[0][1]) & set(pair[1][1])]
        for pair in pairs:
            classes = [[self.cards.class_of(hand, self.board[:size]) for size in sizes] for _, hand in pair]
            order = 1 + int(np.sign(pair[0][0] - pair[1][0]))
            yield PlainDeal(classes, order, 1 / len(pairs))


def expected_on(game: PokerGame, boards: FixedBoards, regrets: NDArray[np.float32]) -> Expected:
    """What an update of each player teaches on the board, if both match these regrets."""
    return Expected(game, game.probabilities(np.maximum(regrets, 0)), boards.deals())
