"""Reads and writes MATCHSTATE lines, which the dealer sends to a player."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from railbird.errors import FormatError
from railbird.formats.betting import betting_at, node_after, why_illegal
from railbird.formats.fields import CARD_OF_TEXT, format_board, format_card_field, shown
from railbird.formats.hand_reader import HandReader
from railbird.games.deal import Deal
from railbird.games.hand_seats import fixed_seats, rotating_seats
from railbird.games.state import State
from railbird.games.state_array import FOLDED, SHOWDOWN

if TYPE_CHECKING:
    from railbird.cards import Card
    from railbird.games.betting_node import BettingNode
    from railbird.games.deal import Hands
    from railbird.games.definition import GameDefinition
    from railbird.games.view import View

_PREFIX = "MATCHSTATE"
_HAND_START = re.compile(rf"{_PREFIX}:(\d+):(\d{{1,18}})", re.ASCII)


class MatchStateReader:
    """Reads the lines of a match.

    A line that begins a hand, or only adds to the line before, is read in part: what was read before is not read again.
    """

    def __init__(self, game: GameDefinition, *, has_fixed_seats: bool = False) -> None:
        """Without `has_fixed_seats`, positions rotate from hand to hand; lines do not say where players sit."""
        self.game = game
        self._seats_of = fixed_seats if has_fixed_seats else rotating_seats
        self._reader = HandReader(game)
        self._start = self._betting = self._hands = self._board = ""
        self._view: View | None = None
        self._seen: set[Card] = set()
        """The cards that have been seen in this hand."""
        self._card_of_text = {text: card for text, card in CARD_OF_TEXT.items() if card in game.deck}
        self._positions = {str(position): position for position in range(game.players)}

    def read(self, line: str) -> View:
        """Read `MATCHSTATE:position:hand:betting:cards`. Raise FormatError if anything is wrong."""
        head, _, cards = line.rstrip("\r\n").rpartition(":")
        start, _, betting = head.rpartition(":")
        hands, slash, board = cards.partition("/")
        board = slash + board
        if start != self._start:
            self._begin_hand(start, hands)
        view = self._read_on(betting, hands, board)
        if view is None:
            self._view = None  # if reading fails, the next line must be read in full
            view = self._read_all(line)
        self._start, self._betting, self._hands, self._board, self._view = start, betting, hands, board, view
        return view

    def _begin_hand(self, start: str, hands: str) -> None:
        """Forget the hand before, and read the cards of a new one."""
        self._betting, self._hands, self._board, self._seen = "", hands, "", set()
        self._view = self._first_view(start, hands)

    def _first_view(self, start: str, hands: str) -> View | None:
        """The view before the first action of a hand, `MATCHSTATE:0:12::AsKs||`; None if lines must be read in full."""
        match = _HAND_START.fullmatch(start)
        position = self._positions.get(match.group(1)) if match else None
        if match is None or position is None:
            return None
        texts = hands.split("|")
        own = self._read_new(hands.strip("|"), self.game.hole_cards)
        if own is None or len(texts) != self.game.players or not texts[position]:
            return None
        known = tuple([own if text else () for text in texts])
        seats = self._seats_of(int(match.group(2)), self.game.players)
        state = State.start_unchecked(self.game, Deal(known, ()), seats)
        return state.view(position) if state.acting >= 0 else None

    def _read_on(self, betting: str, hands: str, board: str) -> View | None:
        """Read what a line adds to the line before, with the same start; None if the line must be read in full."""
        view = self._view
        if view is None or not betting.startswith(self._betting) or not board.startswith(self._board):
            return None
        node = node_after(view.node, betting[len(self._betting) :])
        if node is None:
            return None
        if node.outcome == SHOWDOWN:
            known = self._read_shown(view, node, hands)
        else:
            known = view.hands if hands == self._hands else None
        if known is None:
            return None
        dealt = self._read_streets(board[len(self._board) :], self.game.board_cards[view.street + 1 : node.street + 1])
        return None if dealt is None else view.later(node, hands=known, board=view.board + dealt)

    def _read_shown(self, view: View, node: BettingNode, hands: str) -> Hands | None:
        """The hands at a showdown, with those that it reveals; None if the line must be read in full."""
        texts, before = hands.split("|"), self._hands.split("|")
        if len(texts) != len(before):
            return None
        known = []
        for position, (text, earlier, hand) in enumerate(zip(texts, before, view.hands, strict=True)):
            has_folded = bool(node.numbers[FOLDED] >> position & 1)
            if text == earlier and (hand if text else has_folded):
                known.append(hand)
                continue
            new = None if earlier or has_folded else self._read_new(text, self.game.hole_cards)
            if new is None:
                return None
            known.append(new)
        return tuple(known)

    def _read_streets(self, text: str, sizes: tuple[int, ...]) -> tuple[Card, ...] | None:
        """Read the board cards of new streets, `/2h8c3h/9d`; None unless each has its number of cards."""
        if not text and not sizes:
            return ()
        first, *streets = text.split("/")
        if first or len(streets) != len(sizes):
            return None
        cards: tuple[Card, ...] = ()
        for street, size in zip(streets, sizes, strict=True):
            dealt = self._read_new(street, size)
            if dealt is None:
                return None
            cards += dealt
        return cards

    def _read_new(self, text: str, count: int) -> tuple[Card, ...] | None:
        """Read cards that have not been seen yet; None unless the text has this number of them."""
        if len(text) != 2 * count:
            return None
        cards = tuple([self._card_of_text.get(text[place : place + 2], -1) for place in range(0, 2 * count, 2)])
        if -1 in cards or len({*cards}) < count or not self._seen.isdisjoint(cards):
            return None
        self._seen.update(cards)
        return cards

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
        self._seen = {*board}.union(*hands)
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
