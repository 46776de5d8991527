"""A player's view of a hand: the betting, the player's own cards, the board, and hands shown at showdown."""

from __future__ import annotations

from functools import cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from railbird.cards import as_cards, format_cards
from railbird.errors import EquityError, GameError
from railbird.games.betting_node import first_node
from railbird.games.builtin import game_named
from railbird.games.deal import Deal, check_known_cards
from railbird.games.hand_seats import seats_of_hand
from railbird.games.payoffs import payoffs_of
from railbird.games.public_state import PublicState, no_position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from railbird.cards import Card, Cards
    from railbird.games.action import Action
    from railbird.games.betting_node import BettingNode
    from railbird.games.definition import GameDefinition
    from railbird.games.hand_seats import HandSeats
    from railbird.games.payoffs import Chips

    Hands = tuple[tuple[Card, ...], ...]


class View(PublicState):
    """The state of a hand as seen from one position. It holds no card that is hidden from the player."""

    __slots__ = ("board", "hands", "position")

    position: int
    board: tuple[Card, ...]
    hands: Hands
    """Known hole cards by position; empty for hidden hands."""

    @classmethod
    def of(
        cls,
        game: GameDefinition | str,
        actions: Iterable[Action] = (),
        *,
        hole_cards: Cards,
        board: Cards = (),
        position: int | None = None,
        hand: int = 0,
        seats: Sequence[int] | None = None,
    ) -> View:
        """Create a player's view after a sequence of actions, without the other players' cards.

        The default position is that of the player to act. The board has the cards of the current street, or all cards
        after a showdown. Seats are by position; by default they rotate with the number of the hand. Raise ActionError
        if an action is not legal, and CardError or GameError if the cards, position or seats do not fit.
        """
        definition = game_named(game) if isinstance(game, str) else game
        node = first_node(definition).play(actions)
        if position is None:
            if node.acting < 0:
                raise GameError(
                    f"the view of {node} has no default position, because the hand is over: give a position"
                )
            position = node.acting
        if not 0 <= position < definition.players:
            raise no_position(position, definition)
        own, cards = as_cards(hole_cards), as_cards(board)
        check_known_cards(definition, own, cards, board_size=definition.board_sizes[node.street])
        hands = tuple(own if other == position else () for other in range(definition.players))
        hand_seats = seats_of_hand(hand, definition.players, seats)
        return _view_at(node, hand_seats, position=position, hands=hands, board=cards)

    @property
    def seat(self) -> int:
        """The player's own seat."""
        return self._seats.seats[self.position]

    @property
    def hole_cards(self) -> tuple[Card, ...]:
        """The player's own cards."""
        return self.hands[self.position]

    def equity(self, *, opponents: int | None = None) -> float:
        """All-in equity: the player's expected share of the pot against random hands if nobody folds from here on.

        The number of opponents defaults to all who are still in the hand. See `railbird.equity.all_in`.
        """
        game = self._node.tree.game
        if not game.is_holdem:
            check_equity(game)
        if opponents is None:
            opponents = len(self.in_hand) - 1
        return _equity_function()(self.hands[self.position], self.board, opponents)

    def payoffs(self) -> tuple[Chips, ...]:
        """Chips that each player has won or lost at the end of the hand, by position.

        Raise ActionError if the hand is not over, or if the view lacks cards that decide a showdown.
        """
        return payoffs_of(self._node, Deal(self.hands, self.board))

    def at_start(self) -> View:
        """The same hand before the first action."""
        return self._at(first_node(self.game))

    def later(self, node: BettingNode, *, hands: Hands, board: tuple[Card, ...]) -> View:
        """The same hand at a later node, with the hands and the board that are visible there."""
        return _view_at(node, self._seats, position=self.position, hands=hands, board=board)

    def comes_after(self, other: View) -> bool:
        """Whether the actions of another view are a prefix of the actions of this view."""
        if other._node is self._node.before or other._node is self._node:
            return True
        earlier = other.actions
        return self.actions[: len(earlier)] == earlier

    def steps_since(self, other: View) -> Iterator[tuple[View, View]]:
        """Pairs of views before and after each action, from an earlier view to this one."""
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
        board = self.board[node.visible_board]
        return _view_at(node, self._seats, position=position, hands=hands, board=board)

    def __repr__(self) -> str:
        name = self.position_name(self.position)
        board = format_cards(self.board, separator=" ")
        cards = f"{name} with {format_cards(self.hole_cards)}"
        shown = [
            f"{self.position_name(position)} shows {format_cards(hand)}"
            for position, hand in enumerate(self.hands)
            if hand and position != self.position
        ]
        return self._summary(f"{cards} on {board}" if board else cards, *shown)

    def __reduce__(self) -> tuple[Callable[..., View], tuple[object, ...]]:
        # A node is part of a large tree, so the actions that lead to it are pickled instead.
        return _restored_view, (self.game, self.actions, self._seats, self.position, self.hands, self.board)


@cache
def _equity_function() -> Callable[[tuple[Card, ...], tuple[Card, ...], int], float]:
    """Import the function when it is first needed, because it loads compiled code that many matches do not use."""
    from railbird.equity.all_in import unchecked_equity

    return unchecked_equity


def check_equity(game: GameDefinition) -> None:
    """Raise if hands of a game have no all-in equity."""
    if not game.is_holdem:
        raise EquityError(
            f"no all-in equity in {game.name or 'this game'}: it is defined only for hold'em, with two hole cards, "
            "four streets and 52 cards"
        )


def _restored_view(
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
