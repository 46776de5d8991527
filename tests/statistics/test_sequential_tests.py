"""A test that stays valid under repeated looking, by simulation and known values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.statistics import FEWEST_LOOKED_AT, anytime_p_values

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

RUNS = [1000, pytest.param(10_000, marks=pytest.mark.deep)]
LOOKS = 400


def normal(draws: np.random.Generator, runs: int) -> NDArray[np.float64]:
    return draws.normal(size=(runs, LOOKS))


def heavy(draws: np.random.Generator, runs: int) -> NDArray[np.float64]:
    return draws.standard_t(3, size=(runs, LOOKS))


def skewed(draws: np.random.Generator, runs: int) -> NDArray[np.float64]:
    return draws.exponential(size=(runs, LOOKS)) - 1


def rare(draws: np.random.Generator, runs: int) -> NDArray[np.float64]:
    """Matches of 100 hands with a bot that plays aces only: it gets them once in 221 hands."""
    return draws.binomial(100, 1 / 221, size=(runs, LOOKS)) - 100 / 221


@pytest.mark.parametrize("runs", RUNS)
@pytest.mark.parametrize("kind", [normal, heavy, skewed, rare])
def test_14_5_equal_bots_are_called_decided_in_5_percent_of_runs_at_most(
    kind: Callable[[np.random.Generator, int], NDArray[np.float64]], runs: int
) -> None:
    decided = (anytime_p_values(kind(np.random.default_rng(1), runs)) <= 0.05).any(axis=1).mean()
    assert decided <= 0.05 + 2 * (0.05 * 0.95 / runs) ** 0.5


def test_14_5_an_interval_for_a_fixed_number_of_matches_fails_under_repeated_looking() -> None:
    """Four in ten runs of equal bots would be called decided."""
    from scipy.special import stdtrit

    samples = normal(np.random.default_rng(1), 1000)
    count = np.arange(1, LOOKS + 1)
    means = samples.cumsum(axis=1) / count
    deviations = np.sqrt(((samples**2).cumsum(axis=1) - count * means**2)[:, 9:] / (count[9:] - 1))
    margins = deviations / np.sqrt(count[9:]) * stdtrit(count[9:] - 1, 0.975)
    assert (np.abs(means[:, 9:]) > margins).any(axis=1).mean() > 0.3


def test_bots_that_differ_get_different_ranks() -> None:
    """Half a standard deviation apart: after some 60 matches, where a single look would need 16."""
    p_values = anytime_p_values(normal(np.random.default_rng(2), 500) + 0.5)
    looks = (p_values <= 0.05).argmax(axis=1) + 1
    assert (p_values[:, -1] <= 0.05).all()
    assert 20 < np.median(looks) < 70


def test_p_values_never_rise_and_do_not_depend_on_unit_or_sign() -> None:
    samples = normal(np.random.default_rng(3), 50) + 0.1
    p_values = anytime_p_values(samples)
    assert (np.diff(p_values, axis=1) <= 0).all()
    assert (p_values[:, : FEWEST_LOOKED_AT - 1] == 1).all()
    assert anytime_p_values(-7 * samples) == pytest.approx(p_values)


def test_the_evidence_is_the_ratio_of_likelihoods_averaged_over_means() -> None:
    """By numerical integration of noncentral t densities over means of a normal distribution of variance 0.1."""
    from scipy import stats

    samples = np.random.default_rng(4).normal(loc=0.8, size=40)
    t = stats.ttest_1samp(samples, 0).statistic
    means = np.linspace(-3, 3, 4001)
    density = stats.norm.pdf(means, scale=0.1**0.5) * stats.nct.pdf(t, 39, means * 40**0.5)
    ratio = np.trapezoid(density, means) / stats.t.pdf(t, 39)
    assert anytime_p_values(samples)[-1] == pytest.approx(1 / ratio, rel=1e-3)


def test_samples_that_are_all_equal_decide_nothing() -> None:
    """The rare event that matters may not have happened yet."""
    assert (anytime_p_values(np.full(100, -7.5)) == 1).all()
    assert (anytime_p_values(np.zeros(100)) == 1).all()
