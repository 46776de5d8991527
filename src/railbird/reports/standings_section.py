"""The section on standings: win rates with intervals."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from railbird.analysis.play_tables import results_table
from railbird.arena import interval_caveats, standings_table
from railbird.reports.figure import Figure, Plot, numbers, plain
from railbird.reports.plot_layout import height_of, layout_of, rows_of, titled
from railbird.reports.rates import win_rates
from railbird.statistics import BB_PER_100

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.reports.figure import Part
    from railbird.reports.palette import Colors
    from railbird.reports.sources import Source
    from railbird.statistics import Estimate, Table


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
        tables=[_table(source)],
        plots=[Plot(traces, layout)],
        shows_tables=True,
    )


def _table(source: Source) -> Table:
    """The standings with bb/100, the unit of the plots, first: side by side there may be no space for other units."""
    results = source.results
    if results is None:
        table = results_table(source.tally).grouped_by("player", source.players)
    else:
        table = standings_table(results)
    return table.with_column_before("bb/100", "mbb/hand")


def _points(rates: Mapping[str, Estimate], colors: Colors, *, adjusted: bool = False) -> Part:
    """The points of the win rates. Adjusted rates are hollow and lie below the others."""
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
        "text": [plain(f"{player}, {name}: {BB_PER_100.text(rate)}") for player, rate in rates.items()],
        "hovertemplate": "%{text} bb/100<extra></extra>",
    }


def _caption(source: Source, *, has_expectation: bool) -> str:
    sentences = [f"Win rates with their 95 % intervals, from {source.samples}."]
    if source.results is not None:
        sentences += interval_caveats(source.results)
    if has_expectation:
        sentences.append("The hollow points are all-in adjusted.")
    return " ".join(sentences)
