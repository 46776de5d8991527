"""Decides when a run may stop: when the order of its bots is beyond doubt, however often that is looked at.

The sample of a match is the lead of a bot over another: the difference between their win rates, over all tables and all
orders of seats. The leads of all pairs are tested by `anytime_p_values`, corrected by Holm for the number of pairs.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from railbird.statistics import anytime_p_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.arena.plan import RunPlan
    from railbird.arena.results import Results

_ERROR = 0.05
"""Probability of a wrong order at most."""


class OrderWatch:
    """Looks at the matches of a run as they are completed, in their order."""

    def __init__(self, plan: RunPlan) -> None:
        self._plan = plan
        self._chips: dict[int, NDArray[np.float64]] = {}
        """Chips of each watched bot by match, over the chunks that are played."""
        self._chunks: Counter[int] = Counter()
        self._rates: list[NDArray[np.float64]] = []
        """Chips of each watched bot in the matches that are completed, up to the first that is not."""
        self.matches: int | None = None
        """Number of matches after which the order was decided; None if it is not decided yet."""

    def is_decided(self) -> bool:
        """Whether the order is decided."""
        return self.matches is not None

    def add(self, hands: pl.DataFrame) -> None:
        """Add the hands of a chunk, and look at the order if they complete a match."""
        match = int(hands["match"][0])
        self._chips[match] = self._chips.get(match, 0.0) + _chips(self._plan, hands)
        self._chunks[match] += 1
        completed = len(self._rates)
        while self._chunks[len(self._rates)] == len(self._plan.tables) * self._plan.orders:
            self._rates.append(self._chips[len(self._rates)])
        if self.matches is None and len(self._rates) > completed:
            self.matches = matches_needed(np.array(self._rates).T)


def matches_needed(rates: NDArray[np.float64]) -> int | None:
    """Number of matches after which the order of some bots was decided, from the rate of each bot in each match."""
    pairs = list(combinations(range(len(rates)), 2))
    p_values = np.sort(anytime_p_values(np.array([rates[bot] - rates[other] for bot, other in pairs])), axis=0)
    factors = np.arange(len(pairs), 0, -1)[:, np.newaxis]  # Holm's method
    decided = np.flatnonzero((p_values * factors <= _ERROR).all(axis=0))
    return int(decided[0]) + 1 if len(decided) else None


def decided_order(results: Results) -> list[str] | None:
    """The watched bots, the best first, if their order was decided; otherwise None."""
    plan = results.plan
    bots = [results.names.index(name) for name in plan.until]
    samples = np.array([results.samples_of(bot, results.best_kind) for bot in bots])
    if matches_needed(samples.reshape(len(bots), plan.matches, plan.hands).mean(axis=2)) is None:
        return None
    return [results.names[bot] for bot in results.ranking() if bot in bots]


def decision_text(results: Results) -> str:
    """State whether the order of the watched bots was decided, and by which test."""
    order, plan = decided_order(results), results.plan
    pairs = len(plan.until) * (len(plan.until) - 1) // 2
    correction = f", corrected by Holm for {pairs} pairs" if pairs > 1 else ""
    test = f"a normal mixture test of the leads in {plan.matches} matches, valid after any of them{correction}"
    if order is None:
        return f"The order of {', '.join(plan.until)} is not decided at 95 %, by {test}."
    return (
        f"The order {', '.join(order)} is decided at 95 %, by {test}; the intervals assume that the number of matches "
        "was fixed in advance."
    )


def _chips(plan: RunPlan, hands: pl.DataFrame) -> NDArray[np.float64]:
    """Total chips of each watched bot, all-in adjusted. All bots play equally many hands in a match."""
    by_position = [
        hands.select(player=f"player_{position}", chips=f"expected_{position}") for position in range(plan.game.players)
    ]
    totals = dict(pl.concat(by_position).group_by("player").agg(pl.col("chips").sum()).iter_rows())
    return np.array([totals.get(name, 0.0) for name in plan.until])
