"""Running totals of any number of hands, kept in a bounded number of points."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_POINTS = 1024
_FEW = 16
"""Number of results below which they are added one by one."""


class Point(NamedTuple):
    """The totals after a number of hands."""

    hands: int
    total: float
    squares: float
    """The sum of the squared results, from which the standard deviation follows."""


class Curve:
    """A running total with equally spaced points. When there are too many points, every other point is dropped."""

    __slots__ = ("_every", "_points", "hands", "squares", "total")

    def __init__(self) -> None:
        self.total = self.squares = 0.0
        self.hands = 0
        self._every = 1
        self._points: list[Point] = []

    def add(self, amounts: NDArray[np.float64]) -> None:
        """Add the results of hands, in order."""
        if len(amounts) < _FEW:
            self._add_one_by_one(amounts.tolist())
            return
        totals = np.cumsum(np.concatenate([[self.total], amounts]))
        squares = np.cumsum(np.concatenate([[self.squares], amounts * amounts]))
        hand, last = self.hands, self.hands + len(amounts)
        while (hand := hand - hand % self._every + self._every) <= last:
            room = MOST_POINTS + 1 - len(self._points)
            places = range(hand, last + 1, self._every)[:room]
            taken = slice(places[0] - self.hands, places[-1] - self.hands + 1, self._every)
            self._points += map(Point, places, totals[taken].tolist(), squares[taken].tolist())
            hand = places[-1]
            self._thin_out()
        self.hands, self.total, self.squares = last, totals.item(-1), squares.item(-1)

    def _add_one_by_one(self, amounts: list[float]) -> None:
        """Add a few results, which arrays would make slower: with many players, there are few of each at a time."""
        for amount in amounts:
            self.hands += 1
            self.total += amount
            self.squares += amount * amount
            if self.hands % self._every == 0:
                self._points.append(self._now())
                self._thin_out()

    def _thin_out(self) -> None:
        if len(self._points) > MOST_POINTS:
            self._every *= 2
            self._points = [point for point in self._points if point.hands % self._every == 0]

    @property
    def points(self) -> list[Point]:
        """The points from before the first hand to after the last hand."""
        points = [Point(0, 0.0, 0.0), *self._points]
        return points if points[-1].hands == self.hands else [*points, self._now()]

    def _now(self) -> Point:
        return Point(self.hands, self.total, self.squares)
