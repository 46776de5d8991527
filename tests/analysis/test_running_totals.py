"""Running totals, and sums of squares, in a number of points that does not grow."""

from __future__ import annotations

from itertools import accumulate, pairwise

import numpy as np
import pytest

from railbird.analysis.running_totals import MOST_POINTS, Curve


def curve_of(amounts: list[float], *, at_once: int = 1000) -> Curve:
    curve = Curve()
    for first in range(0, len(amounts), at_once):
        curve.add(np.array(amounts[first : first + at_once]))
    return curve


def amounts(hands: int) -> list[float]:
    """Halves, which add up exactly."""
    return [(hand * hand % 11 - 4.5) for hand in range(hands)]


@pytest.mark.parametrize("hands", [0, 1, 2, 10, MOST_POINTS, MOST_POINTS + 1, 2 * MOST_POINTS + 1, 5000, 100_000])
def test_points_have_the_totals_of_their_hands(hands: int) -> None:
    totals = [0.0, *accumulate(amounts(hands))]
    squares = [0.0, *accumulate(amount * amount for amount in amounts(hands))]
    points = curve_of(amounts(hands)).points
    assert points == [(number, totals[number], squares[number]) for number, *_ in points]
    assert points[0] == (0, 0.0, 0.0)
    assert points[-1].hands == hands


@pytest.mark.parametrize("hands", [100_000, 100_001, 1024 * 64, 1024 * 64 + 1, 1024 * 64 - 1])
def test_the_number_of_points_does_not_grow(hands: int) -> None:
    points = curve_of(amounts(hands)).points
    assert MOST_POINTS // 2 < len(points) <= MOST_POINTS + 2  # the beginning and the end are beside


def test_all_hands_are_points_while_they_are_few() -> None:
    assert [number for number, *_ in curve_of(amounts(MOST_POINTS)).points] == list(range(MOST_POINTS + 1))


def test_points_are_evenly_apart_up_to_the_last() -> None:
    numbers = [number for number, *_ in curve_of(amounts(99_999)).points]
    assert {second - first for first, second in pairwise(numbers[:-1])} == {128}
    assert 0 < numbers[-1] - numbers[-2] < 128


def test_asking_for_points_changes_nothing() -> None:
    curve = Curve()
    for amount in amounts(3000):
        curve.add(np.array([amount]))
        assert curve.points[-1] == (curve.hands, curve.total, curve.squares)
    assert curve.points == curve_of(amounts(3000)).points


@pytest.mark.parametrize("hands", [1, 1000, MOST_POINTS + 1, 2 * MOST_POINTS + 1, 5000, 9999])
@pytest.mark.parametrize("at_once", [1, 7, 1000, 1_000_000])
def test_the_points_are_the_same_for_batches_of_any_size(hands: int, at_once: int) -> None:
    """Thirds, whose sums depend on the order in which they are added."""
    thirds = [amount / 3 for amount in amounts(hands)]
    points, every = [(0, 0.0, 0.0)], 1
    total = squares = 0.0
    for number, amount in enumerate(thirds, start=1):
        total, squares = total + amount, squares + amount * amount
        if number % every == 0:
            points.append((number, total, squares))
        if len(points) > MOST_POINTS + 1:
            every *= 2
            points = [point for point in points if point[0] % every == 0]
    if points[-1][0] != hands:
        points.append((hands, total, squares))
    assert curve_of(thirds, at_once=at_once).points == points
