"""How a strategy was computed, and how exploitable it was on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class ConvergencePoint:
    """The players' gains from deviating, at some point of a solve."""

    iteration: int
    seconds: float
    gains: tuple[float, ...]
    """Each player's gain from deviating, in chips."""

    @property
    def exploitability(self) -> float:
        """Sum of all gains."""
        return sum(self.gains)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> ConvergencePoint:
        """The inverse of `asdict`."""
        return cls(int(values["iteration"]), float(values["seconds"]), tuple(map(float, values["gains"])))


@dataclass(frozen=True, kw_only=True)
class Origin:
    """How a strategy was computed."""

    algorithm: str
    iterations: int
    seconds: float
    options: Mapping[str, int] = field(default_factory=dict)
    """Options of the algorithm, such as its seed."""
    values: tuple[float, ...] | None = None
    """Each player's value when all play the strategy, in chips; None if it was not evaluated."""
    points: tuple[ConvergencePoint, ...] = ()
    """Convergence points; the last belongs to the strategy itself, if it was evaluated."""

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Origin:
        """The inverse of `asdict`."""
        chips = None if values["values"] is None else tuple(map(float, values["values"]))
        return cls(**{**values, "values": chips, "points": tuple(map(ConvergencePoint.from_json, values["points"]))})
