"""Boards up to suits: which cards may come next, and which renamings of suits lead to the others."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import deck

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from railbird.games import GameDefinition

    Board = tuple[tuple[int, ...], ...]
    """The cards of each round after the first."""


@dataclass(frozen=True)
class NextCards:
    """Cards of a round, and all sets of cards that are the same as these up to suits."""

    cards: tuple[int, ...]
    renamings: tuple[int, ...]
    """The renamings of suits that lead to the other sets, one for each, the set itself included."""


class SuitSymmetry:
    """The renamings of the suits of a deck, and what they do to its hands of two cards."""

    def __init__(self, game: GameDefinition) -> None:
        self.deck = deck(ranks=game.ranks, suits=game.suits)
        self.hands = np.array(list(combinations(self.deck, 2)), dtype=np.uint8)
        """All hands, one in a row."""
        unused = range(4 - game.suits)
        orders = [(*unused, *order) for order in permutations(range(4 - game.suits, 4))]
        self._renamed = [tuple((card & ~3) | order[card & 3] for card in range(52)) for order in orders]
        self.preimages = np.stack([self._preimages(renamed) for renamed in self._renamed])
        """By renaming and hand: the hand that the renaming turns into it."""
        smallest = self.preimages.min(axis=0)
        self.examples, self.classes = np.unique(smallest, return_inverse=True)
        """A hand of each class up to suits; by hand: its class."""

    def next_cards(self, board: Board, count: int) -> Iterator[NextCards]:
        """The sets of `count` cards that may follow a board, each once up to the suits that the board leaves free."""
        fixing = [number for number in range(len(self._renamed)) if self._fixes(number, board)]
        used = {card for cards in board for card in cards}
        seen: set[tuple[int, ...]] = set()
        for cards in combinations([card for card in self.deck if card not in used], count):
            if cards in seen:
                continue
            images = {self._image(number, cards): number for number in fixing}
            seen.update(images)
            yield NextCards(cards, tuple(images.values()))

    def _image(self, renaming: int, cards: Sequence[int]) -> tuple[int, ...]:
        renamed = self._renamed[renaming]
        return tuple(sorted(renamed[card] for card in cards))

    def _fixes(self, renaming: int, board: Board) -> bool:
        return all(self._image(renaming, cards) == tuple(sorted(cards)) for cards in board)

    def _preimages(self, renamed: Sequence[int]) -> NDArray[np.int64]:
        numbers = np.zeros((52, 52), dtype=np.int64)
        low, high = self.hands.T
        numbers[low, high] = numbers[high, low] = np.arange(len(self.hands))
        table = np.array(renamed)
        images = numbers[table[low], table[high]]
        return np.argsort(images)
