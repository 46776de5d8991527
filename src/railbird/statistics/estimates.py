"""What samples say about a mean: its error, and the 95 % interval by Student's distribution. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import StatisticsError

if TYPE_CHECKING:
    from numpy.typing import NDArray

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A mean with what is known about its error."""

    mean: float
    standard_error: float
    """Infinite if there is but one sample."""
    samples: int

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval, by Student's distribution."""
        if not 0 < self.standard_error < inf:
            return self.standard_error
        return self.standard_error * float(_student(np.array(self.samples - 1)))

    @property
    def interval(self) -> tuple[float, float]:
        """In which the true mean is found in 95 % of such experiments."""
        return self.mean - self.margin, self.mean + self.margin

    @property
    def is_significant(self) -> bool:
        """Whether the interval leaves out 0."""
        return abs(self.mean) > self.margin

    def times(self, factor: float) -> Estimate:
        """The same in another unit."""
        return Estimate(self.mean * factor, self.standard_error * abs(factor), self.samples)


def estimate(samples: NDArray[np.float64]) -> Estimate:
    """The mean of independent samples."""
    if not len(samples):
        raise StatisticsError("no samples, so no mean")
    if len(samples) == 1:
        return Estimate(float(samples[0]), inf, 1)
    return Estimate(float(samples.mean()), float(samples.std(ddof=1)) / sqrt(len(samples)), len(samples))


def estimate_from_sums(total: float, squares: float, *, samples: int) -> Estimate:
    """The same where only the sum of the samples and that of their squares have been kept."""
    if not samples:
        raise StatisticsError("no samples, so no mean")
    if samples == 1:
        return Estimate(total, inf, 1)
    variance = max(squares - total * total / samples, 0.0) / (samples - 1)
    return Estimate(total / samples, sqrt(variance / samples), samples)


def margins_of_totals(
    samples: NDArray[np.int64], totals: NDArray[np.float64], *, squares: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Half of the interval of a total after so many samples, again and again; infinite after one."""
    several = samples > 1
    margins = np.full(len(samples), np.inf)
    count = samples[several]
    variance = np.maximum(squares[several] - totals[several] ** 2 / count, 0) / (count - 1)
    margins[several] = np.sqrt(variance * count) * _student(count - 1)
    return margins


def _student(degrees: NDArray[np.int64]) -> NDArray[np.float64]:
    """The quantiles that bound the intervals."""
    from scipy.special import stdtrit  # noqa: PLC0415 (it takes half a second)

    return np.asarray(stdtrit(degrees, (1 + CONFIDENCE) / 2))
