"""Student's t distribution: tails and the quantiles of intervals, without SciPy, which takes half a second to load."""

from __future__ import annotations

from functools import lru_cache
from math import exp, lgamma, log, pi, sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NORMAL_QUANTILE = 1.959963984540054
"""The 97.5 % quantile of the normal distribution, which is that of infinitely many degrees of freedom."""
_TAIL = 0.025
_MANY_DEGREES = 500
"""From here on the series of the quantile is exact to 13 digits."""
_LARGE = 50.0
_TINY = 1e-300
_PRECISION = 3e-16


def student_quantiles(degrees: NDArray[np.int64]) -> NDArray[np.float64]:
    """The 97.5 % quantile for each number of degrees of freedom, for intervals of 95 %."""
    many = np.maximum(degrees, _MANY_DEGREES)
    quantiles = np.asarray(_quantile_series(many.astype(np.float64)))
    few = degrees < _MANY_DEGREES
    if few.any():
        quantiles[few] = [student_quantile(number) for number in degrees[few].tolist()]
    return quantiles


@lru_cache(maxsize=4096)
def student_quantile(degrees: int) -> float:
    """The 97.5 % quantile."""
    if degrees >= _MANY_DEGREES:
        return float(_quantile_series(np.array(float(degrees))))
    # The tail is convex, so Newton's method climbs to the quantile from below.
    quantile = _NORMAL_QUANTILE
    while True:
        step = (student_tail(degrees, quantile) - _TAIL) / _density(degrees, quantile)
        quantile += step
        if abs(step) < 1e-13 * quantile:
            return quantile


def student_tail(degrees: int, value: float) -> float:
    """The probability of more than a positive value: half of the incomplete beta function I_x(degrees / 2, 1 / 2)."""
    if value == 0:
        return 0.5
    half = degrees / 2
    below = degrees / (degrees + value * value)
    above = value * value / (degrees + value * value)
    # The factor in front of the continued fraction, which converges quickly on one side of the mean.
    front = exp(_log_gamma_ratio(half) + half * log(below) + 0.5 * log(above)) / sqrt(pi)
    if below < (half + 1) / (half + 2.5):
        return front * _beta_fraction(half, 0.5, below) / half / 2
    return (1 - front * _beta_fraction(0.5, half, above) / 0.5) / 2


def _density(degrees: int, value: float) -> float:
    half = degrees / 2
    power = (half + 0.5) * log(1 + value * value / degrees)
    return exp(_log_gamma_ratio(half) - power) / sqrt(pi * degrees)


def _log_gamma_ratio(number: float) -> float:
    """The logarithm of gamma(number + 1/2) / gamma(number); for large numbers by its asymptotic series."""
    if number < _LARGE:
        return lgamma(number + 0.5) - lgamma(number)
    square = number * number
    return 0.5 * log(number) - (1 / 8 - (1 / 192 - (1 / 640 - 17 / 14336 / square) / square) / square) / number


def _beta_fraction(first: float, second: float, place: float) -> float:
    """The continued fraction of the incomplete beta function (Abramowitz and Stegun, 26.5.8), by Lentz's method."""
    numerator, denominator = 1.0, 1 / (1 - (first + second) * place / (first + 1))
    fraction = denominator
    step = 0
    while True:
        step += 1
        even = step * (second - step) * place / ((first + 2 * step - 1) * (first + 2 * step))
        odd = -(first + step) * (first + second + step) * place / ((first + 2 * step) * (first + 2 * step + 1))
        for term in (even, odd):
            denominator = 1 / (1 + term * denominator or _TINY)
            numerator = 1 + term / numerator or _TINY
            change = numerator * denominator
            fraction *= change
        if abs(change - 1) < _PRECISION:
            return fraction


def _quantile_series(degrees: NDArray[np.float64]) -> NDArray[np.float64]:
    """The quantile as a series in 1 / degrees (Abramowitz and Stegun, 26.7.5)."""
    x = _NORMAL_QUANTILE
    terms = (
        x,
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    return np.asarray(sum(term / degrees**power for power, term in enumerate(terms)))
