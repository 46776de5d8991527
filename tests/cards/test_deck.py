"""Decks of the full game and of small games."""

import re

import pytest

from railbird.cards import FULL_DECK, deck, format_cards
from railbird.errors import CardError


def test_the_full_deck_is_every_card_in_order() -> None:
    assert deck() == FULL_DECK == tuple(range(52))


@pytest.mark.parametrize(
    ("ranks", "suits", "cards"),
    [
        (3, 1, "QsKsAs"),  # Kuhn
        (4, 1, "JsQsKsAs"),  # Kuhn with three players
        (3, 2, "QhQsKhKsAhAs"),  # Leduc
        (1, 4, "AcAdAhAs"),
        (1, 1, "As"),
    ],
)
def test_small_decks_keep_the_highest_ranks_and_the_last_suits(ranks: int, suits: int, cards: str) -> None:
    assert format_cards(deck(ranks=ranks, suits=suits)) == cards


def test_every_deck_has_as_many_cards_as_ranks_times_suits() -> None:
    for ranks in range(1, 14):
        for suits in range(1, 5):
            cards = deck(ranks=ranks, suits=suits)
            assert len(set(cards)) == ranks * suits
            assert list(cards) == sorted(cards)
            assert len({card // 4 for card in cards}) == ranks
            assert len({card % 4 for card in cards}) == suits


@pytest.mark.parametrize(("ranks", "suits"), [(0, 4), (14, 4), (13, 0), (13, 5), (-3, 1)])
def test_decks_that_cannot_be_are_refused(ranks: int, suits: int) -> None:
    message = f"no deck has {ranks} ranks and {suits} suits: a deck has 1 to 13 ranks and 1 to 4 suits"
    with pytest.raises(CardError, match=f"^{re.escape(message)}$"):
        deck(ranks=ranks, suits=suits)
