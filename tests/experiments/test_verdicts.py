"""The rule by which a figure agrees, differs, or cannot be told apart, by a table of known cases."""

from __future__ import annotations

from math import inf

import pytest

from railbird.errors import StatisticsError
from railbird.experiments import Measurement, SourceFigure, Verdict, judge

AGREES, DIFFERS, UNDECIDED = Verdict.AGREES, Verdict.DIFFERS, Verdict.UNDECIDED


def symmetric(value: float, margin: float) -> Measurement:
    return Measurement(value, value - margin, value + margin, 100)


@pytest.mark.parametrize(
    ("ours", "margin", "theirs", "their_margin", "tolerance", "verdict"),
    [
        # Theirs has an interval. 3, 4 and 5 are the sides of a right triangle: from 5 on there is a difference.
        (10, 3, 10, 4, 0, AGREES),
        (10, 3, 15, 4, 0, AGREES),
        (10, 3, 15.01, 4, 0, DIFFERS),
        (10, 3, 4.99, 4, 0, DIFFERS),
        # Ours is as wide as theirs; wider; wider, but the difference is beyond doubt all the same.
        (10, 4, 11, 4, 0, AGREES),
        (10, 4.01, 11, 4, 0, UNDECIDED),
        (10, 4, 16, 3, 0, DIFFERS),
        # Theirs has none, and is taken as exact: the tolerance says what is the same.
        (10, 1, 12, 0, 1, AGREES),
        (10, 1, 12.01, 0, 1, DIFFERS),
        (10, 1.01, 12, 0, 1, UNDECIDED),
        (10, 1.01, 10, 0, 1, UNDECIDED),
        # Both: the tolerance comes on top of the interval of the difference; the wider of both is what is left open.
        (10, 3, 16, 4, 1, AGREES),
        (10, 3, 16.01, 4, 1, DIFFERS),
        (10, 3, 10, 1, 2, UNDECIDED),
        # Ours is exact, as that of equal bots without chance.
        (0, 0, 0, 0, 0, AGREES),
        (0, 0, 0.5, 19, 0, AGREES),
        (0, 0, 20, 19, 0, DIFFERS),
        # A single sample says nothing.
        (10, inf, 1000, 4, 5, UNDECIDED),
    ],
)
def test_the_rule(
    ours: float, margin: float, theirs: float, their_margin: float, tolerance: float, verdict: Verdict
) -> None:
    source = SourceFigure(symmetric(theirs, their_margin), tolerance=tolerance, has_interval=bool(their_margin))
    assert judge(symmetric(ours, margin), source) is verdict


def test_intervals_that_are_not_symmetric_count_on_the_side_that_faces_the_other_value() -> None:
    ours = Measurement(100.0, 61.0, 100.0, 6)
    below = SourceFigure(Measurement(70.0, 69.0, 71.0, 1), has_interval=True)
    above = SourceFigure(Measurement(101.5, 100.5, 102.5, 1), has_interval=True)
    assert judge(ours, below) is UNDECIDED
    assert judge(ours, above) is DIFFERS


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # By the formula, as in Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        (81, 263, 25.53, 36.62),
        (15, 148, 6.24, 16.05),
        (0, 20, 0.0, 16.11),
        (1, 29, 0.61, 17.18),
        (29, 29, 88.30, 100.0),
    ],
)
def test_the_interval_of_a_share(successes: int, trials: int, low: float, high: float) -> None:
    share = Measurement.of_share(successes, trials=trials)
    assert share.value == pytest.approx(100 * successes / trials)
    assert (share.low, share.high) == (pytest.approx(low, abs=0.006), pytest.approx(high, abs=0.006))


@pytest.mark.parametrize(("successes", "trials"), [(0, 0), (3, 2), (-1, 2)])
def test_numbers_that_are_not_a_share(successes: int, trials: int) -> None:
    with pytest.raises(StatisticsError):
        Measurement.of_share(successes, trials=trials)
