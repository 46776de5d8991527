"""What one player may know of a hand: the betting, the own cards, the board, and what a showdown shows."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING

from railbird.games.deal import Deal
from railbird.games.moment import first_moment
from railbird.games.payoffs import payoffs_of
from railbird.games.public import PublicState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from railbird.cards import Card
    from railbird.games.action import Action
    from railbird.games.definition import GameDefinition
    from railbird.games.moment import Moment
    from railbird.games.payoffs import Chips

    Hands = tuple[tuple[Card, ...], ...]


class View(PublicState):
    """A moment of a hand from one position. It holds no card that the player may not see."""

    __slots__ = ("board", "hands", "position")

    position: int
    board: tuple[Card, ...]
    hands: Hands
    """By position: the cards that are known; none of hidden hands."""

    @property
    def hole_cards(self) -> tuple[Card, ...]:
        """The player's own cards."""
        return self.hands[self.position]

    def payoffs(self) -> tuple[Chips, ...]:
        """What each player has won or lost, by position, at the end of the hand.

        An ActionError if the hand is not over, or if the view was made without cards that decide a showdown.
        """
        return payoffs_of(self._moment, Deal(self.hands, self.board))

    def at_start(self) -> View:
        """The same hand before the first action."""
        return self._at(first_moment(self.game))

    def comes_after(self, other: View) -> bool:
        """Whether the betting of another view is the beginning of this one's, or all of it."""
        if other._moment is self._moment.before or other._moment is self._moment:
            return True
        earlier = other.actions
        return self.actions[: len(earlier)] == earlier

    def steps_since(self, other: View) -> Iterator[tuple[View, View]]:
        """The views from an earlier one to this one, in pairs: before and after each action."""
        if other._moment is self._moment.before:
            yield other, self
            return
        count = len(self.actions) - len(other.actions)
        views = [self._at(moment) for moment in islice(self._moment.line(), count + 1)]
        yield from pairwise(reversed(views))

    def _at(self, moment: Moment) -> View:
        """An earlier moment of the hand, as this player saw it."""
        if moment is self._moment:
            return self
        position = self.position
        hands = tuple(hand if other == position else () for other, hand in enumerate(self.hands))
        board = self.board[moment.tree.boards[moment.street]]
        return _view_at(moment, position, hands, board)

    def __reduce__(self) -> tuple[Callable[..., View], tuple[object, ...]]:
        # A moment is part of a large tree: the actions that lead to it take its place.
        return _view_again, (self.game, self.actions, self.position, self.hands, self.board)


def _view_again(
    game: GameDefinition, actions: tuple[Action, ...], position: int, hands: Hands, board: tuple[Card, ...]
) -> View:
    return _view_at(first_moment(game).play(actions), position, hands, board)


def _view_at(moment: Moment, position: int, hands: Hands, board: tuple[Card, ...]) -> View:
    view = View()
    view._moment = moment
    view.position = position
    view.hands = hands
    view.board = board
    return view
