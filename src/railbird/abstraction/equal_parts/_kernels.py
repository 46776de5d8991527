"""Equal parts of weighted values in compiled code.

A key is the parent bucket, the value and the weight of a class of hands in one number, so that sorted keys are
grouped by parent and value.
"""

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined, kernel

WEIGHT_BITS = 5
VALUE_BITS = 32


@inlined
def sort_key(parent: int, value: int, weight: int) -> np.uint64:
    """Parent bucket, value and weight in one number."""
    return np.uint64(np.int64(parent) << (VALUE_BITS + WEIGHT_BITS) | np.int64(value) << WEIGHT_BITS | np.int64(weight))


@inlined
def bucket_of(value: int, borders: NDArray[np.uint32] | NDArray[np.uint16]) -> int:
    """The number of borders that do not exceed a value."""
    bucket = np.int64(0)
    for border in borders:
        bucket += np.int64(value >= border)
    return bucket


@kernel
def group_keys(keys: NDArray[np.uint64], values: NDArray[np.int64], weights: NDArray[np.int64]) -> int:
    """Merge sorted keys of one parent with equal values; the number of distinct values."""
    count = 0
    for key in keys:
        value = np.int64(key >> np.uint64(WEIGHT_BITS) & np.uint64((1 << VALUE_BITS) - 1))
        weight = np.int64(key & np.uint64((1 << WEIGHT_BITS) - 1))
        if count > 0 and values[count - 1] == value:
            weights[count - 1] += weight
        else:
            values[count], weights[count] = value, weight
            count += 1
    return count
