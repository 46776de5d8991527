"""The record of a solve: what it took, and how exploitability fell. It is small, unlike the strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

    from railbird.strategy import Origin


@dataclass(frozen=True)
class CurvePoint:
    """The exploitability of the average strategy at some point of a solve."""

    iteration: int
    seconds: float
    exploitability: float
    """The sum of the players' gains from deviating within the abstract game, in chips per hand."""


@dataclass(frozen=True, kw_only=True)
class SolveRecord:
    """The solve of a strategy."""

    fingerprint: str
    """The fingerprint of its recipe."""
    algorithm: str
    iterations: int
    seconds: float
    """Time in the solver, without evaluation and compilation."""
    points: tuple[CurvePoint, ...] = ()
    """The curve of exploitability; empty if it could not be computed."""

    @classmethod
    def of(cls, origin: Origin, *, fingerprint: str) -> Self:
        """The record of a solved strategy."""
        return cls(
            fingerprint=fingerprint,
            algorithm=origin.algorithm,
            iterations=origin.iterations,
            seconds=origin.seconds,
            points=tuple(CurvePoint(point.iteration, point.seconds, point.exploitability) for point in origin.points),
        )

    @classmethod
    def from_toml(cls, values: Mapping[str, Any]) -> Self:
        """The inverse of `asdict`."""
        return cls(**{**values, "points": tuple(CurvePoint(**point) for point in values["points"])})

    @property
    def exploitability(self) -> float | None:
        """Exploitability in chips per hand; None if it could not be computed."""
        return self.points[-1].exploitability if self.points else None

    def exploitability_after(self, seconds: float) -> float | None:
        """The last exploitability computed up to a time; None if the solve was over before, or had none yet."""
        known = [point.exploitability for point in self.points if point.seconds <= seconds]
        return known[-1] if known and seconds <= self.seconds else None
