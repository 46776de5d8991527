"""Decks of the full game and of small games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.cards.card import RANKS, SUITS, card
from railbird.errors import CardError

if TYPE_CHECKING:
    from railbird.cards.card import Card


def deck(*, ranks: int = len(RANKS), suits: int = len(SUITS)) -> tuple[Card, ...]:
    """The cards of the `ranks` highest ranks and the `suits` last suits, in ascending order.

    A small deck keeps the top of the full one, as in the competition's games: Kuhn's three cards are
    `deck(ranks=3, suits=1)`, Qs Ks As; Leduc's six are `deck(ranks=3, suits=2)`.
    """
    if not (1 <= ranks <= len(RANKS) and 1 <= suits <= len(SUITS)):
        raise CardError(f"no deck has {ranks} ranks and {suits} suits: there are 1 to 13 ranks and 1 to 4 suits")
    return tuple(
        card(rank, suit)
        for rank in range(len(RANKS) - ranks, len(RANKS))
        for suit in range(len(SUITS) - suits, len(SUITS))
    )


FULL_DECK = deck()
