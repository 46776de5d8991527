"""What samples say about a mean: its interval, how many more are needed, and comparisons.

Pure functions of arrays. The samples of a match are its duplicate sets, not its hands: the hands of a set share their
cards, so they are no independent witnesses.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING

from railbird.errors import StatisticsError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
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
        return self.standard_error * _student(self.samples - 1)

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


def estimate_difference(first: NDArray[np.float64], second: NDArray[np.float64]) -> Estimate:
    """How much the first is above the second, both measured on the same cards: pair by pair."""
    if len(first) != len(second):
        raise StatisticsError(f"{len(first)} samples cannot be paired with {len(second)}")
    return estimate(first - second)


def samples_needed(found: Estimate) -> float:
    """How many more samples will make the mean significant if it stays as it is; infinite for a mean of 0."""
    if found.is_significant:
        return 0
    if not found.mean or found.standard_error == inf:
        return inf
    deviation = found.standard_error * sqrt(found.samples)

    def are_enough(samples: int) -> bool:
        return Estimate(found.mean, deviation / sqrt(samples), samples).is_significant

    too_few, enough = found.samples, 2 * found.samples
    while not are_enough(enough):
        too_few, enough = enough, 2 * enough
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        too_few, enough = (too_few, middle) if are_enough(middle) else (middle, enough)
    return enough - found.samples


def instant_run_off(tables: Mapping[tuple[int, ...], Sequence[float]], players: int) -> list[int]:
    """The ranks of players, from 0 for the winner, as the competition's bankroll run-off gives them.

    Of the tables at which only players sit who are still in, the one with the lowest total goes out, again and again;
    when too few are left for a table, the last totals decide. `tables` has the result of each player at each table.
    """
    left = set(range(players))
    ranks = [0] * players
    totals = _totals(tables, left)
    while len(left) > 1:
        if any(left.issuperset(table) for table in tables):
            totals = _totals(tables, left)
        # Of those who are equal the later one goes first, so that the order of names decides, and not chance.
        loser = min(left, key=lambda player: (totals[player], -player))
        left.remove(loser)
        ranks[loser] = len(left)
    return ranks


def _totals(tables: Mapping[tuple[int, ...], Sequence[float]], left: set[int]) -> dict[int, float]:
    totals = dict.fromkeys(left, 0.0)
    for table, results in tables.items():
        if left.issuperset(table):
            for player, result in zip(table, results, strict=True):
                totals[player] += result
    return totals


def _student(degrees: int) -> float:
    """The quantile that bounds the interval."""
    from scipy.special import stdtrit  # which takes a while

    return float(stdtrit(degrees, (1 + CONFIDENCE) / 2))
