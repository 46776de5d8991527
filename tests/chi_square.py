"""Pearson's test. Not that of `scipy.stats`, which takes a second to import."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def chi_square_p(observed: ArrayLike, expected: ArrayLike) -> float:
    """The probability of counts at least as far from the expected ones, whose sum they have."""
    from scipy.special import chdtrc

    counts, means = np.asarray(observed, dtype=np.float64), np.asarray(expected, dtype=np.float64)
    assert np.isclose(counts.sum(), means.sum())
    return float(chdtrc(len(counts) - 1, ((counts - means) ** 2 / means).sum()))
