"""Several comparisons at once: Holm's adjusted p values against known values, and how often chance passes for skill."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from railbird.errors import StatisticsError
from railbird.statistics import Estimate, corrected_estimates, estimate, holm, p_value_of


def test_holms_worked_example() -> None:
    """Four p values of Wikipedia's article on the method: 0.005 x 4, then 0.01 x 3, 0.03 x 2, and 0.04 after 0.06."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_holm_on_the_p_values_of_benjamini_and_hochberg() -> None:
    """Their 15 values (1995, section 4), adjusted by hand: three stay below 5 %, as they report for Bonferroni's."""
    values = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719]
    adjusted = holm([*values, 0.6528, 0.7590, 1.0])
    assert adjusted[:4] == pytest.approx([0.0015, 0.0056, 0.0247, 0.114])
    assert adjusted[4:8] == pytest.approx([0.2211, 0.278, 0.278, 0.278])  # 0.0298 x 9 is less than 0.0278 x 10
    assert adjusted[8:] == pytest.approx([0.3213, *[1.0] * 6])


def test_a_single_p_value_stays_as_it_is_and_others_are_refused() -> None:
    assert holm([0.04]) == [0.04]
    assert holm([]) == []
    with pytest.raises(StatisticsError, match=r"a p value of 1\.5: it must be between 0 and 1"):
        holm([0.1, 1.5])


def test_p_values_of_students_t() -> None:
    """From a table of the distribution: with 10 degrees of freedom, 2.228 leaves 5 % outside and 3.169 leaves 1 %."""
    assert p_value_of(Estimate(2.228139, 1.0, 11)) == pytest.approx(0.05, abs=1e-6)
    assert p_value_of(Estimate(-3.169273, 1.0, 11)) == pytest.approx(0.01, abs=1e-6)
    assert [p_value_of(Estimate(*case)) for case in ((1.0, inf, 1), (0.0, 0.0, 5), (1.0, 0.0, 5))] == [1, 1, 0]


def test_a_p_value_agrees_with_the_interval() -> None:
    for mean in (0.5, 1.9, 2.1, 4.0):
        tested = Estimate(mean, 1.0, 40)
        assert (p_value_of(tested) <= 0.05) is tested.is_significant
        assert corrected_estimates({"only": tested})["only"].is_significant is tested.is_significant


def test_equal_bots_are_called_different_in_5_percent_of_fields_at_most() -> None:
    """Ten comparisons of nothing but luck: uncorrected, four fields of ten would have a false verdict."""
    draws = np.random.default_rng(1)
    raw = corrected = 0
    for _ in range(400):
        field = {key: estimate(draws.normal(size=30)) for key in range(10)}
        raw += any(comparison.is_significant for comparison in field.values())
        corrected += any(comparison.is_significant for comparison in corrected_estimates(field).values())
    assert raw > 100
    assert corrected <= 0.05 * 400 + 2 * (400 * 0.05 * 0.95) ** 0.5
