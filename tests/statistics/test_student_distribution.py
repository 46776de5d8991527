"""Student's t distribution against SciPy and tables."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from scipy.special import stdtr, stdtrit

from railbird.statistics.student_distribution import student_quantile, student_quantiles, student_tail

DEGREES = np.unique(np.concatenate([np.arange(1, 1200), np.geomspace(1200, 1e9, 200).astype(np.int64)]))


def test_quantiles_are_those_of_scipy() -> None:
    assert student_quantiles(DEGREES) == pytest.approx(stdtrit(DEGREES, 0.975), rel=2e-12)


@pytest.mark.parametrize(
    ("degrees", "quantile"), [(1, 12.706), (2, 4.303), (9, 2.262), (30, 2.042), (120, 1.980), (10**9, 1.960)]
)
def test_quantiles_are_those_of_printed_tables(degrees: int, quantile: float) -> None:
    assert round(student_quantile(degrees), 3) == quantile


@pytest.mark.parametrize("degrees", [1, 2, 3, 9, 49, 99, 100, 101, 499, 500, 5_000, 1_000_000])
def test_tails_are_those_of_scipy(degrees: int) -> None:
    for value in (0.0, 1e-9, 0.01, 0.5, 1.0, 1.96, 3.0, 8.0, 40.0):
        assert student_tail(degrees, value) == pytest.approx(stdtr(degrees, -value), rel=1e-9, abs=1e-300)


def test_the_tail_beyond_the_quantile_is_one_in_forty() -> None:
    for degrees in (1, 2, 10, 499, 500, 501, 100_000):
        assert student_tail(degrees, student_quantile(degrees)) == pytest.approx(0.025, rel=1e-11)


def test_no_degrees_give_no_quantiles() -> None:
    assert len(student_quantiles(np.array([], dtype=np.int64))) == 0


def test_estimates_do_not_load_scipy() -> None:
    code = (
        "import sys, numpy; from railbird.statistics import estimate\n"
        "assert estimate(numpy.arange(20.0)).margin > 0; print('scipy.special' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "False\n"
