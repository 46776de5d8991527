"""Estimates from sums, and running margins, are those from the samples themselves."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from railbird.errors import StatisticsError
from railbird.statistics.estimates import estimate, estimate_from_sums, margins_of_totals


@pytest.mark.parametrize("count", [1, 2, 3, 50])
def test_an_estimate_from_sums_is_that_of_the_samples(count: int) -> None:
    samples = np.random.default_rng(count).normal(3, 10, count)
    known = estimate(samples)
    found = estimate_from_sums(samples.sum(), (samples**2).sum(), samples=count)
    assert found.mean == pytest.approx(known.mean)
    assert found.margin == pytest.approx(known.margin)
    assert found.samples == known.samples


def test_equal_samples_have_no_error_although_sums_are_rounded() -> None:
    assert estimate_from_sums(0.1 * 3, 0.1**2 * 3, samples=3).standard_error == pytest.approx(0, abs=1e-8)


def test_no_samples_have_no_mean() -> None:
    with pytest.raises(StatisticsError, match="no samples"):
        estimate_from_sums(0.0, 0.0, samples=0)


def test_margins_of_totals_are_those_of_the_first_samples() -> None:
    samples = np.random.default_rng(7).normal(1, 5, 30)
    counts = np.array([1, 2, 17, 30])
    totals, squares = samples.cumsum()[counts - 1], (samples**2).cumsum()[counts - 1]
    margins = margins_of_totals(counts, totals, squares=squares)
    assert margins[0] == inf
    for count, margin in zip(counts[1:], margins[1:], strict=True):
        assert margin == pytest.approx(count * estimate(samples[:count]).margin)
