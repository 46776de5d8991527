"""Estimates from deals that depend on each other: intervals hold where several matches or parts of a match show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.statistics import estimate, estimate_from_deals, share_of_deals

if TYPE_CHECKING:
    from collections.abc import Callable

    Play = Callable[[np.random.Generator, int], np.ndarray]

RUNS = [200, pytest.param(2000, marks=pytest.mark.deep)]


def settling(generator: np.random.Generator, matches: int) -> np.ndarray:
    """In each match it picks one of two styles, which win and lose."""
    styles = generator.choice([-0.5, 0.5], size=(matches, 1))
    return styles + generator.normal(size=(matches, 100))


def drifting(generator: np.random.Generator, matches: int) -> np.ndarray:
    """It gets better or worse from hand to hand, and forgets within some twenty of them."""
    level = generator.normal(scale=0.1, size=(1000, matches))
    level[0] = 0
    for hand in range(1, 1000):
        level[hand] += 0.9 * level[hand - 1]
    return level.T + generator.normal(size=(matches, 1000))


def switching(generator: np.random.Generator, matches: int) -> np.ndarray:
    """After hand 1,000 it wins or loses, depending on what it has learned."""
    gains = np.where(np.arange(1200) >= 1000, generator.choice([-0.5, 0.5], size=(matches, 1)), 0.0)
    return gains + generator.normal(size=(matches, 1200))


def covered(play: Play, *, matches: int, runs: int, are_independent: bool = False) -> float:
    """The share of runs whose interval holds the true mean of 0."""
    deals = play(np.random.default_rng(14), matches * runs).reshape(runs, -1)
    rates = [estimate_from_deals(run, matches=matches, are_independent=are_independent) for run in deals]
    return float(np.mean([abs(rate.mean) <= rate.margin for rate in rates]))


@pytest.mark.parametrize("runs", RUNS)
@pytest.mark.parametrize("matches", [10, pytest.param(30, marks=pytest.mark.deep)])
@pytest.mark.parametrize("play", [settling, drifting, switching])
def test_14_2_over_several_matches_intervals_hold(play: Play, matches: int, runs: int) -> None:
    assert 0.95 - 0.025 * (400 / runs) ** 0.5 <= covered(play, matches=matches, runs=runs) <= 0.99


@pytest.mark.parametrize("runs", RUNS)
def test_14_2_within_a_match_intervals_withstand_dependence_of_close_deals(runs: int) -> None:
    assert covered(drifting, matches=1, runs=runs, are_independent=True) < 0.9
    assert 0.92 <= covered(drifting, matches=1, runs=runs) <= 0.98


def test_14_2_deals_that_count_as_independent_miss_what_differs_from_match_to_match() -> None:
    """As intervals were before: a quarter of them held."""
    assert covered(settling, matches=10, runs=200, are_independent=True) < 0.6


def test_means_of_matches_are_the_samples() -> None:
    deals = np.random.default_rng(1).normal(size=(20, 50))
    estimated = estimate_from_deals(deals.ravel(), matches=20, are_independent=False, factor=2.0)
    known = estimate(deals.mean(axis=1), factor=2.0)
    assert (estimated.samples, estimated.method, estimated.caveat) == (20, "matches", "")
    assert (estimated.mean, estimated.margin) == (pytest.approx(known.mean), pytest.approx(known.margin))


@pytest.mark.parametrize(("deals", "samples"), [(1, 1), (19, 9), (20, 10), (99, 10), (10_001, 10)])
def test_a_match_has_ten_parts(deals: int, samples: int) -> None:
    results = np.random.default_rng(deals).normal(size=deals)
    estimated = estimate_from_deals(results, matches=1, are_independent=False)
    assert (estimated.samples, estimated.method) == (samples, "batches")
    assert estimated.mean == results.mean()
    assert (estimated.caveat == "too few samples") == (samples < 10)


@pytest.mark.parametrize("matches", [1, 12])
def test_14_2_independent_deals_keep_their_interval(matches: int) -> None:
    deals = np.random.default_rng(2).normal(size=1200)
    assert estimate_from_deals(deals, matches=matches, are_independent=True) == estimate(deals)


def test_14_3_a_hand_that_would_move_the_mean_out_of_its_interval_is_a_caveat() -> None:
    deals = np.random.default_rng(3).choice([-1.0, -0.5], size=500)

    def caveat(largest: float) -> str:
        return estimate_from_deals(deals, matches=1, are_independent=True, largest=largest).caveat

    assert caveat(1) == ""
    assert caveat(200) == "no large results yet"
    deals[77] = 200.0
    assert caveat(200) == "few large results"


def test_14_3_bots_that_go_all_in_often_get_no_caveat() -> None:
    """Every fifth hand is for stacks of 200: however short the run, there is no cry of wolf."""
    generator = np.random.default_rng(4)
    for deals in (50, 100, 400):
        results = np.where(generator.random((200, deals)) < 0.2, 200.0, 1.0) * generator.choice([-1, 1], (200, deals))
        rates = [estimate_from_deals(run, matches=1, are_independent=True, largest=200) for run in results]
        assert np.mean([rate.caveat != "" for rate in rates]) <= 0.05
        assert 0.9 <= np.mean([abs(rate.mean) <= rate.margin for rate in rates]) <= 0.99


@pytest.mark.parametrize("runs", RUNS)
def test_the_interval_of_a_share_holds_though_decisions_of_a_deal_are_alike(runs: int) -> None:
    """In half of the deals a player has many decisions, which are of the counted kind together or not at all."""
    generator = np.random.default_rng(17)
    held = 0
    for _ in range(runs):
        total = generator.choice([2, 12], size=200)
        counted = np.where(generator.random(200) < np.where(total == 2, 0.1, 0.3), total, 0)
        share = share_of_deals(counted, total, matches=1, are_independent=True)
        assert share.mean == pytest.approx(counted.sum() / total.sum())
        held += abs(share.mean - (0.1 * 2 + 0.3 * 12) / 14) <= share.margin
    assert held / runs == pytest.approx(0.95, abs=0.05)
