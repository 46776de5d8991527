"""The card and chip fields of the competition's notations."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from railbird.cards import RANKS, SUITS, format_cards
from railbird.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railbird.cards import Card
    from railbird.games.definition import GameDefinition
    from railbird.games.payoffs import Chips

_CARD_OF = {rank + suit: 4 * r + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}

_WHOLE = re.compile(r"[0-9]{1,18}")
_CHIPS = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards without anything between them: `AsKd`."""
    try:
        return tuple([_CARD_OF[text[place : place + 2]] for place in range(0, len(text), 2)])
    except KeyError as error:
        raise FormatError(f"cards {text!r}: {error.args[0]!r} is no card") from None


def format_card_field(hands: Iterable[Sequence[Card]], board: Sequence[Card], game: GameDefinition) -> str:
    """The same as text: each street's board cards after a slash."""
    text = "|".join(format_cards(hand) for hand in hands)
    for street in range(1, game.rounds):
        start, end = game.board_sizes[street - 1], game.board_sizes[street]
        if len(board) >= end > start:
            text += "/" + format_cards(board[start:end])
    return text


def read_hand_number(text: str) -> int:
    """The number of a hand."""
    if not _WHOLE.fullmatch(text):
        raise FormatError(f"hand {text[:20]!r}: hands have numbers")
    return int(text)


def read_chips(text: str) -> Chips:
    """A number of chips: `20`, `-20`, `552584.5`."""
    if not _CHIPS.fullmatch(text):
        raise FormatError(f"{text[:20]!r} is no number of chips")
    if "." not in text:
        return int(text)
    value = Fraction(text)
    return value.numerator if value.denominator == 1 else value


def format_chips(chips: Chips) -> str:
    """With up to six decimals, zeros at the end left out, as the reference dealer prints values."""
    if isinstance(chips, int):
        return str(chips)
    return f"{float(chips):.6f}".rstrip("0").rstrip(".")


def shown(value: object) -> str:
    """A value for a message, which stays one short line whatever the file holds."""
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 80 else f"{text[:80]}..."
