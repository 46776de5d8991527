"""What the kernel of deals looks classes up in."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class BucketTables(NamedTuple):
    """Classes and values by hand, and the borders of buckets by class of the round before."""

    hand_buckets: NDArray[np.int32]
    """By number of the hand, 0 to 1,325: its bucket before the flop."""
    flop_classes: NDArray[np.int32]
    """By `HAND_FLOP` index: the class on the flop, which follows from the hand and the flop alone."""
    turn_squares: NDArray[np.uint32]
    """By `HAND_TURN` index: the value on the turn; which bucket it is in depends on which three cards came first."""
    river_scores: NDArray[np.uint16]
    """By `HAND_RIVER` index: the value on the river."""
    turn_borders: NDArray[np.uint32]
    """By class on the flop: the smallest value of each bucket but the first."""
    river_borders: NDArray[np.uint16]
    """By class on the turn: the same."""
