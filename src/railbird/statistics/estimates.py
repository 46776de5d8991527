"""What samples say about a mean: its error, and the 95 % interval by Student's distribution. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, inf, isnan, nan, sqrt
from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import StatisticsError

if TYPE_CHECKING:
    from numpy.typing import NDArray

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval."""

    mean: float
    standard_error: float
    """Infinite if there is only one sample."""
    samples: int
    margin: float = nan
    """Half the width of the 95 % interval; by Student's distribution unless it is given."""

    def __post_init__(self) -> None:
        if isnan(self.margin):
            object.__setattr__(self, "margin", _margin(self.standard_error, self.samples))

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds between which the true mean lies in 95 % of such experiments."""
        return self.mean - self.margin, self.mean + self.margin

    @property
    def is_significant(self) -> bool:
        """Whether the interval leaves out 0."""
        return abs(self.mean) > self.margin

    @property
    def margins_from_zero(self) -> float:
        """How many margins lie between 0 and the mean; negative below 0."""
        if not self.mean:
            return 0.0
        return self.mean / self.margin if self.margin else self.mean * inf

    def times(self, factor: float) -> Estimate:
        """The estimate in another unit."""
        size = abs(factor)
        return Estimate(self.mean * factor, self.standard_error * size, self.samples, self.margin * size)

    def minus(self, other: Estimate) -> Estimate:
        """The difference from an estimate of independent samples.

        Each side keeps the quantile of its own sample size; the difference counts the samples of the smaller side.
        """
        return Estimate(
            self.mean - other.mean,
            hypot(self.standard_error, other.standard_error),
            min(self.samples, other.samples),
            hypot(self.margin, other.margin),
        )


def estimate(samples: NDArray[np.float64], *, factor: float = 1.0) -> Estimate:
    """The mean of independent samples, in a unit of which each sample is worth `factor`."""
    if not len(samples):
        raise StatisticsError("no samples, so no mean")
    mean = float(samples.mean()) * factor
    if len(samples) == 1:
        return Estimate(mean, inf, 1)
    return Estimate(mean, float(samples.std(ddof=1)) / sqrt(len(samples)) * abs(factor), len(samples))


def estimate_from_sums(total: float, squares: float, *, samples: int) -> Estimate:
    """The mean of independent samples whose sum and sum of squares are known."""
    if not samples:
        raise StatisticsError("no samples, so no mean")
    if samples == 1:
        return Estimate(total, inf, 1)
    variance = max(squares - total * total / samples, 0.0) / (samples - 1)
    return Estimate(total / samples, sqrt(variance / samples), samples)


def margins_of_totals(
    samples: NDArray[np.int64], totals: NDArray[np.float64], *, squares: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Half the 95 % interval of each running total, from the sums of squares; infinite after one sample."""
    several = samples > 1
    margins = np.full(len(samples), np.inf)
    count = samples[several]
    variance = np.maximum(squares[several] - totals[several] ** 2 / count, 0) / (count - 1)
    margins[several] = np.sqrt(variance * count) * _student(count - 1)
    return margins


def _margin(standard_error: float, samples: int) -> float:
    if not 0 < standard_error < inf:
        return standard_error
    return standard_error * float(_student(np.array(samples - 1)))


def _student(degrees: NDArray[np.int64]) -> NDArray[np.float64]:
    """The quantiles of Student's distribution that bound the intervals."""
    from scipy.special import stdtrit  # noqa: PLC0415 (importing it takes half a second)

    return np.asarray(stdtrit(degrees, (1 + CONFIDENCE) / 2))
