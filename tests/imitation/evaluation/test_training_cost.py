"""The cost of training: memory is what the work adds at its peak."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.imitation.evaluation.training_cost import with_cost


@pytest.mark.deep
def test_the_peak_is_what_the_work_added() -> None:
    with_cost(lambda: np.ones(40_000_000).sum())
    result, cost = with_cost(lambda: np.ones(20_000_000).sum())
    assert result == 20_000_000
    assert cost.peak_bytes is not None
    assert 100e6 < cost.peak_bytes < 260e6
    assert cost.seconds > 0
