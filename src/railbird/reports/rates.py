"""Win rates of players, from duplicate sets of a run or from the hands of logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.analysis import Rate
from railbird.analysis.play_tables import results_table
from railbird.arena.standings import rate_of

if TYPE_CHECKING:
    from railbird.arena.results import Kind
    from railbird.reports.sources import Source


def win_rates(source: Source, *, adjusted: bool = False) -> dict[str, Rate]:
    """By player, in big blinds a hundred hands."""
    results = source.results
    if results is not None:
        kind: Kind = "expected" if adjusted else "payoff"
        bots = {player: results.names.index(player) for player in source.players}
        return {player: rate_of(results.win_rate(bot, kind), results) for player, bot in bots.items()}
    table = results_table(source.tally)
    rates = dict(zip(table.column("player"), table.column("bb/100"), strict=True))
    return {player: rate for player in source.players if isinstance(rate := rates[player], Rate)}
