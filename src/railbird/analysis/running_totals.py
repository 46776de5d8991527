"""Running totals of hands without end in a fixed number of points."""

from __future__ import annotations

from typing import NamedTuple

MOST_POINTS = 1024


class Point(NamedTuple):
    """What is known after so many hands."""

    hands: int
    total: float
    squares: float
    """The sum of the squares of the results, from which their deviation follows."""


class Curve:
    """A running total, with a point at every so many hands. When there are too many points, every other one goes."""

    def __init__(self) -> None:
        self.total = self.squares = 0.0
        self.hands = 0
        self._every = 1
        self._points: list[Point] = []

    def add(self, amount: float) -> None:
        """One more hand."""
        self.total += amount
        self.squares += amount * amount
        self.hands += 1
        if self.hands % self._every == 0:
            self._points.append(self._now())
            if len(self._points) > MOST_POINTS:
                self._every *= 2
                self._points = [point for point in self._points if point.hands % self._every == 0]

    @property
    def points(self) -> list[Point]:
        """From before the first hand until after the last."""
        points = [Point(0, 0.0, 0.0), *self._points]
        return points if points[-1].hands == self.hands else [*points, self._now()]

    def _now(self) -> Point:
        return Point(self.hands, self.total, self.squares)
