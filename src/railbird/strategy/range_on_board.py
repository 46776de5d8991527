"""All hands of two cards on a board: their card classes, what a strategy plays with them, and how often they get there.

The own reach of a hand is the probability that its player makes the choices of a line with it, whatever the others do:
the part of the hand that is left in the player's range.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import RANKS, as_cards, check_distinct, deck
from railbird.cards.hands import class_index
from railbird.errors import StrategyError
from railbird.wording import number_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.cards import Card, Cards
    from railbird.strategy.decisions import Decision
    from railbird.strategy.strategy import Strategy

_ALL = len(RANKS)


class RangeOnBoard:
    """The hands that a board leaves, in a game with two hole cards. Arrays are by hand."""

    def __init__(self, strategy: Strategy, board: Cards = ()) -> None:
        game, self.board = strategy.definition, as_cards(board)
        if game.hole_cards != 2:
            cards = number_of(game.hole_cards, "hole card")
            raise StrategyError(f"{game.name or 'the game'} has {cards}: matrices are for hands of two")
        check_distinct(self.board)
        self._strategy = strategy
        self._classes: dict[int, NDArray[np.int64]] = {}

    @cached_property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hands without a card of the board."""
        game = self._strategy.definition
        left = [card for card in deck(ranks=game.ranks, suits=game.suits) if card not in self.board]
        return tuple(combinations(left, 2))

    def classes(self, street: int) -> NDArray[np.int64]:
        """The number of each hand's card class on a street, with the part of the board that is dealt by then."""
        if street not in self._classes:
            seen = self.board[: self._strategy.definition.board_sizes[street]]
            class_of = self._strategy.game.cards.class_of
            self._classes[street] = np.array([class_of(hand, seen) for hand in self.hands], dtype=np.int64)
        return self._classes[street]

    def shares(self, decision: Decision) -> NDArray[np.float64]:
        """By hand and choice: how often the strategy makes the choice at a decision."""
        self._check_board(decision)
        return self._strategy.checked_shares(decision.cells)[self.classes(decision.street)]

    def own_reach(self, decision: Decision) -> NDArray[np.float64]:
        """The probability that the player to act has made the choices of the line so far with each hand."""
        self._check_board(decision)
        tree, layout = self._strategy.game.tree, self._strategy.game.layout
        reach, node = np.ones(len(self.hands)), 0
        for action in decision.actions:
            player, street = int(tree.player[node]), int(tree.street[node])
            children = tree.children(node)
            if player == decision.position:
                first = layout.base[player, street] + tree.slot[node] + [*children].index(action)
                reach *= self._strategy.probabilities_of(first + self.classes(street) * layout.width[player, street])
            node = children[action]
        return reach

    @cached_property
    def cells(self) -> NDArray[np.int64]:
        """The place of each hand in the 13 x 13 matrix of starting hands, row by row."""
        return np.array([class_index(*hand) for hand in self.hands], dtype=np.int64)

    def matrix(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The mean of values by hand and column for each starting hand: by row and column of ranks from the ace down.

        Suited hands are above the diagonal; NaN where the board leaves no hand.
        """
        sums, counts = np.zeros((_ALL * _ALL, values.shape[1])), np.bincount(self.cells, minlength=_ALL * _ALL)
        np.add.at(sums, self.cells, values)
        means = np.divide(sums, counts[:, None], out=np.full(sums.shape, np.nan), where=counts[:, None] > 0)
        ranks = self._strategy.definition.ranks
        return np.asarray(means.reshape(_ALL, _ALL, -1)[:ranks, :ranks])

    def _check_board(self, decision: Decision) -> None:
        wanted = self._strategy.definition.board_sizes[decision.street]
        if len(self.board) != wanted:
            raise StrategyError(
                f"a board of {number_of(len(self.board), 'card')} after {decision.history!r}: there are {wanted}"
            )
