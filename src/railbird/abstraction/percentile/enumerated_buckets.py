"""Percentile buckets of games whose cards can be enumerated, such as hold'em with 20 or 24 cards.

The value of a hand is the sum of its squared scores over all ways to complete the board; the score is 2 * beaten + tied
opposing hands.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.board_draws import EnumeratedBoards
from railbird.abstraction.build_cost import BuildCost
from railbird.abstraction.card_classes import CardClasses
from railbird.abstraction.deals import EnumeratedDeals
from railbird.abstraction.equal_parts.part_borders import part_borders
from railbird.abstraction.joint import tables_of_enumeration
from railbird.abstraction.percentile import _kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.abstraction.card_enumeration import CardEnumeration
    from railbird.abstraction.joint import JointTables
    from railbird.cards import Card
    from railbird.games import GameDefinition
    from railbird.progress import Progress


class EnumeratedBuckets:
    """The buckets of a game, as groups of its suit classes."""

    def __init__(self, game: GameDefinition, buckets: tuple[int, ...]) -> None:
        self._suit_classes = CardClasses(game)
        self._buckets = buckets

    def build_cost(self) -> BuildCost:
        """Nothing is stored."""
        return BuildCost()

    def build(self, progress: Progress) -> None:
        """Nothing is stored."""

    def class_of(self, hole_cards: Sequence[Card], board: Sequence[Card]) -> int:
        """The class of a hand on a board."""
        street = self._suit_classes.game.board_sizes.index(len(board))
        return int(self._classes[street][self._suit_classes.class_of(hole_cards, board)])

    def deals(self) -> EnumeratedDeals:
        """A source of random deals."""
        return EnumeratedDeals(self.enumeration)

    def joint_cost(self) -> BuildCost:
        """Nothing is stored."""
        return BuildCost()

    def joint_tables(self, progress: Progress) -> JointTables:  # noqa: ARG002 (quick)
        """The joint tables of two players' bucket sequences."""
        return tables_of_enumeration(self.enumeration)

    def boards(self) -> EnumeratedBoards:
        """A source of random boards."""
        return EnumeratedBoards(self.enumeration)

    @cached_property
    def enumeration(self) -> CardEnumeration:
        """All boards with the class of every hand on them."""
        suits = self._suit_classes.enumeration
        counts = tuple(np.cumprod(self._buckets).tolist())
        return replace(
            suits,
            counts=counts,
            classes=tuple(
                np.where(on_boards >= 0, numbers[on_boards], -1).astype(np.int32)
                for on_boards, numbers in zip(suits.classes, self._classes, strict=True)
            ),
            parents=(
                np.empty(0, dtype=np.int32),
                *(
                    np.repeat(np.arange(before, dtype=np.int32), parts)
                    for before, parts in zip(counts[:-1], self._buckets[1:], strict=True)
                ),
            ),
        )

    @cached_property
    def _classes(self) -> list[NDArray[np.int32]]:
        """By round: the bucket class of each suit class."""
        game, suits = self._suit_classes.game, self._suit_classes.enumeration
        scores = np.zeros(suits.strengths.shape, dtype=np.int64)
        _kernels.write_scores(suits.classes[-1], suits.masks, suits.strengths, scores)
        last = game.rounds - 1
        squares = _sum_by_class(suits, scores**2, street=last, weights=_board_sequences(game, suits, last))
        classes: list[NDArray[np.int32]] = []
        for street, parts in enumerate(self._buckets):
            ones = np.ones_like(suits.classes[street], dtype=np.int64)
            members = _sum_by_class(suits, ones, street=street, weights=_board_sequences(game, suits, street))
            total = np.zeros(suits.counts[street], dtype=np.int64)
            np.add.at(total, suits.ancestors(street=last, earlier=street), squares)
            # All members of a class have the same sum over their completions.
            values = total // members
            parents = classes[-1][suits.parents[street]] if street else np.zeros_like(values)
            classes.append(_split(values, members, parents, parts))
        return classes


def _board_sequences(game: GameDefinition, cards: CardEnumeration, street: int) -> NDArray[np.int64]:
    """By board up to suits: the number of sequences of board cards that it stands for."""
    total, left = 1, game.ranks * game.suits
    for dealt in game.board_cards[: street + 1]:
        total *= comb(left, dealt)
        left -= dealt
    return np.rint(cards.board_probabilities[street] * total).astype(np.int64)


def _sum_by_class(
    cards: CardEnumeration, amounts: NDArray[np.int64], *, street: int, weights: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Sum amounts by board and hand for each class of a round, weighted by board."""
    classes, sums = cards.classes[street], np.zeros(cards.counts[street], dtype=np.int64)
    free = classes >= 0
    np.add.at(sums, classes[free], (amounts * weights[:, None])[free])
    return sums


def _split(
    values: NDArray[np.int64], weights: NDArray[np.int64], parents: NDArray[np.int32], parts: int
) -> NDArray[np.int32]:
    """The class of each suit class: equal parts by value within the classes of the round before."""
    classes = np.empty(len(values), dtype=np.int32)
    for parent in np.unique(parents).tolist():
        members = np.flatnonzero(parents == parent)
        distinct, groups = np.unique(values[members], return_inverse=True)
        group_weights = np.zeros(len(distinct), dtype=np.int64)
        np.add.at(group_weights, groups, weights[members])
        borders = part_borders(distinct, group_weights, parts)
        classes[members] = parent * parts + np.searchsorted(borders, values[members], side="right")
    return classes
