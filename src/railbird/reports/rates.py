"""Win rates of players, from duplicate sets of a run or from the hands of logs."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from railbird.analysis.categories import unit_of
from railbird.analysis.tables import results_table
from railbird.reports.cells import rate_text

if TYPE_CHECKING:
    from railbird.arena import Estimate, Results
    from railbird.arena.results import Kind
    from railbird.reports.sources import Source


@dataclass(frozen=True)
class Rate:
    """In big blinds a hundred hands."""

    mean: float
    margin: float
    """Half of the 95 % interval; infinite if nothing is known about it."""

    def __str__(self) -> str:
        return rate_text(self.mean, self.margin)

    @property
    def margins_from_zero(self) -> float:
        """Beyond 1, or below -1, 0 is not in the interval."""
        if not self.mean:
            return 0.0
        return self.mean / self.margin if self.margin else self.mean * float("inf")

    def times(self, factor: float) -> Rate:
        """In another unit."""
        return Rate(self.mean * factor, self.margin * factor)

    def minus(self, other: Rate) -> Rate:
        """The difference to a rate from other hands."""
        return Rate(self.mean - other.mean, hypot(self.margin, other.margin))


def rate_of(found: Estimate, results: Results) -> Rate:
    """From chips a hand."""
    scaled = found.times(100 / unit_of(results.plan.game))
    return Rate(scaled.mean, scaled.margin)


def win_rates(source: Source, *, adjusted: bool = False) -> dict[str, Rate]:
    """By player."""
    results = source.results
    if results is not None:
        kind: Kind = "expected" if adjusted else "payoff"
        bots = {player: results.names.index(player) for player in source.players}
        return {player: rate_of(results.win_rate(bot, kind), results) for player, bot in bots.items()}
    table = results_table(source.tally)
    mean, margin = (list(table.columns).index(heading) for heading in ("bb/100", "margin"))
    found = {row[0]: Rate(float(row[mean] or 0), float(row[margin] or 0)) for row in table.rows}
    return {player: found[player] for player in source.players}
