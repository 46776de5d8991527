"""Hand numbers in compiled code."""

import numpy as np

from railbird.compiled import inlined


@inlined
def hand_number(first: np.uint8, second: np.uint8) -> int:
    """The number, from 0 to 1325, of a hand of two different cards; see `hands.hand_index`."""
    low, high = np.int64(min(first, second)), np.int64(max(first, second))
    return high * (high - 1) // 2 + low
