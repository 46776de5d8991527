"""Fields of the notations of the ACPC (Annual Computer Poker Competition): cards, chips, hand numbers and names."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from railbird.cards import CARD_COUNT, format_card, format_cards
from railbird.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railbird.cards import Card
    from railbird.games.definition import GameDefinition
    from railbird.games.payoffs import Chips

CARD_OF_TEXT = {format_card(card): card for card in range(CARD_COUNT)}
_WHOLE = re.compile(r"[0-9]{1,18}")
_CHIPS = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")
# A # at the start of a line or after a space begins a comment.
_NAME = re.compile(r"(?![#\s])(?:(?! #)[^:|\0\r\n])+(?<!\s)")


def format_card_field(hands: Iterable[Sequence[Card]], board: tuple[Card, ...], *, game: GameDefinition) -> str:
    """Format hole cards by position, separated by bars, then each street's cards after a slash: `AsKs|7d2c/2h8c3h`."""
    return "|".join([format_cards(hand) for hand in hands]) + format_board(board, game.board_sizes)


@lru_cache(maxsize=64)
def format_board(board: tuple[Card, ...], sizes: tuple[int, ...]) -> str:
    """Format the board, each street's cards after a slash: `/2h8c3h/9d`. It is the same text for all players.

    `sizes` are the numbers of cards that are visible in each round.
    """
    text = ""
    for start, end in pairwise(sizes):
        if len(board) >= end > start:
            text += "/" + format_cards(board[start:end])
    return text


@lru_cache(maxsize=1024)
def format_names(names: tuple[str, ...], *, spaces: bool = True) -> str:
    """Join names with bars. Raise FormatError if a name could not be read back; old logs do not allow spaces."""
    for name in names:
        if not _NAME.fullmatch(name) or (" " in name and not spaces):
            where = "at an end" if spaces else "in it"
            raise FormatError(
                f"name {shown(name)} could not be read back: a name has no : or |, no comment, no space {where}"
            )
    return "|".join(names)


def read_names(text: str, *, players: int) -> tuple[str, ...]:
    """Read names separated by bars, a name for each player."""
    names = tuple(text.split("|"))
    if len(names) != players or not all(names) or ":" in text or "\0" in text:
        raise FormatError(f"names {shown(text)}: the game has {players} players")
    return names


def read_hand_number(text: str) -> int:
    """Read the number of a hand."""
    if not _WHOLE.fullmatch(text):
        raise FormatError(f"hand {text[:20]!r}: a hand number has 1 to 18 digits")
    return int(text)


def read_chips(text: str) -> Chips:
    """Read a number of chips, such as `20`, `-20` or `552584.5`."""
    if not _CHIPS.fullmatch(text):
        raise FormatError(f"{text[:20]!r} is not a number of chips")
    if "." not in text:
        return int(text)
    value = Fraction(text)
    return value.numerator if value.denominator == 1 else value


def format_chips(chips: Chips) -> str:
    """Format chips as the reference dealer does: with up to six decimals and no trailing zeros."""
    if isinstance(chips, int):
        return str(chips)
    return f"{float(chips):.6f}".rstrip("0").rstrip(".")


def format_values(values: Iterable[Chips]) -> str:
    """Format numbers of chips, separated by bars."""
    return "|".join(map(format_chips, values))


def shown(value: object) -> str:
    """Format a value for a message, cut so that the message stays short whatever the file contains."""
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 80 else f"{text[:80]}..."
