"""Numeric columns cut into intervals that tell the classes apart, by minimum description length.

Fayyad and Irani, Multi-interval discretization of continuous-valued attributes for classification learning, 1993.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def cut_points(numbers: NDArray[np.float64], labels: NDArray[np.int32], classes: int) -> NDArray[np.float64]:
    """The limits between intervals, in ascending order; none if no limit is worth its description."""
    is_known = ~np.isnan(numbers)
    values, inverse = np.unique(numbers[is_known], return_inverse=True)
    counts = np.bincount(inverse * classes + labels[is_known], minlength=len(values) * classes)
    sums = np.zeros((len(values) + 1, classes), np.int64)
    sums[1:] = counts.reshape(-1, classes).cumsum(axis=0)
    cuts: list[float] = []
    stack = [(0, len(values))]
    while stack:
        first, stop = stack.pop()
        place = _best_cut(sums, first, stop)
        if place is not None:
            cuts.append((values[place - 1] + values[place]) / 2)
            stack += [(first, place), (place, stop)]
    return np.array(sorted(cuts))


def _best_cut(sums: NDArray[np.int64], first: int, stop: int) -> int | None:
    """The best place to cut the values from `first` to `stop`, if the gain pays for the description."""
    if stop - first < 2:
        return None
    everything = sums[stop] - sums[first]
    total = everything.sum()
    left = sums[first + 1 : stop] - sums[first]
    right = everything - left
    share = left.sum(axis=1) / total
    conditional = share * entropies(left) + (1 - share) * entropies(right)
    best = int(conditional.argmin())
    prior = float(entropies(everything[None])[0])
    gain = prior - float(conditional[best])
    if gain <= 0:
        return None
    k, k_left, k_right = ((counts > 0).sum() for counts in (everything, left[best], right[best]))
    parts = k * prior - k_left * entropies(left[best : best + 1])[0] - k_right * entropies(right[best : best + 1])[0]
    # As many cuts as there are gaps between values, which Weka calls the better encoding and uses in its selections.
    price = (np.log2(stop - first - 1) + np.log2(3.0**k - 2) - parts) / total
    return first + 1 + best if gain > price else None


def entropies(counts: NDArray[np.int64] | NDArray[np.float64]) -> NDArray[np.float64]:
    """The entropy of each row of counts, in bits."""
    totals = counts.sum(axis=1, keepdims=True)
    shares = counts / np.maximum(totals, 1e-300)
    return np.asarray(-(shares * np.log2(np.where(shares > 0, shares, 1))).sum(axis=1))


def discretized(numbers: NDArray[np.float64], labels: NDArray[np.int32], classes: int) -> tuple[NDArray[np.int32], int]:
    """The interval of each number, -1 where it is missing, and the number of intervals."""
    cuts = cut_points(numbers, labels, classes)
    intervals = np.searchsorted(cuts, numbers, side="left").astype(np.int32)
    intervals[np.isnan(numbers)] = -1
    return intervals, len(cuts) + 1
