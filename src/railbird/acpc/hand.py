"""A hand that is being played, with the texts that are made of it: match states and the line of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.formats.betting import action_text
from railbird.formats.fields import format_card_field, format_chips
from railbird.games import State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.games import Action, Chips, Deal, GameDefinition, HandSeats


class Hand:
    """One hand: its state changes as it is played, and its betting string grows with it."""

    def __init__(self, game: GameDefinition, seats: HandSeats, deal: Deal) -> None:
        self.game = game
        self.number = seats.hand
        self.state = State.start_unchecked(game, deal, seats)
        self.betting = "/" * self.state.street
        self._cards: dict[tuple[int, int], str] = {}

    def apply(self, action: Action) -> None:
        """Play an action."""
        before = self.state
        self.state = after = before.apply(action)
        self.betting += action_text(action, self.game)
        if after.street != before.street:
            self.betting += "/" * (after.street - before.street)

    def line(self, position: int) -> str:
        """The match state for the player in a position."""
        return f"MATCHSTATE:{position}:{self.number}:{self.betting}:{self._cards_seen_by(position)}"

    def _cards_seen_by(self, position: int) -> str:
        """Cards are the same all street long."""
        state = self.state
        if state.is_over:
            view = state.view(position)
            return format_card_field(view.hands, view.board, game=self.game)
        place = position, state.street
        text = self._cards.get(place)
        if text is None:
            view = state.view(position)
            text = self._cards[place] = format_card_field(view.hands, view.board, game=self.game)
        return text

    def log_line(self, payoffs: Sequence[Chips], names: Sequence[str]) -> str:
        """The hand, which is over, as a line of a log; names by position."""
        values = "|".join(map(format_chips, payoffs))
        return f"STATE:{self.number}:{self.betting}:{self.card_field()}:{values}:{'|'.join(names)}"

    def card_field(self) -> str:
        """All hole cards, and the board that is on the table."""
        return format_card_field(self.state.deal.hole_cards, self.state.board, game=self.game)
