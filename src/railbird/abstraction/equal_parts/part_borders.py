"""The borders of equal parts of weighted values.

Equal values always share a part: a group of equal values belongs to the part in which its middle lies. So a border
between two parts is off by at most half the weight of the group that lies across it, and a part can be empty.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from railbird.abstraction.equal_parts import _kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

Small = TypeVar("Small", np.uint16, np.uint32)
NO_VALUE = np.iinfo(np.int64).max
"""The border of a part that no value reaches."""
_KEY_SHIFT = np.uint64(_kernels.VALUE_BITS + _kernels.WEIGHT_BITS)


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


def borders_of_keys(keys: NDArray[np.uint64], *, parents: int, parts: int) -> NDArray[np.uint32]:
    """The borders within each parent; sorts the keys in place."""
    keys.sort()
    bounds = np.searchsorted(keys, np.arange(parents + 1, dtype=np.uint64) << _KEY_SHIFT)
    borders = np.empty((parents, parts - 1), dtype=np.uint32)
    for parent, (start, stop) in enumerate(pairwise(bounds.tolist())):
        values, weights = np.empty(stop - start, dtype=np.int64), np.empty(stop - start, dtype=np.int64)
        count = _kernels.group_keys(keys[start:stop], values, weights)
        borders[parent] = clip_borders(part_borders(values[:count], weights[:count], parts), np.uint32)
    return borders


def clip_borders(borders: NDArray[np.int64], kind: type[Small]) -> NDArray[Small]:
    """Borders in a smaller type; the largest number of the type is a border that no value reaches."""
    return np.minimum(borders, np.iinfo(kind).max).astype(kind)
