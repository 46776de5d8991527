"""Running means over the hands of a window or with fading weights; adding a hand takes the same time after any number.

`RunningRatings` keeps them by situation: hands that were played on the same street, against the same opponents, and so
on, as far as the ratings distinguish these.
"""

from __future__ import annotations

from collections import deque
from math import sqrt
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

Series: TypeAlias = "tuple[Sequence[float | None], ...]"
"""Values of a hand, by kind of value and member; None if a member has no value in this hand."""

_ROUNDING = 1e-12
"""Variances of this share of the mean square, or less, are rounding errors."""
_FADED = 1e-250
"""Sums of weights up to this may have lost digits: numbers cannot become much smaller."""


class WeightedSums:
    """Weighted sums of the values of each member, for means and standard deviations."""

    __slots__ = ("at", "counts", "hands", "squares", "totals", "weights")

    def __init__(self, *, kinds: int, members: int) -> None:
        self.hands = 0
        """Number of hands, without weights."""
        self.at = 0
        """The number of the hand whose weight is 1."""
        self.counts = [0] * members
        """Number of hands in which each member has values."""
        self.weights = [0.0] * members
        self.totals = [[0.0] * members for _ in range(kinds)]
        self.squares = [0.0] * members
        """Of the first kind of values only."""

    def add(self, series: Series, weight: float) -> None:
        """Add a hand, or with a negative weight remove it."""
        step = 1 if weight > 0 else -1
        self.hands += step
        for member, value in enumerate(series[0]):
            if value is not None:
                self.counts[member] += step
                self.weights[member] += weight
                self.squares[member] += weight * value * value
        for totals, values in zip(self.totals, series, strict=True):
            for member, value in enumerate(values):
                if value is not None:
                    totals[member] += weight * value
        if step < 0:
            self._clear_rounding()

    def _clear_rounding(self) -> None:
        """Without hands, what is left of a member's sums is nothing but rounding errors."""
        for member, count in enumerate(self.counts):
            if not count:
                self.weights[member] = self.squares[member] = 0.0
                for totals in self.totals:
                    totals[member] = 0.0

    def fade(self, factor: float) -> None:
        """Multiply all weights."""
        self.weights = [weight * factor for weight in self.weights]
        self.squares = [square * factor for square in self.squares]
        self.totals = [[total * factor for total in totals] for totals in self.totals]

    def means(self, kind: int) -> list[float]:
        """The mean of each member; 0 for a member without hands, or whose hands have faded."""
        return [
            total / weight if weight > _FADED else 0.0
            for total, weight in zip(self.totals[kind], self.weights, strict=True)
        ]

    def deviations(self) -> list[float]:
        """The standard deviation of each member's values of the first kind; 0 where there is no mean, or one hand."""
        rows = zip(self.squares, self.weights, self.means(0), self.counts, strict=True)
        return [
            _deviation(square / weight, mean) if count > 1 and weight > _FADED else 0.0
            for square, weight, mean, count in rows
        ]


def _deviation(mean_square: float, mean: float) -> float:
    variance = mean_square - mean * mean
    return sqrt(variance) if variance > _ROUNDING * mean_square else 0.0


class RunningRatings:
    """Sums by situation, over the last `window` hands of the match (0: all), fading by half in `half_time` hands."""

    def __init__(self, *, kinds: int, members: int, window: int = 0, half_time: float = 0) -> None:
        self._shape = {"kinds": kinds, "members": members}
        self._window = window
        self._half_time = half_time
        self._sums: dict[Hashable, WeightedSums] = {}
        self._recent: deque[tuple[int, Mapping[Hashable, Series]]] = deque()
        """The hands of the window, oldest first."""
        self._removed = 0

    def of(self, situation: Hashable) -> WeightedSums | None:
        """The sums of a situation; None if no hand counts."""
        sums = self._sums.get(situation)
        return sums if sums is not None and sums.hands else None

    def add(self, number: int, values: Mapping[Hashable, Series]) -> None:
        """Add a hand with its values in each situation, and remove those that leave the window."""
        for situation, series in values.items():
            self._add(number, situation, series)
        if not self._window:
            return
        self._recent.append((number, values))
        while self._recent[0][0] <= number - self._window:
            left, gone = self._recent.popleft()
            self._removed += 1
            for situation, series in gone.items():
                sums = self._sums[situation]
                sums.add(series, -self._weight(sums.at - left))
                if not sums.hands:
                    del self._sums[situation]
        if self._removed >= self._window:
            self._sum_anew()

    def _add(self, number: int, situation: Hashable, series: Series) -> None:
        sums = self._sums.get(situation)
        if sums is None:
            sums = self._sums[situation] = WeightedSums(**self._shape)
        elif self._half_time:
            sums.fade(self._weight(number - sums.at))
        sums.at = number
        sums.add(series, 1.0)

    def _weight(self, age: int) -> float:
        """The weight of a hand: half for each `half_time` hands since (Thiel 2013, 5.1)."""
        return 2 ** (-age / self._half_time) if self._half_time else 1.0

    def _sum_anew(self) -> None:
        """Rounding errors of sums from which values are removed would grow; a window of hands is summed once each."""
        self._removed = 0
        self._sums.clear()
        for number, values in self._recent:
            for situation, series in values.items():
                self._add(number, situation, series)
