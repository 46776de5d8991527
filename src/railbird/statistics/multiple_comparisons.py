"""Comparisons of several estimates with 0 at once, corrected by Holm's method. Pure functions.

Of 45 comparisons of equal bots, two or three would be significant at 95 % by chance. Holm's method (A simple
sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979) keeps the probability of any
false verdict below 5 %, however the comparisons depend on each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import isfinite
from typing import TYPE_CHECKING

from railbird.errors import StatisticsError
from railbird.statistics.estimates import CONFIDENCE
from railbird.statistics.student_distribution import student_quantile, student_tail

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeVar

    from railbird.statistics.estimates import Estimate

    Key = TypeVar("Key")


@dataclass(frozen=True)
class CorrectedEstimate:
    """An estimate that is one of several comparisons with 0."""

    estimate: Estimate
    p_value: float
    """The p value after the correction for the number of comparisons."""

    @property
    def is_significant(self) -> bool:
        """Whether the mean differs from 0, beyond doubt at 95 % for all comparisons together."""
        return self.p_value <= 1 - CONFIDENCE


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p values by Holm's method: the smallest is multiplied by their number, the next by one less, and so on.

    An adjusted value is at least that of every smaller p value, and at most 1.
    """
    wrong = next((value for value in p_values if not 0 <= value <= 1), None)
    if wrong is not None:
        raise StatisticsError(f"a p value of {wrong}: it must be between 0 and 1")
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    steps = [min((len(p_values) - step) * p_values[place], 1.0) for step, place in enumerate(order)]
    adjusted = [0.0] * len(p_values)
    for place, value in zip(order, accumulate(steps, max), strict=True):
        adjusted[place] = value
    return adjusted


def p_value_of(estimate: Estimate) -> float:
    """The two-sided p value of a mean of 0: it is 5 % where the 95 % interval ends at 0."""
    if not estimate.mean or not isfinite(estimate.margin):
        return 1.0
    if not estimate.margin:
        return 0.0
    degrees = estimate.samples - 1
    return 2 * student_tail(degrees, abs(estimate.margins_from_zero) * student_quantile(degrees))


def corrected_estimates(estimates: Mapping[Key, Estimate]) -> dict[Key, CorrectedEstimate]:
    """Compare each estimate with 0, corrected for the number of estimates."""
    p_values = holm([p_value_of(estimate) for estimate in estimates.values()])
    return {
        key: CorrectedEstimate(estimate, p_value)
        for (key, estimate), p_value in zip(estimates.items(), p_values, strict=True)
    }
