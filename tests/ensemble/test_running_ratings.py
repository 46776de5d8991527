"""Running means against means that are computed anew from the hands of the window."""

from __future__ import annotations

from math import sqrt

import pytest

from railbird.ensemble.running_ratings import RunningRatings
from railbird.rng import generator

MEMBERS = 3


def plain_mean(hands: list[tuple[int, float]], *, now: int, window: int, half_time: float) -> tuple[float, float]:
    """Mean and standard deviation of numbered values; 0 without hands, and a deviation of 0 with one."""
    counted = [(2 ** ((number - now) / half_time), value) for number, value in hands if number > now - window]
    weight = sum(share for share, _ in counted)
    if not weight:
        return 0.0, 0.0
    mean = sum(share * value for share, value in counted) / weight
    square = sum(share * (value - mean) ** 2 for share, value in counted) / weight
    return mean, sqrt(square) if len(counted) > 1 else 0.0


@pytest.mark.parametrize(("window", "half_time"), [(30, 10.0), (20, 0.5), (5, 100.0)])
def test_windows_with_fading_weights_are_those_of_the_plain_twin(window: int, half_time: float) -> None:
    """Members that are rarely followed often have no hand left in the window."""
    draw = generator(1)
    running = RunningRatings(kinds=1, members=MEMBERS, window=window, half_time=half_time)
    hands: list[list[tuple[int, float]]] = [[] for _ in range(MEMBERS)]
    for number in range(600):
        values = [float(draw.integers(-200, 200)) if draw.random() < 1 / (2 + 6 * own) else None for own in range(3)]
        running.add(number, {"here": (values,)})
        for own, value in enumerate(values):
            if value is not None:
                hands[own].append((number, value))
        sums = running.of("here")
        assert sums is not None
        wanted = [plain_mean(own, now=number, window=window, half_time=half_time) for own in hands]
        assert sums.means(0) == pytest.approx([mean for mean, _ in wanted], abs=1e-6)
        assert sums.deviations() == pytest.approx([spread for _, spread in wanted], rel=1e-3, abs=1e-3)


def test_hands_that_have_faded_away_count_no_more() -> None:
    running = RunningRatings(kinds=1, members=2, half_time=0.5)
    for number in range(3):
        running.add(number, {"here": ([10.0, 20.0 + number],)})
    for number in range(3, 2000):
        running.add(number, {"here": ([5.0, None],)})
        sums = running.of("here")
        assert sums is not None
        assert sums.means(0)[1] in (0.0, pytest.approx(28.5 / 1.3125))
        assert 0 <= sums.deviations()[1] < 1
    assert sums.means(0) == pytest.approx([5.0, 0.0])
    assert sums.deviations()[1] == 0.0
