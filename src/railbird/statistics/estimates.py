"""Estimates a mean from samples, with its standard error and 95 % interval by Student's t. Pure functions."""

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
    """Standard error of the mean; infinite for a single sample."""
    samples: int
    margin: float = nan
    """Half the width of the 95 % interval (default: by Student's t distribution)."""

    def __post_init__(self) -> None:
        if isnan(self.margin):
            object.__setattr__(self, "margin", _margin(self.standard_error, self.samples))

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds of the 95 % interval, which contains the true mean in 95 % of such experiments."""
        return self.mean - self.margin, self.mean + self.margin

    @property
    def is_significant(self) -> bool:
        """Whether the interval excludes 0."""
        return abs(self.mean) > self.margin

    @property
    def margins_from_zero(self) -> float:
        """The distance of the mean from 0 in margins; negative below 0."""
        if not self.mean:
            return 0.0
        return self.mean / self.margin if self.margin else self.mean * inf

    def times(self, factor: float) -> Estimate:
        """The estimate multiplied by a factor, such as that of another unit."""
        size = abs(factor)
        return Estimate(self.mean * factor, self.standard_error * size, self.samples, self.margin * size)

    def minus(self, other: Estimate) -> Estimate:
        """The difference from an estimate with independent samples.

        Each side keeps the quantile of its own sample size. The difference has the sample size of the smaller side.
        """
        return Estimate(
            self.mean - other.mean,
            hypot(self.standard_error, other.standard_error),
            min(self.samples, other.samples),
            hypot(self.margin, other.margin),
        )


def estimate(samples: NDArray[np.float64], *, factor: float = 1.0) -> Estimate:
    """Estimate the mean of independent samples, multiplied by `factor`."""
    if not len(samples):
        raise StatisticsError("a mean needs at least 1 sample, and there are none")
    mean = float(samples.mean()) * factor
    if len(samples) == 1:
        return Estimate(mean, inf, 1)
    return Estimate(mean, float(samples.std(ddof=1)) / sqrt(len(samples)) * abs(factor), len(samples))


def estimate_from_sums(total: float, squares: float, *, samples: int) -> Estimate:
    """Estimate the mean of independent samples from their sum and their sum of squares."""
    if not samples:
        raise StatisticsError("a mean needs at least 1 sample, and there are none")
    if samples == 1:
        return Estimate(total, inf, 1)
    variance = max(squares - total * total / samples, 0.0) / (samples - 1)
    return Estimate(total / samples, sqrt(variance / samples), samples)


def margins_of_totals(
    samples: NDArray[np.int64], totals: NDArray[np.float64], *, squares: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Half the width of the 95 % interval of each running total; infinite after a single sample."""
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
    """The quantiles of Student's t distribution for the intervals."""
    from scipy.special import stdtrit  # noqa: PLC0415 (importing it takes half a second)

    return np.asarray(stdtrit(degrees, (1 + CONFIDENCE) / 2))
