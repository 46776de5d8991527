"""Paired differences, and how many samples are still needed: known values."""

from __future__ import annotations

from math import inf, sqrt

import numpy as np
import pytest

from railbird.errors import StatisticsError
from railbird.statistics import Estimate, estimate, estimate_difference, samples_needed


def samples(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float64)


def test_a_difference_is_paired() -> None:
    """What both have in common, here the large steps, does not widen the interval."""
    common = np.arange(10) * 1000.0
    estimated = estimate_difference(common + samples(*[1, 3] * 5), common)
    assert estimated.mean == 2
    assert estimated.standard_error == pytest.approx(estimate(samples(*[1, 3] * 5)).standard_error)
    with pytest.raises(StatisticsError, match="3 samples cannot be paired with 2"):
        estimate_difference(samples(1, 2, 3), samples(1, 2))


@pytest.mark.parametrize(("mean", "error", "count"), [(1.0, 2.0, 100), (-2.0, 1.0, 2), (0.7, 0.36, 40), (1e-3, 5, 3)])
def test_what_is_needed_is_just_enough(mean: float, error: float, count: int) -> None:
    """With so many samples of the same mean and deviation the interval leaves out 0; with one fewer it does not."""
    more = samples_needed(Estimate(mean, error, count))

    def with_samples(number: float) -> Estimate:
        return Estimate(mean, error * sqrt(count / number), int(number))

    assert with_samples(count + more).is_significant
    assert not with_samples(count + more - 1).is_significant


def test_how_many_more_samples_a_known_mean_needs() -> None:
    """A deviation of 20 and a mean of 1: 1.9617 deviations of the mean are 1 at (1.9617 x 20)^2 = 1,539.3 samples."""
    assert samples_needed(Estimate(mean=1.0, standard_error=2.0, samples=100)) == 1440


def test_nothing_is_needed_for_what_is_significant_and_no_number_is_enough_for_zero() -> None:
    assert samples_needed(Estimate(5, 1, 100)) == 0
    assert samples_needed(Estimate(0, 1, 100)) == inf
