"""Comparisons of samples that share their cards, and the samples that a verdict needs.

Pure functions. The samples of a match are its duplicate sets, not its hands: the hands of a set share their cards, so
they are not independent.
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
    """How much the first is above the second, both measured on the same cards: pair by pair."""
    if len(first) != len(second):
        raise StatisticsError(f"{len(first)} samples cannot be paired with {len(second)}")
    return estimate(first - second, factor=factor)


def samples_needed(known: Estimate) -> float:
    """How many more samples make the mean significant if it stays as it is; infinite for a mean of 0."""
    if known.is_significant:
        return 0
    if not known.mean or known.standard_error == inf:
        return inf
    deviation = known.standard_error * sqrt(known.samples)

    def are_enough(samples: int) -> bool:
        return Estimate(known.mean, deviation / sqrt(samples), samples).is_significant

    too_few, enough = known.samples, 2 * known.samples
    while not are_enough(enough):
        too_few, enough = enough, 2 * enough
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        too_few, enough = (too_few, middle) if are_enough(middle) else (middle, enough)
    return enough - known.samples
