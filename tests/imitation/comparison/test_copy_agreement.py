"""The bound that a bot's own chance sets to every learner."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.imitation.comparison.copy_agreement import most_predictable


@pytest.mark.parametrize(("agreement", "bound"), [(1.0, 1.0), (1 / 3, 1 / 3), (0.5, 2 / 3)])
def test_certain_and_equally_likely_actions(agreement: float, bound: float) -> None:
    """Certain choices; three that are equally likely; two thirds, a sixth and a sixth."""
    assert most_predictable(agreement) == pytest.approx(bound)


def test_no_mixture_of_choices_is_more_predictable() -> None:
    generator = np.random.default_rng(1)
    for concentration in (0.1, 0.5, 1.0, 5.0):
        chances = generator.dirichlet([concentration] * 3, size=(200, 10))  # 200 bots with 10 situations
        agreement = (chances**2).sum(axis=2).mean(axis=1)
        accuracy = chances.max(axis=2).mean(axis=1)
        assert all(np.array([*map(most_predictable, agreement)]) >= accuracy)
