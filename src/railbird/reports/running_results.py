"""Running totals and rates of players, with their margins."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite
from typing import TYPE_CHECKING

import numpy as np

from railbird.statistics.estimates import margins_of_totals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from railbird.arena import Results
    from railbird.reports.sources import Source

MOST_POINTS = 300


@dataclass(frozen=True)
class Running:
    """The points of a player's curve. All totals are in big blinds."""

    hands: NDArray[np.int64]
    total: NDArray[np.float64]
    margin: NDArray[np.float64]
    """Half the width of the 95 % interval of the total; infinite while there are too few samples."""
    adjusted: NDArray[np.float64] | None = None
    """The all-in adjusted total, without the luck of the last cards in all-in hands."""

    @property
    def rate(self) -> NDArray[np.float64]:
        """The running rate in big blinds per 100 hands."""
        return 100 * self.total / self.hands

    @property
    def rate_margin(self) -> NDArray[np.float64]:
        """Half the width of the 95 % interval of the rate."""
        return 100 * self.margin / self.hands


def running_results(source: Source) -> Mapping[str, Running]:
    """Running results by player, from the duplicate sets of a run or the hands of logs."""
    results = source.results
    if results is None:
        return {player: _of_hands(source, player) for player in source.players}
    return {player: _of_deals(results, results.names.index(player)) for player in source.players}


def _of_hands(source: Source, player: str) -> Running:
    points = np.array(source.tally.curves[source.row(player)].points[1:])
    hands, total, squares = points[_places(len(points)) - 1].T
    count = hands.astype(np.int64)
    return Running(hands=count, total=total, margin=margins_of_totals(count, total, squares=squares))


def _of_deals(results: Results, bot: int) -> Running:
    unit = results.plan.game.unit
    samples = results.samples_of(bot) / unit
    deals = _places(len(samples))
    totals, squares = samples.cumsum()[deals - 1], (samples**2).cumsum()[deals - 1]
    adjusted = None
    if results.has_expectation:
        adjusted = (results.samples_of(bot, "expected") / unit).cumsum()[deals - 1]
    hands = results.hands_per_sample
    margins = margins_of_totals(deals, totals, squares=squares) * hands
    rate = results.win_rate(bot)
    if not isfinite(rate.margin):
        margins[:] = inf
    elif rate.method != "samples":
        # Deals depend on each other. The band is as wide at its end as the interval of the win rate.
        margins *= rate.margin / unit * deals[-1] * hands / margins[-1]
    return Running(
        hands=deals * hands,
        total=totals * hands,
        margin=margins,
        adjusted=None if adjusted is None else adjusted * hands,
    )


def _places(count: int) -> NDArray[np.int64]:
    """Evenly spaced numbers from 1 to `count`, including `count`."""
    return np.unique(np.linspace(1, count, min(count, MOST_POINTS)).round().astype(np.int64))
