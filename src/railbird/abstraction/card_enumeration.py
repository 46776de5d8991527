"""The enumeration of the cards of a small game: all boards up to suits, all hands, and their classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class CardEnumeration:
    """The boards of each round, and the class of every hand on them."""

    hands: NDArray[np.uint8]
    """All hands of hole cards, one in a row."""
    masks: NDArray[np.int64]
    """By hand: its cards as bits."""
    boards: tuple[NDArray[np.uint8], ...]
    """By round: the boards up to suits, one in a row."""
    board_probabilities: tuple[NDArray[np.float64], ...]
    """By round: the probability of each board."""
    counts: tuple[int, ...]
    """Number of classes in each round; buckets can be empty."""
    classes: tuple[NDArray[np.int32], ...]
    """By round: the class of each hand on each board; -1 where they have a card in common."""
    parents: tuple[NDArray[np.int32], ...]
    """By round: the class of each class in the previous round, ascending; empty in the first round.

    An abstraction without perfect recall has no parents."""
    strengths: NDArray[np.int64]
    """The strength of each hand on each board of the last round."""

    def ancestors(self, *, street: int, earlier: int) -> NDArray[np.int32]:
        """For each class of a round, its class in an earlier round or the same round."""
        ancestors = np.arange(self.counts[street], dtype=np.int32)
        for between in range(street, earlier, -1):
            ancestors = self.parents[between][ancestors]
        return ancestors
