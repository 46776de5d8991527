"""Win rates of players, from the results of a run or from the hands of logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.analysis import rates_by_player
from railbird.statistics import RateUnit

if TYPE_CHECKING:
    from railbird.arena.deal_sums import Kind
    from railbird.reports.sources import Source
    from railbird.statistics import Estimate

_UNIT = RateUnit.BB_PER_100


def win_rates(source: Source, *, adjusted: bool = False) -> dict[str, Estimate]:
    """Win rates by player in bb/100."""
    results = source.results
    if results is None:
        rates = rates_by_player(source.tally)
        return {player: rates[player].times(_UNIT.factor(big_blind=1)) for player in source.players}
    kind: Kind = "expected" if adjusted else "payoff"
    bots = {player: results.names.index(player) for player in source.players}
    return {player: results.win_rate(bot, kind, unit=_UNIT) for player, bot in bots.items()}
