"""Hands of three cards, as Rhode Island hold'em ranks them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from railbird.cards import parse_cards
from railbird.errors import GameError
from railbird.games import CALL, State, game_named, random_deal
from railbird.games.showdown_strength import strengths_of, suits_matter

GAME = game_named("rhode-island.limit.2p")
CATEGORIES = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")


def plain_value(cards: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """The category, and what decides within it."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    if ranks == [12, 1, 0]:
        ranks = [1, 0, -1]
    straight = ranks[0] - 1 == ranks[1] == ranks[2] + 1
    flush = len({card % 4 for card in cards}) == 1
    if straight:
        return "straight flush" if flush else "straight", tuple(ranks)
    if flush:
        return "flush", tuple(ranks)
    by_count = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    return {1: "three of a kind", 2: "pair", 3: "high card"}[len(set(ranks))], tuple(by_count)


def strength(text: str) -> int:
    cards = np.array([parse_cards(text)], dtype=np.uint8)
    return int(strengths_of(GAME, cards, np.empty(0, dtype=np.uint8))[0])


@pytest.mark.kernels
def test_all_hands_are_ranked_as_by_a_plain_twin() -> None:
    hands = list(combinations(range(52), 3))
    actual = strengths_of(GAME, np.array(hands, dtype=np.uint8), np.empty(0, dtype=np.uint8)).tolist()
    plain = [(CATEGORIES.index(category), ranks) for category, ranks in map(plain_value, hands)]
    pairs = sorted(set(zip(plain, actual, strict=True)))
    assert len({value for value, _ in pairs}) == len(pairs)
    assert [number for _, number in pairs] == sorted({number for _, number in pairs})


def test_hands_are_as_frequent_as_in_three_card_poker() -> None:
    """The table of Gilpin's page on Rhode Island hold'em gives a straight flush 0.00217: the ace is high and low."""
    counts = Counter(plain_value(hand)[0] for hand in combinations(range(52), 3))
    assert [counts[category] for category in CATEGORIES] == [16440, 3744, 1096, 720, 52, 48]
    assert round(48 / 22100, 5) == 0.00217


def test_the_order_of_categories() -> None:
    weakest_first = ["KhQd9c", "AhKdJc", "2h2d3c", "AsAdKc", "2h3h5h", "AhKhJh", "Ah2d3c", "2c3d4h", "AhKdQc"]
    weakest_first += ["2h2d2c", "AhAdAc", "Ah2h3h", "2h3h4h", "AhKhQh"]
    actual = [strength(text) for text in weakest_first]
    assert actual == sorted(actual)
    assert len(set(actual)) == len(actual)
    assert strength("KhAd2c") < strength("2h2d3c")


@pytest.mark.kernels
def test_payoffs_are_those_of_the_better_hand() -> None:
    rng = np.random.default_rng(4)
    winners: Counter[int] = Counter()
    for _ in range(300):
        deal = random_deal(GAME, rng)
        final = State.start(GAME, deal).play([CALL] * 6)
        first, second = (
            (CATEGORIES.index(category), ranks)
            for category, ranks in (plain_value((*hand, *deal.board)) for hand in deal.hole_cards)
        )
        won = 5 * ((first > second) - (first < second))
        assert final.payoffs() == (won, -won)
        winners[won] += 1
    assert min(winners[won] for won in (-5, 0, 5)) > 3


def test_suits_matter_where_there_are_flushes() -> None:
    assert suits_matter(GAME)
    assert not suits_matter(replace(GAME, three_card_hands=False))
    assert not suits_matter(game_named("leduc.limit.2p"))


def test_three_card_hands_have_three_cards() -> None:
    with pytest.raises(GameError, match="three-card hands of 2 cards: they need 3 hole and board cards"):
        replace(game_named("leduc.limit.2p"), three_card_hands=True)
