"""Cards as integers from 0 to 51: parsing, formatting, decks, suit isomorphism and hand strength.

This package exports cards and decks. Import `railbird.cards.strength` and `railbird.cards.isomorphism`
explicitly: they load compiled code.
"""

from railbird.cards.card import (
    CARD_COUNT,
    RANKS,
    SUITS,
    Card,
    Cards,
    as_card,
    as_cards,
    card,
    check_distinct,
    format_card,
    format_cards,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)
from railbird.cards.deck import FULL_DECK, deck

__all__ = [
    "CARD_COUNT",
    "FULL_DECK",
    "RANKS",
    "SUITS",
    "Card",
    "Cards",
    "as_card",
    "as_cards",
    "card",
    "check_distinct",
    "deck",
    "format_card",
    "format_cards",
    "parse_card",
    "parse_cards",
    "rank_of",
    "suit_of",
]
