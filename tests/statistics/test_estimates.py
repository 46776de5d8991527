"""Estimates: known values, and what holds for all samples."""

from __future__ import annotations

import json
from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.errors import StatisticsError
from railbird.statistics import (
    Estimate,
    RateUnit,
    estimate,
    estimate_as_json,
    estimate_from_deals,
    estimate_from_sums,
    margins_of_totals,
    samples_needed,
)


def samples(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float64)


def test_the_interval_of_ten_samples() -> None:
    """Mean 3, variance 20 / 9, standard error sqrt(2) / 3, and 2.262157 for nine degrees of freedom."""
    estimated = estimate(samples(1, 2, 3, 4, 5, 5, 4, 3, 2, 1))
    assert (estimated.mean, estimated.samples, estimated.method, estimated.caveat) == (3, 10, "samples", "")
    assert estimated.standard_error == pytest.approx(sqrt(20 / 9 / 10))
    assert estimated.margin == pytest.approx(2.262157163 * sqrt(2 / 9))
    assert estimated.interval == pytest.approx((1.933609, 4.066391), abs=1e-5)
    assert estimated.is_significant


@pytest.mark.parametrize(
    ("count", "quantile"),
    [(2, 12.70620), (3, 4.302653), (10, 2.262157), (31, 2.042272), (121, 1.979930), (1000, 1.962341)],
)
def test_quantiles_of_students_distribution(count: int, quantile: float) -> None:
    assert Estimate(0, 1, count).margin == pytest.approx(quantile, abs=1e-5)


def test_one_sample_tells_nothing_of_its_error() -> None:
    estimated = estimate(samples(7))
    assert (estimated.mean, estimated.margin, estimated.interval, estimated.caveat) == (
        7,
        inf,
        (-inf, inf),
        "too few samples",
    )
    assert not estimated.is_significant
    assert samples_needed(estimated) == inf


@pytest.mark.parametrize("values", [[7000, 7000], [1, 2, 3], [*range(9)]])
def test_14_3_a_handful_of_samples_has_neither_an_interval_nor_a_forecast(values: list[float]) -> None:
    from_sums = estimate_from_sums(sum(values), sum(value**2 for value in values), samples=len(values))
    for estimated in (estimate(samples(*values)), from_sums):
        assert estimated.mean == pytest.approx(np.mean(values))
        assert (estimated.margin, estimated.is_significant, estimated.caveat) == (inf, False, "too few samples")
        assert samples_needed(estimated) == inf


def test_14_3_samples_that_are_all_equal_have_no_interval() -> None:
    for estimated in (estimate(np.full(50, 5.0)), estimate_from_sums(0.1 * 50, 0.1**2 * 50, samples=50)):
        assert (estimated.margin, estimated.is_significant, estimated.caveat) == (inf, False, "equal samples")


def test_no_samples() -> None:
    with pytest.raises(StatisticsError, match="no samples"):
        estimate(samples())


def results_of_a_rare_shove(generator: np.random.Generator, *, hands: int) -> np.ndarray:
    """A bot that shoves 200 big blinds with aces only, and is always called; otherwise it loses a blind."""
    shoves = generator.random(hands) < 1 / 221
    wins = generator.random(hands) < 0.852
    return np.where(shoves, np.where(wins, 200.0, -200.0), np.where(generator.random(hands) < 0.5, -0.5, -1.0))


@pytest.mark.parametrize(
    "hands", [100, 1000, *(pytest.param(hands, marks=pytest.mark.deep) for hands in (500, 2000, 4000, 8000))]
)
def test_14_3_rare_large_pots_have_an_interval_that_holds_or_a_caveat(hands: int) -> None:
    """From 38 % to 95 % are covered. Of the intervals without a caveat, 93 % are, as far as chance allows."""
    truth = 200 * 0.704 / 221 - 0.75 * 220 / 221
    generator = np.random.default_rng(hands)
    missed = without_caveat = 0
    for _ in range(400):
        deals = results_of_a_rare_shove(generator, hands=hands)
        found = estimate_from_deals(deals, matches=1, are_independent=True, largest=200)
        low, high = found.interval
        without_caveat += not found.caveat
        missed += not (low <= truth <= high or found.caveat)
    assert missed <= 0.07 * without_caveat + 2 * sqrt(0.05 * without_caveat)


def test_14_3_a_few_large_wins_and_losses_are_a_caveat_though_they_cancel_out() -> None:
    results = np.tile(samples(-1.0, -0.5), 500)
    for large in (2, 4, 8):
        results[:large] = [200.0, -200.0] * (large // 2)
        assert estimate(results).caveat == "few large results"
    results[:20] = [200.0, -200.0] * 10
    assert estimate(results).caveat == ""


def test_14_3_ordinary_results_have_no_caveat() -> None:
    generator = np.random.default_rng(3)
    for count in (10, 20, 100, 1000):
        warned = [estimate(generator.normal(size=count)).caveat != "" for _ in range(200)]
        assert np.mean(warned) <= 0.01


@settings(deadline=None)
@given(st.lists(st.floats(-1e6, 1e6), min_size=10, max_size=30).filter(lambda values: min(values) < max(values)))
def test_the_estimate_is_that_of_the_textbook(values: list[float]) -> None:
    estimated = estimate(samples(*values))
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    assert estimated.mean == pytest.approx(mean, abs=1e-6)
    assert estimated.standard_error == pytest.approx(sqrt(variance / len(values)), rel=1e-6, abs=1e-6)
    assert estimated.interval[0] <= estimated.mean <= estimated.interval[1]


def test_an_estimate_in_another_unit_has_the_same_verdict() -> None:
    known = estimate(samples(1, 2, 3))
    for factor in (1000.0, -0.1):
        other = known.times(factor)
        assert (other.mean, other.samples) == (pytest.approx(2 * factor), 3)
        assert other.margin == pytest.approx(known.margin * abs(factor))
        assert abs(other.margins_from_zero) == pytest.approx(abs(known.margins_from_zero))


def test_samples_in_another_unit() -> None:
    values = np.random.default_rng(1).normal(1, 10, 50)
    known, other = estimate(values), estimate(values, factor=-2.5)
    assert other.mean == pytest.approx(-2.5 * known.mean)
    assert other.standard_error == pytest.approx(2.5 * known.standard_error)
    assert other.margin == pytest.approx(2.5 * known.margin)
    assert estimate(samples(4), factor=0.5) == Estimate(2.0, inf, 1, caveat="too few samples")


def test_an_estimate_without_error_is_significant_unless_it_is_zero() -> None:
    assert Estimate(1, 0, 5).margins_from_zero == inf
    assert Estimate(-1, 0, 5).margins_from_zero == -inf
    assert Estimate(0, 0, 5).margins_from_zero == 0
    assert Estimate(5, inf, 1).margins_from_zero == 0
    assert [Estimate(mean, 0, 5).is_significant for mean in (-1, 0, 1)] == [True, False, True]


def test_the_difference_of_independent_estimates() -> None:
    """Errors and margins add in squares: 3 and 4 make 5."""
    difference = Estimate(3, 3, 10, 6).minus(Estimate(1, 4, 20, 8))
    assert difference == Estimate(2, 5, 10, 10)
    doubtful = Estimate(3, 3, 10, 6, method="matches", caveat="few large results")
    for other in (doubtful.minus(Estimate(1, 4, 20, 8)), Estimate(1, 4, 20, 8).minus(doubtful)):
        assert (other.method, other.caveat) == ("matches", "few large results")


def test_units_of_win_rates() -> None:
    """Five chips a hand at a big blind of 10 are half a big blind."""
    factors = {unit: 5 * unit.factor(big_blind=10) for unit in RateUnit}
    assert factors == {
        RateUnit.CHIPS_PER_HAND: 5,
        RateUnit.BIG_BLINDS_PER_HAND: 0.5,
        RateUnit.BB_PER_100: 50,
        RateUnit.MBB_PER_HAND: 500,
    }


def test_an_estimate_as_json() -> None:
    assert estimate_as_json(Estimate(3, 1, 5, 2)) == {
        "mean": 3,
        "interval": [1, 5],
        "standard_error": 1,
        "samples": 5,
        "method": "samples",
        "caveat": None,
    }
    unknown = json.loads(json.dumps(estimate_as_json(estimate(samples(7))), allow_nan=False))
    assert unknown == {
        "mean": 7,
        "interval": [None, None],
        "standard_error": None,
        "samples": 1,
        "method": "samples",
        "caveat": "too few samples",
    }


@pytest.mark.parametrize("count", [1, 2, 10, 50])
def test_an_estimate_from_sums_is_that_of_the_samples(count: int) -> None:
    samples = np.random.default_rng(count).normal(3, 10, count)
    known = estimate(samples)
    estimated = estimate_from_sums(samples.sum(), (samples**2).sum(), samples=count)
    assert estimated.mean == pytest.approx(known.mean)
    assert estimated.margin == pytest.approx(known.margin)
    assert estimated.samples == known.samples


def test_no_sums_have_no_mean() -> None:
    with pytest.raises(StatisticsError, match="no samples"):
        estimate_from_sums(0.0, 0.0, samples=0)


def test_margins_of_totals_are_those_of_the_first_samples() -> None:
    samples = np.random.default_rng(7).normal(1, 5, 30)
    counts = np.array([1, 9, 10, 17, 30])
    totals, squares = samples.cumsum()[counts - 1], (samples**2).cumsum()[counts - 1]
    margins = margins_of_totals(counts, totals, squares=squares)
    assert margins[:2].tolist() == [inf, inf]
    for count, margin in zip(counts[2:], margins[2:], strict=True):
        assert margin == pytest.approx(count * estimate(samples[:count]).margin)
