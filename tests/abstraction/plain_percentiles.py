"""The plain twin of percentile buckets: every sequence of cards one by one, without renaming suits."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import floor
from typing import TYPE_CHECKING

from abstraction.trees import value_of
from railbird.cards import deck

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.games import GameDefinition

Dealt = tuple[frozenset[int], ...]
"""Hole cards, then the board cards of each round."""


def plain_classes(game: GameDefinition, buckets: tuple[int, ...]) -> list[dict[Dealt, int]]:
    """By round: the class of everything that a player can be dealt."""
    values = plain_values(game)
    classes: list[dict[Dealt, int]] = []
    for street, parts in enumerate(buckets):
        by_parent = defaultdict(list)
        for dealt in values[street]:
            by_parent[classes[-1][dealt[:-1]] if street else 0].append(dealt)
        numbers = {}
        for parent, members in by_parent.items():
            part_of = plain_parts(Counter(values[street][dealt] for dealt in members), parts)
            numbers |= {dealt: parent * parts + part_of[values[street][dealt]] for dealt in members}
        classes.append(numbers)
    return classes


def plain_parts(weights: Counter[int], parts: int) -> dict[int, int]:
    """The part of each value: the one in which the middle of all its weight lies."""
    total, before, part_of = sum(weights.values()), 0, {}
    for value in sorted(weights):
        part_of[value] = floor(parts * (before + Fraction(weights[value], 2)) / total)
        before += weights[value]
    return part_of


def plain_values(game: GameDefinition) -> list[dict[Dealt, int]]:
    """By round: the sum of squared scores over all ways to go on."""
    cards = frozenset(deck(ranks=game.ranks, suits=game.suits))
    hands = [(frozenset(hand),) for hand in combinations(sorted(cards), game.hole_cards)]
    values: list[dict[Dealt, int]] = [defaultdict(int) for _ in game.board_cards]
    for hand in hands:
        for dealt in sequences(game, cards, hand):
            score = plain_score(game, cards, dealt)
            for street in range(game.rounds):
                values[street][dealt[: street + 1]] += score**2
    return values


def sequences(game: GameDefinition, cards: frozenset[int], dealt: Dealt) -> Iterator[Dealt]:
    """All ways to complete what was dealt."""
    street = len(dealt)
    if street == game.rounds:
        yield dealt
        return
    left = sorted(cards - frozenset().union(*dealt))
    for group in combinations(left, game.board_cards[street]):
        yield from sequences(game, cards, (*dealt, frozenset(group)))


def plain_score(game: GameDefinition, cards: frozenset[int], dealt: Dealt) -> int:
    """Two for each opposing hand that is beaten, and one for each that ties."""
    board = frozenset().union(*dealt[1:])
    own = _strength(board | dealt[0])
    left = sorted(cards - board - dealt[0])
    others = [_strength(board | frozenset(hand)) for hand in combinations(left, game.hole_cards)]
    return sum(2 * (own > other) + (own == other) for other in others)


@cache
def _strength(cards: frozenset[int]) -> tuple[object, ...]:
    return value_of(sorted(cards))
