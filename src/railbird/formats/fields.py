"""The card and chip fields of the competition's notations."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import chain, permutations
from typing import TYPE_CHECKING

from railbird.cards import RANKS, SUITS, deck, format_cards
from railbird.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railbird.cards import Card
    from railbird.games.definition import GameDefinition
    from railbird.games.state import Chips

_CARD_OF = {rank + suit: 4 * r + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}

_CARDS_OF = {first + second: (_CARD_OF[first], _CARD_OF[second]) for first, second in permutations(_CARD_OF, 2)}
"""Every hand of two cards at once."""

_WHOLE = re.compile(r"[0-9]{1,18}")
_CHIPS = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards without anything between them: `AsKd`."""
    try:
        return tuple([_CARD_OF[text[place : place + 2]] for place in range(0, len(text), 2)])
    except KeyError as error:
        raise FormatError(f"cards {text!r}: {error.args[0]!r} is no card") from None


class CardReader:
    """Reads the card fields of one game: `5d5c|9hQd/8dAs8s/4h`."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game
        self._players = game.players
        self._hand_sizes = {0, game.hole_cards}
        self._deck = frozenset(deck(ranks=game.ranks, suits=game.suits))
        self._street_lengths = [
            [2 * size for size in game.board_cards[1:streets]] for streets in range(1, game.rounds + 1)
        ]

    def read(self, text: str) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
        """Hole cards by position, empty where they are not known, and the board."""
        held, *streets = text.split("/")
        try:
            hands = tuple([_CARDS_OF[hand] if hand in _CARDS_OF else read_cards(hand) for hand in held.split("|")])
        except FormatError as error:
            raise FormatError(f"cards {text!r}: {error}") from None
        board = read_cards("".join(streets))
        if len(hands) != self._players:
            raise FormatError(f"cards {text!r}: {len(hands)} hands for {self._players} players")
        if not {*map(len, hands)} <= self._hand_sizes:
            raise FormatError(f"cards {text!r}: players hold {self._game.hole_cards} cards each")
        if len(streets) >= self._game.rounds or [*map(len, streets)] != self._street_lengths[len(streets)]:
            raise FormatError(f"cards {text!r}: the streets have {self._game.board_cards[1:]} board cards")
        dealt = {*chain.from_iterable(hands), *board}
        if len(dealt) != sum(map(len, hands)) + len(board):
            raise FormatError(f"cards {text!r}: a card is dealt twice")
        if not dealt <= self._deck:
            wrong = format_cards(sorted(dealt - self._deck), separator=" ")
            raise FormatError(f"cards {text!r}: {wrong} is not in the deck of {self._game.name or 'the game'}")
        return hands, board


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
