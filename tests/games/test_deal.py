"""Deals: at random, and as the reference dealer deals them, with a plain twin of its generator."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.cards import format_cards
from railbird.errors import CardError, GameError, SeedError
from railbird.formats.acpc_log import AcpcLog
from railbird.games import GAME_NAMES, Deal, State, game_named, random_deal, seeded_deals

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from railbird.games import GameDefinition


def plain_mersenne_twister(seed: int) -> Iterator[int]:
    """MT19937 as its authors wrote it down, seeded with `init_genrand` (Matsumoto and Nishimura 1998, 2002)."""
    words = [seed & 0xFFFFFFFF]
    for place in range(1, 624):
        words.append((1812433253 * (words[-1] ^ words[-1] >> 30) + place) & 0xFFFFFFFF)
    while True:
        for place in range(624):
            high_and_low = words[place] & 0x80000000 | words[(place + 1) % 624] & 0x7FFFFFFF
            words[place] = words[(place + 397) % 624] ^ high_and_low >> 1 ^ (high_and_low & 1) * 0x9908B0DF
        for word in words.copy():
            tempered = word ^ word >> 11
            tempered ^= tempered << 7 & 0x9D2C5680
            tempered ^= tempered << 15 & 0xEFC60000
            yield tempered ^ tempered >> 18


def plain_deals(game: GameDefinition, seed: int) -> Iterator[list[str]]:
    """The cards of every hand in the order in which they are drawn, as ACPC.md, "The deal", describes it."""
    draws = plain_mersenne_twister(seed)
    suits, ranks = "cdhs"[4 - game.suits :], "23456789TJQKA"[13 - game.ranks :]
    while True:
        left = [rank + suit for suit in suits for rank in ranks]
        drawn = []
        for _ in range(game.dealt_cards):
            place = next(draws) % len(left)
            drawn.append(left[place])
            left[place] = left[-1]
            left.pop()
        yield drawn


def in_order(deal: Deal) -> list[str]:
    text = "".join(format_cards(hand) for hand in deal.hole_cards) + format_cards(deal.board)
    return [text[place : place + 2] for place in range(0, len(text), 2)]


def test_the_plain_twister_gives_the_published_first_numbers() -> None:
    """The default seed 5489, and the 10,000th number that the C++ standard asks for."""
    draws = list(islice(plain_mersenne_twister(5489), 10_000))
    assert draws[:3] == [3499211612, 581869302, 3890346734]
    assert draws[-1] == 4123659995


@pytest.mark.parametrize("name", GAME_NAMES)
@pytest.mark.parametrize("seed", [0, 1, 20, 629500866, 3342203409, 2**32 - 1])
def test_seeded_deals_are_those_of_a_plain_twin(name: str, seed: int) -> None:
    game = game_named(name)
    deals = [in_order(deal) for deal in islice(seeded_deals(game, seed), 100)]
    assert deals == list(islice(plain_deals(game, seed), 100))


def test_the_first_hands_of_seed_0() -> None:
    first, second = islice(seeded_deals(game_named("holdem.limit.2p.reverse_blinds"), 0), 2)
    assert [format_cards(hand) for hand in first.hole_cards] == ["5d5c", "9hQd"]
    assert format_cards(first.board) == "8dAs8s4h6d"
    assert [format_cards(hand) for hand in second.hole_cards] == ["6sKs", "5dJd"]
    assert format_cards(second.board) == "2sTh2hQh8h"


def test_the_whole_deal_is_drawn_even_if_the_hand_ends_early() -> None:
    """The second hand of seed 0 does not depend on how the first one was played."""
    deals = list(islice(seeded_deals(game_named("holdem.nolimit.3p"), 0), 2))
    assert [format_cards(hand) for hand in deals[1].hole_cards] == ["Ks6h", "Qs5d", "Tc4d"]


@pytest.mark.parametrize("seed", [-1, 2**32])
def test_seeds_that_the_dealer_does_not_have(seed: int) -> None:
    with pytest.raises(SeedError, match=rf"seed {seed}: the dealer's seeds run from 0 to 4294967295"):
        seeded_deals(game_named("kuhn.limit.2p"), seed)


@pytest.mark.sample_data
def test_every_deal_of_the_seeded_sample_logs_is_derived_again(sample_data: Path) -> None:
    hands = 0
    for path in sorted((sample_data / "acpc").glob("*.log")):
        log = AcpcLog(path)
        records = list(log)
        assert log.header is not None
        assert log.game is not None
        for record, deal in zip(records, seeded_deals(log.game, log.header.seed), strict=False):
            assert record.hole_cards == deal.hole_cards
            assert record.board == deal.board[: len(record.board)]
            hands += 1
    assert hands == 14_502


@pytest.mark.parametrize("name", GAME_NAMES)
def test_random_deals_are_of_the_deck_of_the_game(name: str) -> None:
    game = game_named(name)
    generator = np.random.default_rng(1)
    suits, ranks = "cdhs"[4 - game.suits :], "23456789TJQKA"[13 - game.ranks :]
    deck = {rank + suit for suit in suits for rank in ranks}
    seen: set[str] = set()
    for _ in range(500):
        deal = random_deal(game, generator)
        cards = in_order(deal)
        assert len(set(cards)) == len(cards) == game.dealt_cards
        assert [len(hand) for hand in deal.hole_cards] == [game.hole_cards] * game.players
        seen.update(cards)
    assert seen == deck


def test_a_deal_of_another_game_or_with_other_cards_is_checked() -> None:
    three, two = game_named("holdem.limit.3p"), game_named("holdem.limit.2p.reverse_blinds")
    deal = next(seeded_deals(three, 1))
    State.start(three, deal)
    with pytest.raises(GameError, match="2 players hold 2 each"):
        State.start(two, deal)
    with pytest.raises(CardError):
        State.start(three, replace(deal, board=(deal.board[0],) * 5))
    with pytest.raises(GameError, match="a board of 4 cards"):
        State.start(three, replace(deal, board=deal.board[:4]))


def test_random_deals_are_reproduced_by_their_generator() -> None:
    game = game_named("holdem.limit.3p")
    first, second, other = (np.random.default_rng(seed) for seed in (2, 2, 3))
    drawn = [random_deal(game, first) for _ in range(5)]
    assert drawn == [random_deal(game, second) for _ in range(5)]
    assert drawn != [random_deal(game, other) for _ in range(5)]


def test_every_card_is_as_likely_in_every_place() -> None:
    game = game_named("kuhn.limit.3p")
    generator = np.random.default_rng(4)
    counts: dict[tuple[int, str], int] = {}
    for _ in range(4_000):
        for place, card in enumerate(in_order(random_deal(game, generator))):
            counts[place, card] = counts.get((place, card), 0) + 1
    assert len(counts) == 3 * 4
    assert all(abs(count - 1000) < 5 * (4000 * 0.25 * 0.75) ** 0.5 for count in counts.values())
