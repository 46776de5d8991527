"""The full deck, and the decks of small games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.cards.card import RANKS, SUITS, card
from railbird.errors import CardError

if TYPE_CHECKING:
    from railbird.cards.card import Card


def deck(*, ranks: int = len(RANKS), suits: int = len(SUITS)) -> tuple[Card, ...]:
    """The deck with the `ranks` highest ranks and the `suits` last suits, in ascending order.

    A small deck is the top of the full deck, as in the games of the ACPC (Annual Computer Poker Competition):
    Kuhn poker uses `deck(ranks=3, suits=1)`, Qs Ks As; Leduc poker uses `deck(ranks=3, suits=2)`, six cards.
    """
    if not (1 <= ranks <= len(RANKS) and 1 <= suits <= len(SUITS)):
        raise CardError(f"no deck has {ranks} ranks and {suits} suits: a deck has 1 to 13 ranks and 1 to 4 suits")
    return tuple(
        card(rank, suit)
        for rank in range(len(RANKS) - ranks, len(RANKS))
        for suit in range(len(SUITS) - suits, len(SUITS))
    )


FULL_DECK = deck()
