"""MATCHSTATE lines: what the dealer sends to a player, and the player sends back with an action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.errors import FormatError
from railbird.formats.betting import format_betting
from railbird.formats.fields import format_card_field, read_hand_number, shown
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
    prefix, _, rest = line.rstrip("\r\n").partition(":")
    position_text, _, text = rest.partition(":")
    if prefix != _PREFIX or text.count(":") != 2:
        raise FormatError(f"{shown(line)} is not MATCHSTATE:position:hand:betting:cards")
    position = read_hand_number(position_text)
    if position >= game.players:
        raise FormatError(f"position {position}: the game has the positions 0 to {game.players - 1}")
    hand, hands, board, actions = reader.read_so_far(text)
    if not hands[position]:
        raise FormatError(f"{shown(line)}: the hand of position {position} is missing")
    state = State.start_unchecked(game, Deal(hands, board)).play(actions)
    return MatchState(hand, state.view(position))


def format_match_state(hand: int, view: View) -> str:
    """The line that tells a player of this moment of hand number `hand`."""
    cards = format_card_field(view.hands, view.board, view.game)
    betting = format_betting(view.game, view.actions)
    return f"{_PREFIX}:{view.position}:{hand}:{betting}:{cards}"
