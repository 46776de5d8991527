"""Classes of cards: known counts, and a brute force over all hands and boards."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from trees import value_of

from railbird.abstraction.card_classes import CardClasses
from railbird.abstraction.card_counts import board_counts, class_counts, hand_count
from railbird.cards import deck
from railbird.cards.strength import strength
from railbird.games import GameDefinition, game_named

if TYPE_CHECKING:
    from railbird.abstraction.card_enumeration import CardEnumeration

Groups = tuple[frozenset[int], ...]
"""Hole cards, flop, turn and so on."""


def game_of(ranks: int, suits: int, hole_cards: int, *board_cards: int) -> GameDefinition:
    rounds = 1 + len(board_cards)
    return GameDefinition(
        betting="limit",
        stacks=(2, 2),
        blinds=(1, 1),
        raise_sizes=(1,) * rounds,
        first_players=(0,) * rounds,
        max_raises=(1,) * rounds,
        suits=suits,
        ranks=ranks,
        hole_cards=hole_cards,
        board_cards=(0, *board_cards),
    )


SMALL_GAMES = {
    "leduc": game_of(3, 2, 1, 1),
    "one card": game_of(4, 3, 1),
    "two cards on one": game_of(3, 3, 2, 1),
    "one card on one and one": game_of(3, 4, 1, 1, 1),
    "suits of four": game_of(3, 4, 2, 3),
    "suits of three": game_of(4, 3, 2, 2, 1),
    "suits of two": game_of(5, 2, 2, 2, 1),
    "one suit": game_of(9, 1, 2, 3),
    "four rounds": game_of(4, 2, 2, 1, 1, 1),
    "a whole hand of hole cards": game_of(3, 4, 5),
    "flushes of three cards": replace(game_of(3, 3, 1, 1, 1), three_card_hands=True),
}


def counts_of(cards: CardEnumeration) -> tuple[int, ...]:
    """The classes of each round that stand in the enumeration."""
    return tuple(len(np.unique(classes[classes >= 0])) for classes in cards.classes)


def has_flushes(game: GameDefinition) -> bool:
    return game.three_card_hands or game.hole_cards + sum(game.board_cards) >= 5


def plain_class(groups: Groups, suits: int, *, flushes: bool) -> object:
    """The same for what a renaming of suits carries into each other: the least of all its names."""
    if not flushes:
        return tuple(tuple(sorted(card // 4 for card in group)) for group in groups)
    names = (dict(zip(range(4 - suits, 4), order, strict=True)) for order in permutations(range(suits)))
    return min(
        tuple(tuple(sorted((card // 4, name[card % 4]) for card in group)) for group in groups) for name in names
    )


def all_groups(game: GameDefinition, sizes: tuple[int, ...]) -> list[Groups]:
    """Every way to deal groups of these sizes, one after the other."""
    dealt: list[Groups] = [()]
    cards = set(deck(ranks=game.ranks, suits=game.suits))
    for size in sizes:
        dealt = [
            (*groups, frozenset(more)) for groups in dealt for more in combinations(cards.difference(*groups), size)
        ]
    return dealt


@cache
def plain_frequencies(name: str, street: int, *, with_hand: bool) -> dict[object, float]:
    """By class of (hand and) board: how likely it is."""
    game = SMALL_GAMES[name]
    flushes = has_flushes(game)
    sizes = (game.hole_cards,) * with_hand + game.board_cards[1 : street + 1]
    dealt = all_groups(game, sizes)
    counts = Counter(plain_class(groups, game.suits, flushes=flushes) for groups in dealt)
    return {known: count / len(dealt) for known, count in counts.items()}


def board_groups(game: GameDefinition, board: np.ndarray, street: int) -> Groups:
    """A board by rounds."""
    starts = np.cumsum(game.board_cards)
    return tuple(frozenset(board[starts[now] : starts[now + 1]].tolist()) for now in range(street))


def test_holdem_has_its_known_classes() -> None:
    """As in Waugh, A fast and optimal hand isomorphism algorithm, 2013."""
    game = game_named("holdem.limit.2p.reverse_blinds")
    assert class_counts(game) == (169, 1_286_792, 55_190_538, 2_428_287_420)
    assert board_counts(game) == (1, 1_755, 63_193, 2_554_656)
    assert hand_count(game) == 1_326


@pytest.mark.parametrize(
    ("name", "classes", "boards"),
    [("kuhn.limit.2p", (3,), (1,)), ("kuhn.limit.3p", (4,), (1,)), ("leduc.limit.2p", (3, 9), (1, 3))],
)
def test_small_games_have_their_known_classes(name: str, classes: tuple[int, ...], boards: tuple[int, ...]) -> None:
    game = game_named(name)
    cards = CardClasses(game).enumeration
    assert class_counts(game) == counts_of(cards) == classes
    assert board_counts(game) == tuple(map(len, cards.boards)) == boards


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 6), st.integers(1, 4), st.integers(1, 3), st.lists(st.integers(1, 3), max_size=3))
def test_counted_classes_equal_the_enumerated_ones(ranks: int, suits: int, hole: int, board: list[int]) -> None:
    assume(2 * hole + sum(board) <= ranks * suits <= 12 and hole + sum(board) <= 7)
    game = game_of(ranks, suits, hole, *board)
    cards = CardClasses(game).enumeration
    assert class_counts(game) == counts_of(cards)
    assert board_counts(game) == tuple(map(len, cards.boards))
    assert hand_count(game) == len(cards.hands) == comb(ranks * suits, hole)


@pytest.mark.kernels
@pytest.mark.parametrize("name", SMALL_GAMES)
def test_hands_are_of_one_class_where_renamed_suits_make_them_equal(name: str) -> None:
    game = SMALL_GAMES[name]
    cards, flushes = CardClasses(game).enumeration, has_flushes(game)
    numbers: list[dict[object, int]] = []
    for street, boards in enumerate(cards.boards):
        numbers_of: dict[object, set[int]] = defaultdict(set)
        before: dict[int, set[int]] = defaultdict(set)
        for board, classes in zip(boards, cards.classes[street], strict=True):
            groups = board_groups(game, board, street)
            for hand, number in zip(cards.hands.tolist(), classes.tolist(), strict=True):
                assert (number < 0) == (not set(hand).isdisjoint(board.tolist()))
                if number < 0:
                    continue
                known = (frozenset(hand), *groups)
                numbers_of[plain_class(known, game.suits, flushes=flushes)].add(number)
                if street:
                    before[number].add(numbers[-1][plain_class(known[:-1], game.suits, flushes=flushes)])
        assert all(len(same) == 1 for same in numbers_of.values())
        numbers.append({known: same.pop() for known, same in numbers_of.items()})
        assert sorted(numbers[-1].values()) == list(range(counts_of(cards)[street]))
        assert numbers[-1].keys() == plain_frequencies(name, street, with_hand=True).keys()
        assert [{parent} for parent in cards.parents[street].tolist()] == [before[number] for number in sorted(before)]


@pytest.mark.kernels
@pytest.mark.parametrize("name", SMALL_GAMES)
def test_boards_are_all_there_and_as_likely_as_they_are(name: str) -> None:
    game = SMALL_GAMES[name]
    cards, flushes = CardClasses(game).enumeration, has_flushes(game)
    for street, (boards, shares) in enumerate(zip(cards.boards, cards.board_probabilities, strict=True)):
        probabilities = {
            plain_class(board_groups(game, board, street), game.suits, flushes=flushes): share
            for board, share in zip(boards, shares.tolist(), strict=True)
        }
        assert len(probabilities) == len(boards)
        assert probabilities == pytest.approx(plain_frequencies(name, street, with_hand=False), abs=1e-12)
        assert shares.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.kernels
@pytest.mark.parametrize("name", ["leduc", "suits of three", "four rounds"])
def test_any_hand_on_any_board_is_found(name: str) -> None:
    """Boards that were left out, because they differ in suits alone from others, too."""
    game = SMALL_GAMES[name]
    cards, flushes, rng = CardClasses(game), has_flushes(game), random.Random(1)
    for street in range(game.rounds):
        classes = defaultdict(set)
        dealt = all_groups(game, (game.hole_cards, *game.board_cards[1 : street + 1]))
        for groups in rng.sample(dealt, min(len(dealt), 2_000)):
            hand, *board = (rng.sample(sorted(group), len(group)) for group in groups)
            number = cards.class_of(hand, [card for group in board for card in group])
            classes[plain_class(groups, game.suits, flushes=flushes)].add(number)
        assert all(len(same) == 1 for same in classes.values())
        numbers = [number for same in classes.values() for number in same]
        assert len(set(numbers)) == len(numbers)
        assert set(numbers) <= set(range(cards.counts[street]))


def test_ancestors_are_the_classes_of_earlier_rounds() -> None:
    cards = CardClasses(SMALL_GAMES["four rounds"]).enumeration
    assert np.array_equal(cards.ancestors(street=2, earlier=2), np.arange(counts_of(cards)[2]))
    assert np.array_equal(cards.ancestors(street=1, earlier=0), cards.parents[1])
    last = cards.ancestors(street=3, earlier=0)
    assert np.array_equal(last, cards.parents[1][cards.parents[2][cards.parents[3]]])
    assert set(last.tolist()) == set(range(counts_of(cards)[0]))


@pytest.mark.kernels
@pytest.mark.parametrize("name", [name for name, game in SMALL_GAMES.items() if not game.three_card_hands])
def test_strengths_order_the_hands_as_a_plain_twin_does(name: str) -> None:
    game = SMALL_GAMES[name]
    cards = CardClasses(game).enumeration
    of_value: dict[object, set[int]] = defaultdict(set)
    for board, strengths in zip(cards.boards[-1].tolist(), cards.strengths.tolist(), strict=True):
        for hand, rank in zip(cards.hands.tolist(), strengths, strict=True):
            if set(hand).isdisjoint(board):
                of_value[value_of([*hand, *board])].add(rank)
    ordered = [of_value[value] for value in sorted(of_value)]
    assert all(len(same) == 1 for same in ordered)
    flat = [rank for same in ordered for rank in same]
    assert flat == sorted(set(flat))


@pytest.mark.parametrize("name", ["suits of four", "one suit"])
def test_strengths_are_those_of_the_package(name: str) -> None:
    cards = CardClasses(SMALL_GAMES[name]).enumeration
    for board, strengths in zip(cards.boards[-1].tolist(), cards.strengths.tolist(), strict=True):
        for hand, actual in zip(cards.hands.tolist(), strengths, strict=True):
            if set(hand).isdisjoint(board):
                assert actual == strength([*hand, *board])
