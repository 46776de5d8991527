"""Estimates, what is still needed, and the run-off: known values, and what holds for all samples."""

from __future__ import annotations

from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.arena.statistics import Estimate, estimate, estimate_difference, instant_run_off, samples_needed
from railbird.errors import StatisticsError


def samples(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float64)


def test_the_interval_of_five_samples() -> None:
    """Mean 3, deviation sqrt(2.5), and 2.776445 for four degrees of freedom."""
    found = estimate(samples(1, 2, 3, 4, 5))
    assert (found.mean, found.samples) == (3, 5)
    assert found.standard_error == pytest.approx(sqrt(2.5 / 5))
    assert found.margin == pytest.approx(2.776445105 * sqrt(0.5))
    assert found.interval == pytest.approx((1.036757, 4.963243), abs=1e-6)
    assert found.is_significant


@pytest.mark.parametrize(
    ("count", "quantile"),
    [(2, 12.70620), (3, 4.302653), (10, 2.262157), (31, 2.042272), (121, 1.979930), (1000, 1.962341)],
)
def test_quantiles_of_students_distribution(count: int, quantile: float) -> None:
    assert Estimate(0, 1, count).margin == pytest.approx(quantile, abs=1e-5)


def test_one_sample_tells_nothing_of_its_error() -> None:
    found = estimate(samples(7))
    assert (found.mean, found.margin, found.interval) == (7, inf, (-inf, inf))
    assert not found.is_significant
    assert samples_needed(found) == inf


def test_samples_that_are_all_alike_leave_no_doubt() -> None:
    found = estimate(samples(5, 5, 5))
    assert (found.margin, found.is_significant, samples_needed(found)) == (0, True, 0)


def test_no_samples() -> None:
    with pytest.raises(StatisticsError, match="no samples"):
        estimate(samples())


def test_another_unit() -> None:
    found = estimate(samples(1, 2, 3)).times(-10)
    assert (found.mean, found.samples) == (-20, 3)
    assert found.standard_error == pytest.approx(10 / sqrt(3))


def test_a_difference_is_paired() -> None:
    """What both have in common, here the large steps, does not widen the interval."""
    common = np.arange(10) * 1000.0
    found = estimate_difference(common + samples(*[1, 3] * 5), common)
    assert found.mean == 2
    assert found.standard_error == pytest.approx(estimate(samples(*[1, 3] * 5)).standard_error)
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


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=30))
def test_the_estimate_is_that_of_the_textbook(values: list[float]) -> None:
    found = estimate(samples(*values))
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    assert found.mean == pytest.approx(mean, abs=1e-6)
    assert found.standard_error == pytest.approx(sqrt(variance / len(values)), rel=1e-6, abs=1e-6)
    assert found.interval[0] <= found.mean <= found.interval[1]


def test_the_run_off_of_two_player_matches() -> None:
    """Player 0 wins most by beating the weakest; without that one, player 0 loses to the others."""
    tables = {
        (0, 1): (-10, 10),
        (0, 2): (-5, 5),
        (0, 3): (100, -100),
        (1, 2): (1, -1),
        (1, 3): (20, -20),
        (2, 3): (9, -9),
    }
    # Out go 3 with -129, then 0 with -15, then 2 with -1.
    assert instant_run_off(tables, 4) == [2, 0, 1, 3]


def test_the_run_off_of_three_player_tables() -> None:
    tables = {(0, 1, 2): (5, -3, -2), (0, 1, 3): (8, 1, -9), (0, 2, 3): (4, 5, -9), (1, 2, 3): (2, 2, -4)}
    # Out goes 3; at the table that is left, 1 and 2 lose; two players make no table, so its totals decide.
    assert instant_run_off(tables, 4) == [0, 2, 1, 3]


def test_in_the_run_off_the_first_named_of_equals_is_ahead() -> None:
    assert instant_run_off({(0, 1): (0, 0)}, 2) == [0, 1]
