"""What the kernel of deals looks classes up in."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird.cards.isomorphism.index_tables import IndexTables


class ClassTables(NamedTuple):
    """Classes by hand in every round."""

    hand_classes: NDArray[np.uint16]
    """By number of the hand, 0 to 1,325: its class before the flop."""
    flop_classes: NDArray[np.uint16]
    """By `HAND_FLOP` index."""
    turn_classes: NDArray[np.uint16]
    """By `HAND_TURN` index."""
    river_scores: NDArray[np.uint16]
    """By `HAND_RIVER` index: the score."""
    river_boards: NDArray[np.uint16]
    """By `RIVER` index: the bucket of the board."""
    river_classes: NDArray[np.uint16]
    """By bucket of the board and score."""
    boards: IndexTables
    """The tables of the index of river boards."""
