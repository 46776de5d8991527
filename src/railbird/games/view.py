"""What one player may know of a hand: the betting, the own cards, the board, and what a showdown shows."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING

from railbird.games.betting_node import first_node
from railbird.games.deal import Deal
from railbird.games.payoffs import payoffs_of
from railbird.games.public_state import PublicState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from railbird.cards import Card
    from railbird.games.action import Action
    from railbird.games.betting_node import BettingNode
    from railbird.games.definition import GameDefinition
    from railbird.games.hand_seats import HandSeats
    from railbird.games.payoffs import Chips

    Hands = tuple[tuple[Card, ...], ...]


class View(PublicState):
    """A node of a hand from one position. It holds no card that the player may not see."""

    __slots__ = ("board", "hands", "position")

    position: int
    board: tuple[Card, ...]
    hands: Hands
    """By position: the cards that are known; none of hidden hands."""

    @property
    def seat(self) -> int:
        """The player's own seat."""
        return self._seats.seats[self.position]

    @property
    def hole_cards(self) -> tuple[Card, ...]:
        """The player's own cards."""
        return self.hands[self.position]

    def payoffs(self) -> tuple[Chips, ...]:
        """What each player has won or lost, by position, at the end of the hand.

        An ActionError if the hand is not over, or if the view was made without cards that decide a showdown.
        """
        return payoffs_of(self._node, Deal(self.hands, self.board))

    def at_start(self) -> View:
        """The same hand before the first action."""
        return self._at(first_node(self.game))

    def comes_after(self, other: View) -> bool:
        """Whether the betting of another view is the beginning of this one's, or all of it."""
        if other._node is self._node.before or other._node is self._node:
            return True
        earlier = other.actions
        return self.actions[: len(earlier)] == earlier

    def steps_since(self, other: View) -> Iterator[tuple[View, View]]:
        """The views from an earlier one to this one, in pairs: before and after each action."""
        if other._node is self._node.before:
            yield other, self
            return
        count = len(self.actions) - len(other.actions)
        views = [self._at(node) for node in islice(self._node.line(), count + 1)]
        yield from pairwise(reversed(views))

    def _at(self, node: BettingNode) -> View:
        """An earlier node of the hand, as this player saw it."""
        if node is self._node:
            return self
        position = self.position
        hands = tuple(hand if other == position else () for other, hand in enumerate(self.hands))
        board = self.board[node.tree.boards[node.street]]
        return _view_at(node, self._seats, position=position, hands=hands, board=board)

    def __reduce__(self) -> tuple[Callable[..., View], tuple[object, ...]]:
        # A node is part of a large tree: the actions that lead to it take its place.
        return _view_again, (self.game, self.actions, self._seats, self.position, self.hands, self.board)


def _view_again(
    game: GameDefinition,
    actions: tuple[Action, ...],
    seats: HandSeats,
    position: int,
    hands: Hands,
    board: tuple[Card, ...],
) -> View:
    return _view_at(first_node(game).play(actions), seats, position=position, hands=hands, board=board)


def _view_at(node: BettingNode, seats: HandSeats, *, position: int, hands: Hands, board: tuple[Card, ...]) -> View:
    view = View()
    view._node = node
    view._seats = seats
    view.position = position
    view.hands = hands
    view.board = board
    return view
