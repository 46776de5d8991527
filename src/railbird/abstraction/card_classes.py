"""All cards of a small game: boards and hands, of which those that differ in suits alone are one class.

Nothing is lost by this: a class of a round is what a player knows of the cards in it, up to the names of the suits. In
games without flushes, such as Leduc, suits have no meaning at all, and ranks alone make a class.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, permutations, product
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction import _kernels
from railbird.cards import deck
from railbird.games.showdown_strength import strengths_of, suits_matter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.cards import Card
    from railbird.games import GameDefinition

_BITS = 6
"""A card in a code."""


@dataclass(frozen=True)
class CardClasses:
    """The boards of each round, and the class of every hand on them."""

    game: GameDefinition
    hands: NDArray[np.uint8]
    """All hands of hole cards, one in a row."""
    masks: NDArray[np.int64]
    """By hand: its cards as bits."""
    boards: tuple[NDArray[np.uint8], ...]
    """By round: the boards up to suits, one in a row."""
    board_shares: tuple[NDArray[np.float64], ...]
    """By round: how likely each of them is."""
    classes: tuple[NDArray[np.int32], ...]
    """By round: the class of each hand on each board; -1 where they have a card in common."""
    parents: tuple[NDArray[np.int32], ...]
    """By round: each class's class in the round before; empty in the first."""
    codes: tuple[NDArray[np.int64], ...]
    """By round: the code of each class, ascending, by which it is found."""
    strengths: NDArray[np.int64]
    """The strength of each hand on each board of the last round."""

    @property
    def counts(self) -> tuple[int, ...]:
        """By round: how many classes there are."""
        return tuple(map(len, self.codes))

    def find(self, hole_cards: Sequence[Card], board: Sequence[Card]) -> int:
        """The class of a hand on a board, in the round that has so many board cards."""
        street = self.game.board_sizes.index(len(board))
        groups = (self.game.hole_cards, *self.game.board_cards[1 : street + 1])
        known = np.array([[*hole_cards, *board]], dtype=np.uint8)
        code = _codes(known, groups=groups, suits=_renamings(self.game))
        return int(np.searchsorted(self.codes[street], code[0]))

    def ancestors(self, *, street: int, earlier: int) -> NDArray[np.int32]:
        """The class in an earlier round of every class of a round."""
        found = np.arange(self.counts[street], dtype=np.int32)
        for between in range(street, earlier, -1):
            found = self.parents[between][found]
        return found


def card_classes(game: GameDefinition) -> CardClasses:
    """Enumerate the cards of a game; see `class_counts` for how many there are."""
    cards = np.array(deck(ranks=game.ranks, suits=game.suits), dtype=np.uint8)
    hands = np.array(list(combinations(cards, game.hole_cards)), dtype=np.uint8)
    masks = _masks(hands)
    suits = _renamings(game)
    boards, shares = _boards(game, cards, suits)
    classes, parents, codes = [], [], []
    for street, round_boards in enumerate(boards):
        groups = (game.hole_cards, *game.board_cards[1 : street + 1])
        found = _hand_codes(round_boards, hands, groups=groups, suits=suits)
        names, numbers = np.unique(found, return_inverse=True)
        # Hands that share a card with the board have the code -1, which comes first.
        has_conflicts = int(names[0] < 0)
        classes.append((numbers.reshape(found.shape) - has_conflicts).astype(np.int32))
        codes.append(names[has_conflicts:])
        before = names[has_conflicts:] >> _BITS * game.board_cards[street]
        parents.append(np.searchsorted(codes[street - 1], before).astype(np.int32) if street else np.empty(0, np.int32))
    strengths = np.zeros((len(boards[-1]), len(hands)), dtype=np.int64)
    for number, board in enumerate(boards[-1]):
        strengths[number] = strengths_of(game, hands, board)
    return CardClasses(
        game=game,
        hands=hands,
        masks=masks,
        boards=boards,
        board_shares=shares,
        classes=tuple(classes),
        parents=tuple(parents),
        codes=tuple(codes),
        strengths=strengths,
    )


def _masks(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    masks: NDArray[np.int64] = np.bitwise_or.reduce(1 << cards.astype(np.int64), axis=1)
    return masks


def _renamings(game: GameDefinition) -> NDArray[np.uint8]:
    """All ways to rename the suits of a deck, which are the highest ones; one name for all where they do not matter."""
    if not suits_matter(game):
        return np.zeros((1, 4), dtype=np.uint8)
    unused = range(4 - game.suits)
    return np.array([(*unused, *order) for order in permutations(range(4 - game.suits, 4))], dtype=np.uint8)


def _codes(cards: NDArray[np.uint8], *, groups: tuple[int, ...], suits: NDArray[np.uint8]) -> NDArray[np.int64]:
    codes = np.zeros(len(cards), dtype=np.int64)
    _kernels.write_canonical_codes(np.ascontiguousarray(cards), np.array(groups, dtype=np.int64), suits, codes)
    return codes


def _boards(
    game: GameDefinition, cards: NDArray[np.uint8], suits: NDArray[np.uint8]
) -> tuple[tuple[NDArray[np.uint8], ...], tuple[NDArray[np.float64], ...]]:
    """By round: the boards up to suits, and how likely each is."""
    boards = [np.empty((1, 0), dtype=np.uint8)]
    shares: list[NDArray[np.float64]] = [np.ones(1)]
    for street in range(1, game.rounds):
        groups = game.board_cards[1 : street + 1]
        longer, weights = [], []
        for board, share in zip(boards[-1], shares[-1], strict=True):
            added = np.array(list(combinations(np.setdiff1d(cards, board), groups[-1])), dtype=np.uint8)
            longer.append(np.hstack([np.tile(board, (len(added), 1)), added]))
            weights.append(np.full(len(added), share / len(added)))
        cards_of = np.vstack(longer)
        _, examples, numbers = np.unique(
            _codes(cards_of, groups=groups, suits=suits), return_index=True, return_inverse=True
        )
        boards.append(cards_of[examples])
        shares.append(np.bincount(numbers, weights=np.concatenate(weights)).astype(np.float64))
    return tuple(boards), tuple(shares)


def _hand_codes(
    boards: NDArray[np.uint8], hands: NDArray[np.uint8], *, groups: tuple[int, ...], suits: NDArray[np.uint8]
) -> NDArray[np.int64]:
    """By board and hand: the code of what its player knows, -1 where they share a card."""
    codes = np.full((len(boards), len(hands)), -1, dtype=np.int64)
    masks = _masks(hands)
    for number, board in enumerate(boards):
        free = masks & int(sum(1 << int(card) for card in board)) == 0
        known = np.hstack([hands[free], np.tile(board, (int(free.sum()), 1))])
        codes[number, free] = _codes(known, groups=groups, suits=suits)
    return codes


def class_counts(game: GameDefinition) -> tuple[int, ...]:
    """By round: how many classes of hand and board there are up to suits, counted without enumerating any."""
    return tuple(_orbits(game, (game.hole_cards, *game.board_cards[1 : street + 1])) for street in range(game.rounds))


def board_counts(game: GameDefinition) -> tuple[int, ...]:
    """By round: how many boards there are up to suits."""
    return tuple(_orbits(game, game.board_cards[1 : street + 1]) for street in range(game.rounds))


def hand_count(game: GameDefinition) -> int:
    """How many hands of hole cards there are."""
    return comb(game.ranks * game.suits, game.hole_cards)


def deal_count(game: GameDefinition) -> int:
    """At most so many deals there are up to suits: all hands of all players on all boards, conflicts included."""
    board = sum(game.board_cards)
    return int(board_counts(game)[-1] * comb(game.ranks * game.suits - board, game.hole_cards) ** game.players)


def _orbits(game: GameDefinition, groups: tuple[int, ...]) -> int:
    """Sequences of card sets of these sizes, up to suits: the mean number that a renaming of suits leaves as they are.

    (The lemma of Cauchy, Frobenius and Burnside.) A set stays as it is if it has all or none of the cards that a cycle
    of suits carries into each other; so each rank and cycle goes as a whole into one of the groups, or into none.
    """
    if not suits_matter(game):
        return _rank_sequences(game, groups)
    renamings = list(permutations(range(game.suits)))
    by_cycles = Counter(_cycles(renaming) for renaming in renamings)
    fixed = sum(number * _fixed(cycles * game.ranks, groups) for cycles, number in by_cycles.items())
    return fixed // len(renamings)


def _rank_sequences(game: GameDefinition, groups: tuple[int, ...]) -> int:
    """The same where suits have no meaning: each rank gives to each group any number of its cards."""
    gifts = [gift for gift in product(*(range(size + 1) for size in groups)) if sum(gift) <= game.suits]
    ways = Counter({groups: 1})
    for _ in range(game.ranks):
        more: Counter[tuple[int, ...]] = Counter()
        for (left, count), gift in product(ways.items(), gifts):
            rest = tuple(room - given for room, given in zip(left, gift, strict=True))
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


def _fixed(lengths: tuple[int, ...], groups: tuple[int, ...]) -> int:
    """In how many ways blocks of these lengths fill the groups, each group exactly."""
    ways = Counter({groups: 1})
    for length in lengths:
        more = Counter(ways)
        for left, count in ways.items():
            for group, room in enumerate(left):
                if room >= length:
                    more[(*left[:group], room - length, *left[group + 1 :])] += count
        ways = more
    return ways[(0,) * len(groups)]
