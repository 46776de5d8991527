"""What one player may know of a hand: the betting, the own cards, the board, and what a showdown shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.games.moment import first_moment
from railbird.games.public import PublicState

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.cards import Card
    from railbird.games.action import Action
    from railbird.games.definition import GameDefinition


class View(PublicState):
    """A moment of a hand from one position. It holds no card that the player may not see."""

    __slots__ = ("board", "hands", "position")

    position: int
    board: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    """By position: the cards that are known; none of hidden hands."""

    @property
    def hole_cards(self) -> tuple[Card, ...]:
        """The player's own cards."""
        return self.hands[self.position]

    def __reduce__(self) -> tuple[Callable[..., View], tuple[object, ...]]:
        # A moment is part of a large tree: the actions that lead to it take its place.
        return _view_again, (self.game, self.actions, self.position, self.hands, self.board)


def _view_again(
    game: GameDefinition,
    actions: tuple[Action, ...],
    position: int,
    hands: tuple[tuple[Card, ...], ...],
    board: tuple[Card, ...],
) -> View:
    view = View()
    view._moment = first_moment(game).play(actions)
    view.position = position
    view.hands = hands
    view.board = board
    return view
