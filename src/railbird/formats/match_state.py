"""MATCHSTATE lines: what the dealer sends to a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from railbird.errors import ActionError, FormatError
from railbird.formats.betting import format_betting
from railbird.formats.fields import format_card_field, shown
from railbird.formats.hand_reader import HandReader
from railbird.games.action import CALL, FOLD, raise_to
from railbird.games.deal import Deal
from railbird.games.hand_seats import fixed_seats, rotating_seats
from railbird.games.state import State

if TYPE_CHECKING:
    from railbird.games.action import Action
    from railbird.games.definition import GameDefinition
    from railbird.games.view import View

_PREFIX = "MATCHSTATE"


class MatchState(NamedTuple):
    """A state of a match as far as a player knows it."""

    position: int
    state: State
    """With the cards that the player knows; the others are missing."""

    @property
    def view(self) -> View:
        """What the player sees."""
        return self.state.view(self.position)


class MatchStateReader:
    """Reads the lines of a match. Most differ from the one before by an action only, and are read as that."""

    def __init__(self, game: GameDefinition, *, has_fixed_seats: bool = False) -> None:
        """A line does not say where players sit: unless seats are fixed, positions rotate from hand to hand."""
        self.game = game
        self._seats_of = fixed_seats if has_fixed_seats else rotating_seats
        self._reader = HandReader(game)
        self._start = self._betting = self._cards = ""
        self._state: State | None = None
        self._position = -1
        self._positions = {str(position) for position in range(game.players)}

    def read(self, line: str) -> MatchState:
        """Read `MATCHSTATE:position:hand:betting:cards`; a FormatError names what is wrong."""
        head, _, cards = line.rstrip("\r\n").rpartition(":")
        start, _, betting = head.rpartition(":")
        state = None
        if start == self._start and cards == self._cards:
            state = self._read_next_action(betting)
        if state is None:
            self._state = None  # nothing to read on from, should this fail
            state = self._read_all(start, betting, cards, line)
            self._start, self._cards = start, cards
        self._betting, self._state = betting, state
        return MatchState(self._position, state)

    def _read_next_action(self, betting: str) -> State | None:
        """Play the one action that is new, if it is one; None if everything has to be read."""
        state = self._state
        if state is None or not betting.startswith(self._betting):
            return None
        if betting == self._betting:
            return state
        action = self._action(betting[len(self._betting) :], state)
        if action is None:
            return None
        try:
            after = state.apply(action)
        except ActionError:
            return None
        return after if after.street == state.street else None

    def _action(self, text: str, state: State) -> Action | None:
        if text == "c":
            return CALL
        if text == "f":
            return FOLD
        if not text.startswith("r"):
            return None
        if self.game.is_limit:
            return raise_to(state.legal_actions().highest_raise) if text == "r" else None
        total = text[1:]
        return raise_to(int(total)) if total.isascii() and total.isdigit() and len(total) < 12 else None

    def _read_all(self, start: str, betting: str, cards: str, line: str) -> State:
        prefix, _, rest = start.partition(":")
        position, _, number = rest.partition(":")
        if prefix != _PREFIX or not number or ":" in number:
            raise FormatError(f"{shown(line)} is not MATCHSTATE:position:hand:betting:cards")
        if position not in self._positions:
            raise FormatError(f"position {shown(position)}: the game has the positions 0 to {self.game.players - 1}")
        hand, hands, board, actions = self._reader.read_so_far(f"{number}:{betting}:{cards}")
        if not hands[int(position)]:
            raise FormatError(f"{shown(line)}: the hand of position {position} is missing")
        self._position = int(position)
        seats = self._seats_of(hand, self.game.players)
        return State.start_unchecked(self.game, Deal(hands, board), seats).play(actions)


def format_match_state(view: View) -> str:
    """The line that shows a player a state of a hand."""
    cards = format_card_field(view.hands, view.board, game=view.game)
    betting = format_betting(view.game, view.actions)
    return f"{_PREFIX}:{view.position}:{view.hand}:{betting}:{cards}"
