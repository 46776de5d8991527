"""Running totals of hands without end in a fixed number of points."""

from __future__ import annotations

MOST_POINTS = 1024


class Curve:
    """A running total, with a point at every so many hands. When there are too many points, every other one goes."""

    def __init__(self, *, before: int = 0) -> None:
        self.total = 0.0
        self.hands = before
        self._every = 1
        self._points: list[tuple[int, float]] = []

    def add(self, amount: float) -> None:
        """One more hand."""
        self.total += amount
        self.hands += 1
        if self.hands % self._every == 0:
            self._points.append((self.hands, self.total))
            if len(self._points) > MOST_POINTS:
                self._every *= 2
                self._points = [point for point in self._points if point[0] % self._every == 0]

    @property
    def points(self) -> list[tuple[int, float]]:
        """The number of hands and the total after them, the last one included."""
        points = [(0, 0.0), *self._points]
        return points if points[-1][0] == self.hands else [*points, (self.hands, self.total)]
