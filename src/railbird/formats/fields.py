"""The card and chip fields of the competition's notations."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from railbird.cards import RANKS, SUITS, format_cards
from railbird.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railbird.cards import Card
    from railbird.games.definition import GameDefinition
    from railbird.games.state import Chips

_CARD_OF = {rank + suit: 4 * r + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards without anything between them: `AsKd`."""
    try:
        return tuple([_CARD_OF[text[place : place + 2]] for place in range(0, len(text), 2)])
    except KeyError as error:
        raise FormatError(f"cards {text!r}: {error.args[0]!r} is no card") from None


def read_card_field(text: str, game: GameDefinition) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Hole cards by position, empty where they are not known, and the board: `5d5c|9hQd/8dAs8s/4h`."""
    held, *streets = text.split("/")
    hands = tuple([read_cards(hand) for hand in held.split("|")])
    board = read_cards("".join(streets))
    if len(hands) != game.players:
        raise FormatError(f"cards {text!r}: {len(hands)} hands for {game.players} players")
    for hand in hands:
        if len(hand) not in (0, game.hole_cards):
            raise FormatError(f"cards {text!r}: a hand of {len(hand)} cards: players hold {game.hole_cards}")
    for street, dealt in enumerate(streets, start=1):
        if street >= game.rounds or len(dealt) != 2 * game.board_cards[street]:
            raise FormatError(f"cards {text!r}: {dealt!r} is not what comes on street {street}")
    cards = [card for hand in hands for card in hand]
    cards.extend(board)
    if len(set(cards)) != len(cards):
        raise FormatError(f"cards {text!r}: a card is dealt twice")
    return hands, board


def format_card_field(hands: Iterable[Sequence[Card]], board: Sequence[Card], game: GameDefinition) -> str:
    """The same as text: each street's board cards after a slash."""
    text = "|".join(format_cards(hand) for hand in hands)
    for street in range(1, game.rounds):
        start, end = game.board_sizes[street - 1], game.board_sizes[street]
        if len(board) >= end > start:
            text += "/" + format_cards(board[start:end])
    return text


def check_board(board: Sequence[Card], street: int, text: str, game: GameDefinition) -> None:
    """Refuse a board that does not go with the street on which the betting ended."""
    if len(board) != game.board_sizes[street]:
        raise FormatError(
            f"cards {text!r}: {len(board)} board cards, but the betting ended on street {street}, "
            f"with {game.board_sizes[street]}"
        )


def read_hand_number(text: str) -> int:
    """The number of a hand."""
    if not text.isdigit():
        raise FormatError(f"hand {text!r}: hands have numbers")
    return int(text)


def read_names(text: str, game: GameDefinition) -> tuple[str, ...]:
    """The players' names by position."""
    names = tuple(text.split("|"))
    if len(names) != game.players or not all(names):
        raise FormatError(f"names {text!r}: the game has {game.players} players")
    return names


def read_values(text: str, game: GameDefinition) -> tuple[Chips, ...]:
    """What the players won or lost, by position."""
    values = tuple([read_chips(value) for value in text.split("|")])
    if len(values) != game.players:
        raise FormatError(f"values {text!r}: the game has {game.players} players")
    return values


def read_chips(text: str) -> Chips:
    """A number of chips: `20`, `-20`, `552584.5`."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise FormatError(f"{text!r} is no number of chips") from None
    return value.numerator if value.denominator == 1 else value


def format_chips(chips: Chips) -> str:
    """With up to six decimals, zeros at the end left out, as the reference dealer prints values."""
    if isinstance(chips, int):
        return str(chips)
    return f"{float(chips):.6f}".rstrip("0").rstrip(".")
