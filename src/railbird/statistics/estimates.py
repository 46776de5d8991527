"""Estimates a mean from samples, with its standard error and 95 % interval by Student's t. Pure functions.

Where the interval would not hold, the estimate has a caveat. Corrections for skewness (Johnson 1978, Hall 1992) and the
bootstrap-t were measured: while there are few large results, they cover the mean about as rarely as Student's t.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, inf, isnan, nan, sqrt
from typing import TYPE_CHECKING, Literal

import numpy as np

from railbird.errors import StatisticsError
from railbird.statistics.student_distribution import student_quantile, student_quantiles

if TYPE_CHECKING:
    from numpy.typing import NDArray

CONFIDENCE = 0.95
FEWEST_SAMPLES = 10
"""Number of samples below which there is no interval."""
_COCHRAN = 25
"""Student's t holds from this number times the squared skewness (Cochran 1977, Sampling Techniques, 2.15)."""
_CHANCE = 3
"""Standard errors beyond which the skewness of samples is not due to chance."""
_FEWEST_LARGE = 10
"""Large results that the variance must be made up of, if they are rarer than one in `_RARE`."""
_RARE = 30
_ROUNDING = 1e-12
"""Share of a sum of squares that may be due to rounding."""
Method = Literal["samples", "matches", "batches"]
"""What the interval is computed from: independent samples, means of matches, or means of parts of a match."""
Caveat = Literal["", "too few samples", "equal samples", "few large results", "no large results yet"]
"""Why there is no interval, or with the last two why it may be too narrow."""


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval."""

    mean: float
    standard_error: float
    """Standard error of the mean; infinite if there is no interval."""
    samples: int
    margin: float = nan
    """Half the width of the 95 % interval (default: by Student's t distribution)."""
    method: Method = "samples"
    caveat: Caveat = ""

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
        return Estimate(
            self.mean * factor, self.standard_error * size, self.samples, self.margin * size, self.method, self.caveat
        )

    def minus(self, other: Estimate) -> Estimate:
        """The difference from an estimate with independent samples.

        Each side keeps the quantile of its own sample size. The difference has the sample size of the smaller side.
        """
        return Estimate(
            self.mean - other.mean,
            hypot(self.standard_error, other.standard_error),
            min(self.samples, other.samples),
            hypot(self.margin, other.margin),
            method=self.method if other.method == "samples" else other.method,
            caveat=self.caveat or other.caveat,
        )


def estimate(samples: NDArray[np.float64], *, factor: float = 1.0) -> Estimate:
    """Estimate the mean of independent samples, multiplied by `factor`."""
    count = len(samples)
    if not count:
        raise StatisticsError("no samples: a mean needs at least 1")
    mean = float(samples.mean()) * factor
    if count < FEWEST_SAMPLES:
        return Estimate(mean, inf, count, caveat="too few samples")
    if samples.min() == samples.max():
        return Estimate(mean, inf, count, caveat="equal samples")
    error = float(samples.std(ddof=1)) / sqrt(count) * abs(factor)
    return Estimate(mean, error, count, caveat="few large results" if _rests_on_few(samples) else "")


def _rests_on_few(samples: NDArray[np.float64]) -> bool:
    """Whether a few large results decide the mean: by Cochran's rule, or because they make up the variance.

    A few large wins and losses may cancel out in the skewness, though it is really large.
    """
    deviations = samples - samples.mean()
    deviations /= np.abs(deviations).max()  # so that powers of tiny numbers do not vanish
    squares = deviations * deviations  # NumPy takes twenty times as long for third and fourth powers
    variance = float(squares.mean())
    skewness = float((squares * deviations).mean()) / variance**1.5
    kurtosis = float((squares * squares).mean()) / variance**2
    count = len(samples)
    is_skewed = skewness**2 > max(count / _COCHRAN, _CHANCE**2 * 6 / count)
    # If all but `large` results were 0, and these alike, the kurtosis would be count / large.
    return is_skewed or (count < _FEWEST_LARGE * kurtosis and kurtosis > _RARE)


def estimate_from_sums(total: float, squares: float, *, samples: int) -> Estimate:
    """Estimate the mean of independent samples from their sum and their sum of squares."""
    if not samples:
        raise StatisticsError("no samples: a mean needs at least 1")
    mean = total / samples
    if samples < FEWEST_SAMPLES:
        return Estimate(mean, inf, samples, caveat="too few samples")
    spread = squares - total * mean
    if spread <= _ROUNDING * squares:
        return Estimate(mean, inf, samples, caveat="equal samples")
    return Estimate(mean, sqrt(spread / (samples - 1) / samples), samples)


def margins_of_totals(
    samples: NDArray[np.int64], totals: NDArray[np.float64], *, squares: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Half the width of the 95 % interval of each running total; infinite while there are too few samples."""
    several = samples >= FEWEST_SAMPLES
    margins = np.full(len(samples), np.inf)
    count = samples[several]
    variance = np.maximum(squares[several] - totals[several] ** 2 / count, 0) / (count - 1)
    margins[several] = np.sqrt(variance * count) * student_quantiles(count - 1)
    return margins


def _margin(standard_error: float, samples: int) -> float:
    if not 0 < standard_error < inf:
        return standard_error
    return standard_error * student_quantile(samples - 1)
