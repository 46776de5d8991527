"""Figures from the runs of an experiment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from railbird.arena import read_results
from railbird.experiments.measurement import Measurement
from railbird.statistics import estimate, estimate_difference

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from railbird.arena import Results, RunFolder
    from railbird.experiments.experiment import LineupBot, ReportedFigure

_MATCH_KEYS = ("table", "match", "permutation")


@dataclass(frozen=True)
class PlayedLineup:
    """A line-up that has been played to its end."""

    folder: RunFolder
    results: Results

    @classmethod
    def of(cls, folder: RunFolder) -> PlayedLineup:
        """Read the results of its run."""
        return cls(folder, read_results(folder))

    def samples(self, bot: str, *, all_in_adjusted: bool) -> NDArray[np.float64]:
        """Chips of a bot a hand, deal by deal."""
        place = self.results.names.index(bot)
        return self.results.samples_of(place, "expected" if all_in_adjusted else "payoff")

    def matches_won(self, bot: str) -> Measurement:
        """The share of matches in which a bot won chips; each order of seats is a match."""
        hands = self.folder.hands()
        columns = [
            hands.filter(pl.col(f"player_{position}") == bot).select(*_MATCH_KEYS, chips=f"payoff_{position}")
            for position in range(self.folder.plan.game.players)
        ]
        totals = pl.concat(columns).group_by(_MATCH_KEYS).agg(pl.col("chips").sum()).collect()["chips"]
        return Measurement.of_share(int((totals > 0).sum()), trials=len(totals))


def measure(figure: ReportedFigure, lineups: Mapping[str, PlayedLineup]) -> Measurement:
    """A figure from the line-ups that it is about."""

    def samples(place: LineupBot) -> NDArray[np.float64]:
        return lineups[place.lineup].samples(place.bot, all_in_adjusted=figure.all_in_adjusted)

    lineup = lineups[figure.of.lineup]
    if figure.measure == "matches won":
        return lineup.matches_won(figure.of.bot)
    factor = figure.unit.factor(lineup.folder.plan.game)
    if figure.minus is None:
        return Measurement.of_estimate(estimate(samples(figure.of), factor=factor))
    # All line-ups have the same deals, so that the luck of the cards cancels out.
    return Measurement.of_estimate(estimate_difference(samples(figure.of), samples(figure.minus), factor=factor))
