"""MATCHSTATE lines: what the dealer sends to a player, and the player sends back with an action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.errors import FormatError
from railbird.formats.betting import format_betting
from railbird.formats.fields import format_card_field, read_hand_number
from railbird.games.deal import Deal
from railbird.games.state import State

if TYPE_CHECKING:
    from railbird.formats.hand_reader import HandReader
    from railbird.games.view import View

_PREFIX = "MATCHSTATE"


@dataclass(frozen=True)
class MatchState:
    """One moment of a match as a player sees it."""

    hand: int
    view: View


def read_match_state(line: str, reader: HandReader) -> MatchState:
    """Read `MATCHSTATE:position:hand:betting:cards`; the game is the reader's."""
    game = reader.game
    fields = line.rstrip("\r\n").split(":")
    if len(fields) != 5 or fields[0] != _PREFIX:
        raise FormatError(f"{line!r} is not MATCHSTATE:position:hand:betting:cards")
    _, position_text, hand, betting, cards = fields
    position = read_hand_number(position_text)
    if position >= game.players:
        raise FormatError(f"position {position}: the game has the positions 0 to {game.players - 1}")
    hands, board = reader.cards.read(cards)
    actions = reader.betting.read(betting)
    reader.betting.check_board(board, cards)
    if not hands[position]:
        raise FormatError(f"cards {cards!r}: the hand of position {position} is missing")
    state = State.start_unchecked(game, Deal(hands, board)).play(actions)
    return MatchState(read_hand_number(hand), state.view(position))


def format_match_state(hand: int, view: View) -> str:
    """The line that tells a player of this moment of hand number `hand`."""
    cards = format_card_field(view.hands, view.board, view.game)
    betting = format_betting(view.game, view.actions)
    return f"{_PREFIX}:{view.position}:{hand}:{betting}:{cards}"
