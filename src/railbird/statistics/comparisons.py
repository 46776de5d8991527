"""Compares samples that share their cards, and computes the number of samples that a verdict needs. Pure functions.

The samples of a match are its duplicate sets, not its hands: the hands of a set share their cards, so they are not
independent.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING

from railbird.errors import StatisticsError
from railbird.statistics.estimates import Estimate, estimate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def estimate_difference(first: NDArray[np.float64], second: NDArray[np.float64], *, factor: float = 1.0) -> Estimate:
    """Estimate the mean of first minus second, paired by the cards on which both were measured."""
    if len(first) != len(second):
        raise StatisticsError(f"{len(first)} samples cannot be paired with {len(second)}: give the same number of each")
    return estimate(first - second, factor=factor)


def samples_needed(current: Estimate) -> float:
    """Number of further samples that make the mean significant if it stays the same; infinite for a mean of 0."""
    if current.is_significant:
        return 0
    if not current.mean or current.standard_error == inf:
        return inf
    deviation = current.standard_error * sqrt(current.samples)

    def are_enough(samples: int) -> bool:
        return Estimate(current.mean, deviation / sqrt(samples), samples).is_significant

    too_few, enough = current.samples, 2 * current.samples
    while not are_enough(enough):
        too_few, enough = enough, 2 * enough
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        too_few, enough = (too_few, middle) if are_enough(middle) else (middle, enough)
    return enough - current.samples
