"""A measured figure with its 95 % interval, which need not be symmetric, and its number of samples."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING

from railbird.errors import StatisticsError

if TYPE_CHECKING:
    from railbird.statistics import Estimate

_NORMAL_QUANTILE = 1.959963984540054
"""The 97.5 % quantile of the standard normal distribution."""
PERCENT = 100


@dataclass(frozen=True)
class Measurement:
    """A figure in the unit of the experiment."""

    value: float
    low: float
    high: float
    samples: int
    """The number of independent samples: duplicate sets, matches, or the samples that the source lists; 0 if exact."""

    @classmethod
    def of_exact(cls, value: float) -> Measurement:
        """A figure that is computed, not sampled."""
        return cls(value, value, value, samples=0)

    @classmethod
    def of_estimate(cls, estimate: Estimate) -> Measurement:
        """A mean with its interval by Student's t distribution."""
        low, high = estimate.interval
        return cls(estimate.mean, low, high, estimate.samples)

    @classmethod
    def of_share(cls, successes: int, *, trials: int) -> Measurement:
        """A share in percent with its score interval (Wilson 1927), which is valid even at 0 and 100 %."""
        if not 0 <= successes <= trials or not trials:
            raise StatisticsError(
                f"{successes} of {trials}: a share needs at least 1 trial and at most as many successes as trials"
            )
        share, z = successes / trials, _NORMAL_QUANTILE
        centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
        margin = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
        # At 0 and 100 % rounding would move the bound by about 1e-17.
        low, high = max(centre - margin, 0.0) if successes else 0.0, centre + margin if successes < trials else 1.0
        return cls(PERCENT * share, PERCENT * low, PERCENT * high, trials)

    def margin_towards(self, other: float) -> float:
        """The width of the interval on the side that faces another value; the wider side if the values are equal."""
        below, above = self.value - self.low, self.high - self.value
        if other == self.value:
            return max(below, above)
        return above if other > self.value else below

    @property
    def has_interval(self) -> bool:
        """Whether the interval is finite. A single sample has no finite interval."""
        return -inf < self.low <= self.high < inf
