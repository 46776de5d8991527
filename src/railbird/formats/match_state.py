"""Reads and writes MATCHSTATE lines, which the dealer sends to a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.errors import FormatError
from railbird.formats.betting import betting_at, node_after, why_illegal
from railbird.formats.fields import CARD_OF_TEXT, format_board, format_card_field, shown
from railbird.formats.hand_reader import HandReader
from railbird.games.deal import Deal
from railbird.games.hand_seats import fixed_seats, rotating_seats
from railbird.games.state import State
from railbird.games.state_array import SHOWDOWN

if TYPE_CHECKING:
    from railbird.cards import Card
    from railbird.games.definition import GameDefinition
    from railbird.games.view import View

_PREFIX = "MATCHSTATE"


class MatchStateReader:
    """Reads the lines of a match. Of a line that goes on from the line before, only what is new is read."""

    def __init__(self, game: GameDefinition, *, has_fixed_seats: bool = False) -> None:
        """Without `has_fixed_seats`, positions rotate from hand to hand; lines do not say where players sit."""
        self.game = game
        self._seats_of = fixed_seats if has_fixed_seats else rotating_seats
        self._reader = HandReader(game)
        self._start = self._betting = self._cards = ""
        self._view: View | None = None
        self._left: set[Card] = set()
        """The cards of the deck that have not been seen in this hand."""
        self._positions = {str(position) for position in range(game.players)}

    def read(self, line: str) -> View:
        """Read `MATCHSTATE:position:hand:betting:cards`. Raise FormatError if anything is wrong."""
        head, _, cards = line.rstrip("\r\n").rpartition(":")
        start, _, betting = head.rpartition(":")
        view = self._read_on(betting, cards) if start == self._start else None
        if view is None:
            self._view = None  # if reading fails, the next line must be read in full
            view = self._read_all(line)
            self._start = start
        self._betting, self._cards, self._view = betting, cards, view
        return view

    def _read_on(self, betting: str, cards: str) -> View | None:
        """Read what a line adds to the line before, with the same start; None if the line must be read in full."""
        view = self._view
        if view is None or not betting.startswith(self._betting) or not cards.startswith(self._cards):
            return None
        node = node_after(view.node, betting[len(self._betting) :])
        if node is None or node.outcome == SHOWDOWN:  # a showdown reveals hands
            return None
        if node.street == view.street:
            return view.later(node, view.board) if cards == self._cards else None
        dealt = self._read_streets(cards[len(self._cards) :], self.game.board_cards[view.street + 1 : node.street + 1])
        return None if dealt is None else view.later(node, view.board + dealt)

    def _read_streets(self, text: str, sizes: tuple[int, ...]) -> tuple[Card, ...] | None:
        """Read the board cards of new streets, `/2h8c3h/9d`; None unless each has its number of cards of the deck."""
        streets = text.split("/")
        if [*map(len, streets)] != [0, *[2 * size for size in sizes]]:
            return None
        cards = []
        for street in streets:
            for place in range(0, len(street), 2):
                card = CARD_OF_TEXT.get(street[place : place + 2], -1)
                if card not in self._left:
                    return None
                self._left.remove(card)
                cards.append(card)
        return tuple(cards)

    def _read_all(self, line: str) -> View:
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
        self._left = {*self.game.deck}.difference(board, *hands)
        seats = self._seats_of(hand, self.game.players)
        return State.start_unchecked(self.game, Deal(hands, board), seats).play(actions).view(int(position))


class MatchStateWriter:
    """Writes the lines that are sent to one player. What the line before has in common with a line is reused."""

    def __init__(self) -> None:
        self._hands: tuple[tuple[Card, ...], ...] = ()
        self._hand = self._street = -1
        self._head = self._hole_cards = self._cards = ""

    def line(self, view: View) -> str:
        """Format a view as a line."""
        # A dealer writes a line for every player and action. All views of a hand share the tuple of known hands, up to
        # the showdown; so its identity tells whether anything but the street and the betting can have changed.
        node = view.node
        if view.hands is not self._hands or view.hand != self._hand or node.street != self._street:
            self._turn_to(view)
        return f"{self._head}{betting_at(node)}:{self._cards}"

    def _turn_to(self, view: View) -> None:
        """Write what all lines of a street have in common."""
        if view.hands is not self._hands or view.hand != self._hand:
            self._hands, self._hand = view.hands, view.hand
            self._head = f"{_PREFIX}:{view.position}:{view.hand}:"
            self._hole_cards = format_card_field(view.hands, (), game=view.game)
        self._street = view.street
        self._cards = self._hole_cards + format_board(view.board, view.game.board_sizes)


def format_match_state(view: View) -> str:
    """Format a view as a MATCHSTATE line."""
    return MatchStateWriter().line(view)
