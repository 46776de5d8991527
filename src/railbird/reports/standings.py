"""Who won how much, with intervals."""

from __future__ import annotations

from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING

from railbird.analysis import Table
from railbird.analysis.tables import results_table
from railbird.reports.figure import Figure, Plot, numbers, plain
from railbird.reports.layout import height_of, layout_of, rows_of, titled
from railbird.reports.rates import rate_of, win_rates
from railbird.reports.tables import in_order, without_empty_columns

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.analysis.tables import Cell
    from railbird.arena import Results
    from railbird.reports.figure import Part
    from railbird.reports.palette import Colors
    from railbird.reports.rates import Rate
    from railbird.reports.sources import Source


def standings_figure(source: Source, colors: Colors) -> Figure:
    """Win rates with their intervals."""
    has_expectation = source.results is not None and source.results.has_expectation
    traces = [_points(win_rates(source), colors)]
    if has_expectation:
        traces.append(_points(win_rates(source, adjusted=True), colors, adjusted=True))
    layout = layout_of(
        height=height_of(len(source.players)),
        x=titled("big blinds in a hundred hands", tickformat=",~r"),
        y=rows_of(source.players),
    )
    return Figure(
        key="standings",
        caption=_caption(source, has_expectation=has_expectation),
        command=source.standings(),
        tables=[
            _standings(source, source.results) if source.results else in_order(results_table(source.tally), source)
        ],
        plots=[Plot(traces, layout)],
        shows_tables=True,
    )


def _points(rates: Mapping[str, Rate], colors: Colors, *, adjusted: bool = False) -> Part:
    """The adjusted ones are hollow, and stand below."""
    used = [colors.color(player) for player in rates]
    margins = [rate.margin if isfinite(rate.margin) else 0.0 for rate in rates.values()]
    name = "all-in adjusted" if adjusted else "as won"
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": numbers(rate.mean for rate in rates.values()),
        "y": [row + (0.25 if adjusted else 0.0) for row in range(len(rates))],
        "error_x": {"type": "data", "array": numbers(margins), "thickness": 1.6, "width": 5, "color": "#8a8a8a"},
        "marker": {
            "color": used,
            "line": {"color": used, "width": 2},
            "size": 8 if adjusted else 11,
            "symbol": "circle-open" if adjusted else "circle",
        },
        "text": [plain(f"{player}, {name}: {rate}") for player, rate in rates.items()],
        "hovertemplate": "%{text} bb/100<extra></extra>",
    }


def _caption(source: Source, *, has_expectation: bool) -> str:
    if source.results is None:
        return "Win rates with their 95 % intervals, hands taken as independent of each other."
    text = "Win rates with their 95 % intervals, from duplicate sets."
    return text + (" The hollow points are all-in adjusted." if has_expectation else "")


def _standings(source: Source, results: Results) -> Table:
    columns = {
        "": "the rank by total bankroll",
        "player": "",
        "hands": "played",
        "chips": "won or lost",
        "mbb/hand": "thousandths of a big blind won in a hand, and half of the 95 % interval of that",
        "bb/100": "big blinds won in a hundred hands, and half of the 95 % interval of that",
        "all-in adjusted": "bb/100 with the luck of the last cards taken out of hands that were all-in",
        "lead": "bb/100 ahead of the next, deal by deal: intervals may overlap where this is beyond doubt",
        "more hands needed": "to make the win rate significant, if it stays as it is",
        "run-off": "the rank in the competition's other ranking: the last one goes out, again and again",
    }
    following = dict(pairwise(source.players))
    adjusted, run_off = win_rates(source, adjusted=True), results.run_off_ranks()
    rows: list[tuple[Cell, ...]] = []
    for rank, (player, rate) in enumerate(win_rates(source).items(), start=1):
        bot = results.names.index(player)
        after = following.get(player)
        lead = None if after is None else str(rate_of(results.lead(bot, results.names.index(after)), results))
        rows.append(
            (
                rank,
                player,
                results.hands_per_bot,
                results.chips(bot),
                str(rate.times(10)),
                str(rate),
                str(adjusted[player]) if results.has_expectation else None,
                lead,
                results.hands_needed(bot) or None,
                run_off[bot] + 1 if len(results.plan.tables) > 1 else None,
            )
        )
    return without_empty_columns(Table("standings", "Standings", columns, rows))
