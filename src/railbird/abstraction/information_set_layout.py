"""Where what a solver learns stands in its arrays: one cell for each choice in each information set.

A player's cells stand together, by round, then by class of cards, then by the choices of all the player's decisions in
the round. A dealt hand fixes the classes, so that a walk through the betting goes along a line of memory. Each player
has one more cell before all others, for the empty sequence: the way to the first decisions, on which nothing was
chosen yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True)
class InformationSetLayout:
    """Where the cells of each player and round are."""

    starts: NDArray[np.int64]
    """By player: its first cell, that of the empty sequence; at the end the number of all cells."""
    base: NDArray[np.int64]
    """By player and round: the first cell of the first class."""
    width: NDArray[np.int64]
    """By player and round: the number of cells of one class."""
    classes: NDArray[np.int64]
    """By round: the number of classes of cards."""

    @classmethod
    def of(cls, choices: NDArray[np.int64], classes: Sequence[int]) -> InformationSetLayout:
        """From the number of choices by player and round, and the number of classes by round."""
        players, rounds = choices.shape
        starts = np.zeros(players + 1, dtype=np.int64)
        base = np.zeros((players, rounds), dtype=np.int64)
        counts = np.array(classes, dtype=np.int64)
        cell = 0
        for player in range(players):
            starts[player] = cell
            cell += 1
            for street in range(rounds):
                base[player, street] = cell
                cell += int(choices[player, street] * counts[street])
        starts[players] = cell
        return cls(starts=starts, base=base, width=choices.astype(np.int64), classes=counts)

    @property
    def count(self) -> int:
        """Number of all cells, those of the empty sequences included."""
        return int(self.starts[-1])

    def first_cell(self, *, player: int, street: int, card_class: int, slot: int) -> int:
        """The cell of the first choice of an information set; `slot` is that of its node in the tree."""
        return int(self.base[player, street] + card_class * self.width[player, street] + slot)
