"""When a solve is done: after a number of iterations, after a time, or at an exploitability."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING

from railbird.errors import SolverError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.games import GameDefinition

MOST_ITERATIONS = 10**15
"""The number of iterations of a solve that another goal ends."""
_POINTS_PER_DECADE = 5
_POINTS_PER_DECADE_TO_EXPLOITABILITY = 20
"""More, because the solve can stop only where it is evaluated."""
_IN_MBB = "mbb"


@dataclass(frozen=True, kw_only=True)
class SolveGoal:
    """The solve ends as soon as one of these is reached."""

    iterations: int = MOST_ITERATIONS
    """Number of iterations in total."""
    seconds: float = inf
    """Time in the solver in total, without evaluation and compilation."""
    exploitability: float | None = None
    """Chips per hand."""

    @property
    def is_open(self) -> bool:
        """Whether the number of iterations is not known beforehand."""
        return self.iterations == MOST_ITERATIONS

    def at_most(self, *, iterations: int = MOST_ITERATIONS, seconds: float = inf) -> SolveGoal:
        """The goal of a shorter solve."""
        return replace(self, iterations=min(self.iterations, iterations), seconds=min(self.seconds, seconds))

    def stops(self) -> Iterator[int]:
        """The iterations after which the strategy is evaluated: a few per decade, and the last."""
        by_decade = _POINTS_PER_DECADE if self.exploitability is None else _POINTS_PER_DECADE_TO_EXPLOITABILITY
        power, before = 0, 0
        while (stop := round(10 ** (power / by_decade))) < self.iterations:
            if stop > before:
                yield stop
            power, before = power + 1, stop
        yield self.iterations


def parse_exploitability(text: str, game: GameDefinition) -> float:
    """Parse an exploitability in chips per hand, such as `0.05`, or in mbb per hand, such as `3.4mbb`."""
    number, unit = (text.removesuffix(_IN_MBB), game.big_blind / 1000) if text.endswith(_IN_MBB) else (text, 1.0)
    try:
        chips = float(number) * unit
    except ValueError:
        chips = -1.0
    if not 0 < chips < inf:
        raise SolverError(
            f"exploitability {text!r}: give chips per hand, such as 0.05, or mbb per hand, such as 3.4mbb"
        )
    return chips
