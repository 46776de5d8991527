"""A test of a mean that stays valid however often it is looked at. Pure functions.

It is the normal mixture of Robbins (Statistical Methods Related to the Law of the Iterated Logarithm, 1970) in the form
for an unknown variance (Lai 1976; Wang and Ramdas, Anytime-valid t-tests, 2024): the probability that the p value of
a mean of 0 ever falls to 5 % is at most 5 %. This is exact for normal samples and holds in the limit for others, as for
the asymptotic confidence sequences of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), which it becomes when
samples are many. A test for a number of samples that is fixed in advance, repeated until it passes, passes sooner or
later whatever the mean is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SPREAD = 0.1
"""Variance of the mixture over means in standard deviations. The test is most sensitive after about 90 samples."""
FEWEST_LOOKED_AT = 10
"""Number of samples before which the test does not pass."""
_ROUNDING = 1e-12
"""Share of the squares that may be due to rounding."""
_SKEWED = 50
"""The test does not pass before this number times the squared skewness: measured, twice what Cochran (1977, Sampling
Techniques, 2.15) asks of a single look."""


def anytime_p_values(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    """The p value of a mean of 0 after each sample, along the last axis. P values never rise.

    The test may be stopped after any number of samples, for any reason. It does not pass while the samples are few,
    equal, or so skewed that a few large results decide.
    """
    count = np.arange(1, samples.shape[-1] + 1)
    means, squares, cubes = (np.cumsum(samples**power, axis=-1) / count for power in (1, 2, 3))
    variances = np.maximum(squares - means**2, 0.0)
    third = cubes - 3 * means * squares + 2 * means**3
    is_judged = (count >= FEWEST_LOOKED_AT) & (variances > _ROUNDING * squares)
    is_judged &= count * variances**3 > _SKEWED * third**2
    # The share of the squares that the mean explains is t^2 / (t^2 + n - 1), for Student's t of the first n samples.
    explained = np.divide(means**2, squares, out=np.zeros_like(means), where=is_judged)
    width = 1 + _SPREAD * count
    evidence = -np.log(width) / 2 - count / 2 * np.log(1 - explained * (width - 1) / width)
    return np.exp(-np.maximum.accumulate(np.maximum(np.where(is_judged, evidence, 0.0), 0.0), axis=-1))
