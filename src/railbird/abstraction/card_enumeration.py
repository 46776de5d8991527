"""All cards of a small game: every board up to suits, every hand, and the class of each hand on each board."""

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
    classes: tuple[NDArray[np.int32], ...]
    """By round: the class of each hand on each board; -1 where they have a card in common."""
    parents: tuple[NDArray[np.int32], ...]
    """By round: each class's class in the round before, ascending; empty in the first round.

    There are no parents without perfect recall."""
    strengths: NDArray[np.int64]
    """The strength of each hand on each board of the last round."""

    def ancestors(self, *, street: int, earlier: int) -> NDArray[np.int32]:
        """By class of a round: its class in an earlier round, or in the same."""
        ancestors = np.arange(1 + self.classes[street].max(), dtype=np.int32)
        for between in range(street, earlier, -1):
            ancestors = self.parents[between][ancestors]
        return ancestors
