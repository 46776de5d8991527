"""Estimates win rates from the results of deals, which depend on each other if bots learn. Pure functions.

Deals are independent only if no bot carries anything from hand to hand. Otherwise the means of matches are the samples,
or within one match the means of its parts (batch means). Of 10 to 30 parts, which Schmeiser (1982) advises, 10 were
measured to withstand the longest dependence.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from railbird.statistics.estimates import FEWEST_SAMPLES, Estimate, estimate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.statistics.estimates import Caveat

BATCHES = FEWEST_SAMPLES
FEWEST_IN_BATCH = 2
FAR = 3
"""Margins that a single hand may move the mean. By then a bot that shoves aces only has almost surely shoved."""


def estimate_from_deals(
    results: NDArray[np.float64], *, matches: int, are_independent: bool, largest: float = 0.0, factor: float = 1.0
) -> Estimate:
    """Estimate the mean of the results of deals, ordered by match and deal, multiplied by `factor`.

    `largest` is the most that one player's cards can change the result of a deal. If a single such hand would move
    the mean far out of its interval, there has been none, and the estimate has a caveat: such hands may be rare, not
    impossible.
    """
    by_deal = estimate(results, factor=factor)
    estimated = by_deal
    if not are_independent:
        estimated = _of_matches(results, matches, factor) if matches > 1 else _of_batches(results, factor)
    if not estimated.caveat:
        estimated = replace(estimated, caveat=_caveat(estimated, by_deal, largest * abs(factor)))
    return replace(estimated, mean=by_deal.mean)


def share_of_deals(
    counted: NDArray[np.int64], total: NDArray[np.int64], *, matches: int, are_independent: bool
) -> Estimate:
    """Estimate a share, such as that of one kind of decision, from counts by deal, ordered by match and deal.

    Decisions of a deal depend on each other, so the deals are the samples (the ratio estimator, Cochran 1977, 6.3).
    """
    share = counted.sum() / total.sum()
    deviations = (counted - share * total) / total.mean()
    return estimate_from_deals(share + deviations, matches=matches, are_independent=are_independent)


def _caveat(estimated: Estimate, by_deal: Estimate, largest: float) -> Caveat:
    if by_deal.caveat == "few large results":
        return "few large results"
    return "no large results yet" if largest / by_deal.samples > FAR * estimated.margin else ""


def _of_matches(results: NDArray[np.float64], matches: int, factor: float) -> Estimate:
    return replace(estimate(results.reshape(matches, -1).mean(axis=1), factor=factor), method="matches")


def _of_batches(results: NDArray[np.float64], factor: float) -> Estimate:
    """Estimate from the means of consecutive parts, which withstands dependence between deals that are close."""
    batches = min(BATCHES, max(len(results) // FEWEST_IN_BATCH, 1))
    means = np.array([part.mean() for part in np.array_split(results, batches)])
    return replace(estimate(means, factor=factor), method="batches")
