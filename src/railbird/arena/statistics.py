"""What the samples of a run say: comparisons, how many more are needed, ranks.

Pure functions of arrays. The samples of a match are its duplicate sets, not its hands: the hands of a set share their
cards, so they are no independent witnesses.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING

from railbird.errors import StatisticsError
from railbird.statistics.estimates import Estimate, estimate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray


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
