"""Equal parts of weighted values, the rule of percentile buckets.

Equal values always share a part: a group of equal values belongs to the part in which its middle lies. So a border
between two parts is off by at most half the weight of the group that lies across it, and a part can be empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

NO_VALUE = np.iinfo(np.int64).max
"""The border of a part that no value reaches."""


def part_borders(values: NDArray[np.int64], weights: NDArray[np.int64], parts: int) -> NDArray[np.int64]:
    """The smallest value of each part but the first, for ascending distinct values with their weights.

    The part of a value is the number of borders that do not exceed it.
    """
    total = int(weights.sum())
    if total == 0:
        return np.full(parts - 1, NO_VALUE)
    before = np.cumsum(weights) - weights
    part_of_value = parts * (2 * before + weights) // (2 * total)
    first = np.searchsorted(part_of_value, np.arange(1, parts))
    return np.append(values, NO_VALUE)[first]
