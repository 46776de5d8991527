"""The state of a hand as the dealer sees it: all cards, all chips, and the legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.cards import format_cards
from railbird.games.action import CALL
from railbird.games.betting_node import first_node
from railbird.games.deal import check_deal
from railbird.games.hand_seats import rotating_seats
from railbird.games.payoffs import payoffs_of
from railbird.games.public_state import PublicState, no_position
from railbird.games.state_array import FOLDED, SHOWDOWN
from railbird.games.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from railbird.cards import Card
    from railbird.games.action import Action
    from railbird.games.deal import Deal
    from railbird.games.definition import GameDefinition
    from railbird.games.hand_seats import HandSeats
    from railbird.games.payoffs import Chips


class State(PublicState):
    """An immutable state of a hand with all cards; `apply` returns a new state."""

    __slots__ = ("acting", "deal")

    acting: int
    """As in `PublicState`, but stored, because match loops need it before every action."""
    deal: Deal

    @classmethod
    def start(cls, game: GameDefinition, deal: Deal, *, hand: int = 0) -> State:
        """The state after the blinds and the deal; seats rotate with the number of the hand."""
        check_deal(game, deal)
        return cls.start_unchecked(game, deal, rotating_seats(hand, game.players))

    @classmethod
    def start_unchecked(cls, game: GameDefinition, deal: Deal, seats: HandSeats | None = None) -> State:
        """Start a hand without checking its deal; the default seats are those of hand 0."""
        state = State()
        state._node = node = first_node(game)
        state.acting = node.acting
        state.deal = deal
        state._seats = rotating_seats(0, game.players) if seats is None else seats
        return state

    def apply(self, action: Action) -> State:
        """The state after an action of the acting player; raise ActionError if it is not legal."""
        before = self._node
        state = State()
        kept = before.called if action is CALL else before.next.get(action)
        state._node = node = kept or before.after(action)
        state.acting = node.acting
        state.deal = self.deal
        state._seats = self._seats
        return state

    def play(self, actions: Iterable[Action]) -> State:
        """The state after several actions."""
        state = State()
        state._node = node = self._node.play(actions)
        state.acting = node.acting
        state.deal = self.deal
        state._seats = self._seats
        return state

    def view(self, position: int) -> View:
        """The view of the player in a position."""
        node, deal = self._node, self.deal
        if not 0 <= position < node.tree.players:
            raise no_position(position, node.tree.game)
        view = View()
        view._node = node
        view._seats = self._seats
        view.position = position
        # Read the cached attribute directly: the property would add a call to every view.
        view.hands = (
            (deal._own_hands or deal.own_hands)[position] if node.outcome != SHOWDOWN else self._shown_hands(position)
        )
        view.board = deal.board[node.visible_board]
        return view

    def _shown_hands(self, position: int) -> tuple[tuple[Card, ...], ...]:
        """At a showdown: the player's own hand, and all hands that were not folded."""
        folded = self._node.numbers[FOLDED]
        return tuple(
            hand if other == position or not folded >> other & 1 else ()
            for other, hand in enumerate(self.deal.hole_cards)
        )

    @property
    def board(self) -> tuple[Card, ...]:
        """The board cards dealt so far."""
        return self.deal.board[: self.board_size]

    def payoffs(self) -> tuple[Chips, ...]:
        """Chips that each player has won or lost at the end of the hand, by position; exact, as fractions if needed.

        Raise ActionError if the hand is not over, or if cards that decide a showdown are unknown.
        """
        return payoffs_of(self._node, self.deal)

    def __repr__(self) -> str:
        hands = " | ".join(map(format_cards, self.deal.hole_cards))
        board = format_cards(self.board, separator=" ")
        return self._summary(f"{hands} on {board}" if board else hands)

    def __reduce__(self) -> tuple[Callable[..., State], tuple[object, ...]]:
        # A node is part of a large tree, so the actions that lead to it are pickled instead.
        return _restored_state, (self.game, self.deal, self.actions, self._seats)


def _restored_state(game: GameDefinition, deal: Deal, actions: tuple[Action, ...], seats: HandSeats) -> State:
    return State.start_unchecked(game, deal, seats).play(actions)
