"""The layout of solvers' arrays, with one cell for each choice in each information set.

Cells are ordered by player, then by round, then by class of cards, then by the choices of all the player's decisions in
the round. A deal fixes the classes, so that a walk through the betting accesses adjacent memory. Each player's first
cell is that of the empty sequence, which precedes the player's first choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True)
class InformationSetLayout:
    """The positions of the cells of each player and round."""

    starts: NDArray[np.int64]
    """First cell of each player, that of the empty sequence; and the total number of cells."""
    base: NDArray[np.int64]
    """By player and round: the first cell of the first class."""
    width: NDArray[np.int64]
    """By player and round: the number of cells of one class."""
    classes: NDArray[np.int64]
    """By round: the number of classes of cards."""

    @classmethod
    def of(cls, choices: NDArray[np.int64], classes: Sequence[int]) -> InformationSetLayout:
        """The layout for the number of choices by player and round, and the number of classes by round."""
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
        """Number of all cells, including those of the empty sequences."""
        return int(self.starts[-1])

    def first_cell(self, *, player: int, street: int, card_class: int, slot: int) -> int:
        """The cell of the first choice of an information set; `slot` is that of its node in the tree."""
        return int(self.base[player, street] + card_class * self.width[player, street] + slot)

    def rows(self, cells: NDArray[Number], *, player: int, street: int) -> NDArray[Number]:
        """The part of an array by cell that belongs to a player and a round, as a view with a row for each class."""
        start, width = int(self.base[player, street]), int(self.width[player, street])
        classes = int(self.classes[street])
        return cells[start : start + classes * width].reshape(classes, width)
