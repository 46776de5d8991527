"""Reads and writes MATCHSTATE lines, which the dealer sends to a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from railbird.errors import ActionError, FormatError
from railbird.formats.betting import betting_at, read_action, why_illegal
from railbird.formats.fields import format_card_field, shown
from railbird.formats.hand_reader import HandReader
from railbird.games.action import raise_to
from railbird.games.deal import Deal
from railbird.games.hand_seats import fixed_seats, rotating_seats
from railbird.games.state import State

if TYPE_CHECKING:
    from railbird.cards import Card
    from railbird.games.definition import GameDefinition
    from railbird.games.view import View

_PREFIX = "MATCHSTATE"


class MatchState(NamedTuple):
    """The state of a hand as a player knows it."""

    position: int
    state: State
    """The state with only the cards that the player knows."""

    @property
    def view(self) -> View:
        """The player's view of the state."""
        return self.state.view(self.position)


class MatchStateReader:
    """Reads the lines of a match. A line that only adds an action to the line before is read incrementally."""

    def __init__(self, game: GameDefinition, *, has_fixed_seats: bool = False) -> None:
        """Without `has_fixed_seats`, positions rotate from hand to hand; lines do not say where players sit."""
        self.game = game
        self._seats_of = fixed_seats if has_fixed_seats else rotating_seats
        self._reader = HandReader(game)
        self._start = self._betting = self._cards = ""
        self._state: State | None = None
        self._position = -1
        self._positions = {str(position) for position in range(game.players)}

    def read(self, line: str) -> MatchState:
        """Read `MATCHSTATE:position:hand:betting:cards`. Raise FormatError if anything is wrong."""
        head, _, cards = line.rstrip("\r\n").rpartition(":")
        start, _, betting = head.rpartition(":")
        state = None
        if start == self._start and cards == self._cards:
            state = self._read_next_action(betting)
        if state is None:
            self._state = None  # if reading fails, the next line must be read in full
            state = self._read_all(line)
            self._start, self._cards = start, cards
        self._betting, self._state = betting, state
        return MatchState(self._position, state)

    def _read_next_action(self, betting: str) -> State | None:
        """Play the new action if the line adds exactly one; return None if the line must be read in full."""
        state = self._state
        if state is None or not betting.startswith(self._betting):
            return None
        if betting == self._betting:
            return state
        action = read_action(betting[len(self._betting) :], self.game)
        if action is None:
            return None
        if action.is_raise and self.game.is_limit:
            action = raise_to(state.legal_actions().highest_raise)
        try:
            after = state.apply(action)
        except ActionError:
            return None
        return after if after.street == state.street else None

    def _read_all(self, line: str) -> State:
        fields = line.rstrip("\r\n").split(":")
        if len(fields) != 5 or fields[0] != _PREFIX or not fields[2]:
            raise FormatError(f"{shown(line)} is not MATCHSTATE:position:hand:betting:cards")
        _, position, number, betting, cards = fields
        if position not in self._positions:
            raise FormatError(f"position {shown(position)}: the game has the positions 0 to {self.game.players - 1}")
        try:
            hand, hands, board, actions = self._reader.read_so_far(f"{number}:{betting}:{cards}")
        except FormatError as error:
            why = why_illegal(self.game, betting)
            raise FormatError(f"{error}: {why}" if why else str(error)) from None
        if not hands[int(position)]:
            raise FormatError(f"{shown(line)}: the hand of position {position} is missing")
        self._position = int(position)
        seats = self._seats_of(hand, self.game.players)
        return State.start_unchecked(self.game, Deal(hands, board), seats).play(actions)


class MatchStateWriter:
    """Writes the lines that are sent to one player. What the line before has in common with a line is reused."""

    def __init__(self) -> None:
        self._hands: tuple[tuple[Card, ...], ...] = ()
        self._hand = self._street = -1
        self._head = self._cards = ""

    def line(self, view: View) -> str:
        """Format a view as a line."""
        # A dealer writes a line for every player and action. All views of a hand share the tuple of known hands, up to
        # the showdown; so its identity tells whether anything but the street and the betting can have changed.
        node, hand = view.node, view.hand
        if view.hands is not self._hands or hand != self._hand:
            self._hands, self._hand, self._street = view.hands, hand, -1
            self._head = f"{_PREFIX}:{view.position}:{hand}:"
        if node.street != self._street:
            self._street = node.street
            self._cards = format_card_field(view.hands, view.board, game=view.game)
        return f"{self._head}{betting_at(node)}:{self._cards}"


def format_match_state(view: View) -> str:
    """Format a view as a MATCHSTATE line."""
    return MatchStateWriter().line(view)
