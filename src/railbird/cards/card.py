"""Cards as integers, rank * 4 + suit, from 0 (deuce of clubs) to 51 (ace of spades); parsing and formatting."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from railbird.errors import CardError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Card: TypeAlias = int
Cards: TypeAlias = "str | Sequence[Card]"
"""Cards as text, `AsKd`, or as numbers."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARD_COUNT = 52

_TEXTS = dict(enumerate(rank + suit for rank in RANKS for suit in SUITS))
_CARD_OF_TEXT = {text.lower(): number for number, text in _TEXTS.items()}
_CARD_OF_TEXT.update({f"10{suit}": RANKS.index("T") * 4 + SUITS.index(suit) for suit in SUITS})
_SEPARATORS = re.compile(r"[\s,]+")
_CARD_FORMAT = f"write a rank from {RANKS} (or 10) and a suit from {SUITS}, like As"
_CARD_PATTERN = re.compile(r"10[cdhs]|[2-9tjqka][cdhs]", re.IGNORECASE)


def card(rank: int, suit: int) -> Card:
    """The card with rank 0 (deuce) to 12 (ace) and suit 0 to 3 (clubs, diamonds, hearts, spades)."""
    return rank * 4 + suit


def rank_of(card: Card) -> int:
    """The rank of a card, from 0 (deuce) to 12 (ace)."""
    return card >> 2


def suit_of(card: Card) -> int:
    """The suit of a card, 0 to 3: clubs, diamonds, hearts, spades."""
    return card & 3


def parse_card(text: str) -> Card:
    """Parse one card, such as `As`, `td` or `10H`."""
    number = _CARD_OF_TEXT.get(text.strip().lower())
    if number is None:
        raise CardError(f"unknown card {text!r}: {_CARD_FORMAT}")
    return number


def parse_cards(text: str) -> tuple[Card, ...]:
    """Parse distinct cards, with or without spaces or commas between them: `AsKd`, `As Kd`, `as,10d`."""
    cards: list[Card] = []
    for word in _SEPARATORS.split(text.strip()):
        cards.extend(_cards_in_word(word, text))
    check_distinct(cards)
    return tuple(cards)


def as_card(card: Card | str) -> Card:
    """One card, given as text or as a number; a number is taken as it is."""
    return parse_card(card) if isinstance(card, str) else card


def as_cards(cards: str | Iterable[Card]) -> tuple[Card, ...]:
    """Cards that are given as text or as numbers, checked: they exist, and each stands once."""
    if isinstance(cards, str):
        return _parsed_before(cards)
    numbers = tuple(cards)
    check_distinct(numbers)
    return numbers


@lru_cache(maxsize=1024)
def _parsed_before(text: str) -> tuple[Card, ...]:
    """The same board or hand is asked about again and again."""
    return parse_cards(text)


def _cards_in_word(word: str, text: str) -> list[Card]:
    cards = []
    position = 0
    while position < len(word):
        match = _CARD_PATTERN.match(word, position)
        if match is None:
            raise CardError(f"unknown card {word[position:]!r} in {text!r}: {_CARD_FORMAT}")
        cards.append(parse_card(match.group()))
        position = match.end()
    return cards


def check_distinct(cards: Iterable[Card]) -> None:
    """Raise CardError if a number is not a card or a card occurs twice."""
    given = tuple(cards)
    if _all_distinct(given):
        return
    seen = set()
    for card in given:
        if not _all_distinct((card,)):
            raise CardError(_unknown_card_message(card))
        if card in seen:
            raise CardError(f"duplicate card {format_card(card)}: each card can be dealt only once")
        seen.add(card)


def _all_distinct(cards: tuple[Card, ...]) -> bool:
    try:
        distinct = {*cards}
    except TypeError:  # a list among them, for instance
        return False
    return len(distinct) == len(cards) and distinct <= _TEXTS.keys()


def format_card(card: Card) -> str:
    """Format a card, such as `As`."""
    return format_cards((card,))


def format_cards(cards: Sequence[Card], *, separator: str = "") -> str:
    """Format cards in the given order, such as `AsKd`."""
    try:
        return separator.join([_TEXTS[card] for card in cards])
    except KeyError as error:
        raise CardError(_unknown_card_message(error.args[0])) from None


def _unknown_card_message(card: object) -> str:
    as_text = ", or one text such as AsKd" if isinstance(card, str) else ""
    return f"there is no card {card}: cards are numbered from 0 (2c) to 51 (As){as_text}"
