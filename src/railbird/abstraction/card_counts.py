"""Numbers of hands, boards and classes of a game, counted without enumerating them."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from math import comb
from typing import TYPE_CHECKING

from railbird.games.showdown_strength import suits_matter

if TYPE_CHECKING:
    from railbird.games import GameDefinition


def class_counts(game: GameDefinition) -> tuple[int, ...]:
    """Number of classes of hand and board in each round, counted without enumerating them."""
    return tuple(_orbits(game, (game.hole_cards, *game.board_cards[1 : street + 1])) for street in range(game.rounds))


def board_counts(game: GameDefinition) -> tuple[int, ...]:
    """Number of boards up to suits in each round."""
    return tuple(_orbits(game, game.board_cards[1 : street + 1]) for street in range(game.rounds))


def hand_count(game: GameDefinition) -> int:
    """Number of hands of hole cards."""
    return comb(game.ranks * game.suits, game.hole_cards)


def deal_count(game: GameDefinition) -> int:
    """Upper bound of the number of deals up to suits: hands of all players on all boards, conflicts included."""
    board = sum(game.board_cards)
    return int(board_counts(game)[-1] * comb(game.ranks * game.suits - board, game.hole_cards) ** game.players)


def dealt_counts(game: GameDefinition) -> tuple[int, ...]:
    """Number of hands on boards in each round, counted without enumerating them."""
    left = game.ranks * game.suits
    counts = [comb(left, game.hole_cards)]
    left -= game.hole_cards
    for new in game.board_cards[1:]:
        counts.append(counts[-1] * comb(left, new))
        left -= new
    return tuple(counts)


def _orbits(game: GameDefinition, groups: tuple[int, ...]) -> int:
    """Number of sequences of card sets of these sizes, up to suits, by Burnside's lemma.

    It is the mean number of sequences that a renaming of suits leaves unchanged. A set is unchanged if it contains all
    or none of the cards of each rank and cycle of suits; so each rank and cycle is in one group as a whole, or in none.
    """
    if not suits_matter(game):
        return _rank_sequences(game, groups)
    renamings = list(permutations(range(game.suits)))
    by_cycles = Counter(_cycles(renaming) for renaming in renamings)
    fixed = sum(number * _fixed_sequences(cycles * game.ranks, groups) for cycles, number in by_cycles.items())
    return fixed // len(renamings)


def _rank_sequences(game: GameDefinition, groups: tuple[int, ...]) -> int:
    """The same number if suits have no meaning: each rank gives any number of its cards to each group."""
    splits = [split for split in product(*(range(size + 1) for size in groups)) if sum(split) <= game.suits]
    ways = Counter({groups: 1})
    for _ in range(game.ranks):
        more: Counter[tuple[int, ...]] = Counter()
        for (left, count), split in product(ways.items(), splits):
            rest = tuple(wanted - given for wanted, given in zip(left, split, strict=True))
            if min(rest, default=0) >= 0:
                more[rest] += count
        ways = more
    return ways[(0,) * len(groups)]


def _cycles(renaming: tuple[int, ...]) -> tuple[int, ...]:
    """The lengths of the cycles of a permutation, ascending."""
    left, lengths = set(range(len(renaming))), []
    while left:
        start = place = left.pop()
        length = 1
        while (place := renaming[place]) != start:
            left.remove(place)
            length += 1
        lengths.append(length)
    return tuple(sorted(lengths))


def _fixed_sequences(lengths: tuple[int, ...], groups: tuple[int, ...]) -> int:
    """Number of ways in which blocks of these lengths fill every group exactly."""
    ways = Counter({groups: 1})
    for length in lengths:
        more = Counter(ways)
        for left, count in ways.items():
            for group, size in enumerate(left):
                if size >= length:
                    more[(*left[:group], size - length, *left[group + 1 :])] += count
        ways = more
    return ways[(0,) * len(groups)]
