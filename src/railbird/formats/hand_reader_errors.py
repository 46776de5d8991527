"""Turns the error codes of the hand reader's kernel into messages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from railbird.formats import _kernels
from railbird.formats.fields import shown
from railbird.games.state_array import ROUND
from railbird.wording import number_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from railbird.games.definition import GameDefinition

_FIELDS = ("hand", "betting", "cards", "values")
_PART = re.compile(r"[^|/:]*")
_REASONS_IN_BETTING = {
    _kernels.ILLEGAL: "the action is not legal here",
    _kernels.UNKNOWN_LETTER: "an action is f, c or r",
    _kernels.WRONG_SLASH: "a / stands where a round ends, and nowhere else",
    _kernels.MISSING_SIZE: "a no-limit raise needs its total, like r300",
    _kernels.WRONG_TOTAL: "the call goes to another total",
    _kernels.UNWANTED_NUMBER: "a number follows an action that has none: f, c and limit raises stand alone",
    _kernels.WRONG_BLIND: "the blinds stand first, b1b2",
    _kernels.TOO_LONG: "more actions than any hand has",
}


def explain(game: GameDefinition, text: str, *, parsed: list[int], final: NDArray[np.int64], is_whole: bool) -> str:
    """Say which field is wrong, where, and what would be right. `final` is the state that the actions led to."""
    wrong, place = parsed[_kernels.WRONG], parsed[_kernels.PLACE]
    fields = text.split(":")
    expected = _FIELDS if is_whole else _FIELDS[:-1]
    if len(fields) != len(expected):
        return f"{len(fields)} fields between colons in {shown(text)}: there should be {':'.join(expected)}"
    hands = fields[2].partition("/")[0].count("|") + 1
    if hands != game.players:
        # With another number of hands it is another game, and no other error matters.
        return f"cards {shown(fields[2])}: {number_of(hands, 'hand')} for {game.players} players"
    # The kernel counts bytes, messages count characters.
    before, after = (part.decode(errors="replace") for part in _split_at(text.encode(errors="replace"), place))
    number = before.count(":")
    name, field = _FIELDS[number], shown(fields[number])
    if wrong in _REASONS_IN_BETTING:
        character = len(before.rpartition(":")[2]) + 1
        there = after.partition(":")[0][:8]
        return f"{name} {field} at character {character} ({there!r}): {_REASONS_IN_BETTING[wrong]}"
    part = _PART.match(after)
    reason = _reason(game, wrong, part=part.group() if part else "", parsed=parsed, street=final.item(ROUND))
    return f"{name} {field}: {reason}"


def _split_at(letters: bytes, place: int) -> tuple[bytes, bytes]:
    return letters[:place], letters[place:]


def _reason(game: GameDefinition, wrong: int, *, part: str, parsed: list[int], street: int) -> str:
    """Say why `part`, the text from the position of the error on, is wrong."""
    reasons = {
        _kernels.WRONG_NUMBER: "a hand number has 1 to 18 digits",
        _kernels.UNFINISHED: "it stops before the hand is over",
        _kernels.WRONG_HAND_SIZE: f"players hold {number_of(game.hole_cards, 'card')} each",
        _kernels.NO_CARD: f"{part[:2]!r} is not a card",
        _kernels.CARD_TWICE: f"{part[:2]} is dealt twice",
        _kernels.NOT_IN_DECK: f"{part[:2]} is not in the deck of {game.name or 'the game'}",
        _kernels.WRONG_STREETS: f"the streets have {game.board_cards[1:]} board cards",
        _kernels.WRONG_BOARD: f"{number_of(parsed[_kernels.BOARD_COUNT], 'board card')}, but the betting ends on "
        f"street {street}, with {game.board_sizes[street]}",
        _kernels.WRONG_VALUES: f"the game has {game.players} players",
        _kernels.NO_VALUE: f"{shown(part)} is not a number of chips",
    }
    return reasons[wrong]
