"""The numbering of what a solver learns: one cell for each choice in each information set.

A player's cells stand together, by round, then by class of cards, then by the choices of all the player's decisions in
the round. A dealt hand fixes the classes, so that a walk through the betting goes along a line of memory. Before all
others each player has one more cell, for the way to the first decisions, on which nothing was chosen yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True)
class Cells:
    """Where the cells of each player and round are."""

    starts: NDArray[np.int64]
    """By player: its first cell, that of the way to the first decisions; at the end the number of all cells."""
    base: NDArray[np.int64]
    """By player and round: the first cell of the first class."""
    width: NDArray[np.int64]
    """By player and round: the cells of one class."""
    classes: NDArray[np.int64]
    """By round: how many classes of cards there are."""

    @property
    def count(self) -> int:
        """All cells, those of the ways to the first decisions too."""
        return int(self.starts[-1])


def number_cells(choices: NDArray[np.int64], classes: Sequence[int]) -> Cells:
    """From the choices by player and round, and the classes by round."""
    players, rounds = choices.shape
    starts = np.zeros(players + 1, dtype=np.int64)
    base = np.zeros((players, rounds), dtype=np.int64)
    counts = np.array(classes, dtype=np.int64)
    place = 0
    for player in range(players):
        starts[player] = place
        place += 1
        for street in range(rounds):
            base[player, street] = place
            place += int(choices[player, street] * counts[street])
    starts[players] = place
    return Cells(starts=starts, base=base, width=choices.astype(np.int64), classes=counts)
