"""Renaming suits."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.cards import format_cards, parse_cards
from railbird.cards.suits import SUIT_PERMUTATIONS, renamed


def test_a_renaming_gives_every_suit_its_new_name() -> None:
    cards = np.array(parse_cards("2c 3d 4h 5s Ac"), dtype=np.uint8)
    changed = renamed(cards, np.array([1, 2, 3, 0]))
    assert format_cards(changed.tolist(), separator=" ") == "2d 3h 4s 5c Ad"
    assert changed.dtype == np.uint8


def test_the_renamings_are_all_different_and_keep_the_deck() -> None:
    deck = np.arange(52, dtype=np.uint8)
    decks = [renamed(deck, permutation) for permutation in SUIT_PERMUTATIONS]
    assert len({tuple(cards.tolist()) for cards in decks}) == 24
    for cards in decks:
        assert sorted(cards.tolist()) == deck.tolist()
        assert (cards >> 2).tolist() == (deck >> 2).tolist()


def test_arrays_keep_their_shape() -> None:
    hands = np.array([[0, 51], [5, 6]], dtype=np.uint8)
    assert renamed(hands, np.array([3, 2, 1, 0])).tolist() == [[3, 48], [6, 5]]


def test_the_renamings_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        SUIT_PERMUTATIONS[0, 0] = 1
