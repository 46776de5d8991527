"""How large wins and losses are: how many hands, and how many chips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.analysis.categories import NAMES
from railbird.analysis.layout import CATEGORY_HANDS, CATEGORY_NET, HANDS
from railbird.analysis.tables import categories_table
from railbird.games.definition import SHARES
from railbird.reports.figure import Figure, LegendEntry, Plot, numbers, plain
from railbird.reports.layout import QUARTERS, height_of, layout_of, rows_of, titled
from railbird.reports.palette import LOSSES, NEITHER, WINS
from railbird.reports.tables import in_order

if TYPE_CHECKING:
    from railbird.reports.figure import Part
    from railbird.reports.palette import Colors
    from railbird.reports.sources import Source

_COLORS = (*LOSSES, NEITHER, *WINS)
_NEUTRAL = len(LOSSES)
_BY_SIZE = (*range(_NEUTRAL - 1, -1, -1), *range(_NEUTRAL, len(NAMES)))
"""From the greatest loss to the greatest win."""
_FROM_THE_MIDDLE = tuple(range(len(NAMES)))
"""Bars of losses grow to the left, each after the one before it."""


def categories_figure(source: Source, colors: Colors) -> Figure:  # noqa: ARG001 (as all figures)
    """Two bars for each player: its hands and its chips, by category."""
    return Figure(
        key="categories",
        caption=(
            "Hands by what they won or lost, from the loss of a stack to the win of several; and the chips that these "
            "hands lost, to the left, and won, to the right."
        ),
        command=source.analysis("--table categories"),
        tables=[in_order(categories_table(source.tally), source)],
        plots=[_hands(source), _chips(source)],
        legend=[LegendEntry(NAMES[number], _COLORS[number]) for number in _BY_SIZE],
    )


def _hands(source: Source) -> Plot:
    traces = []
    for number in _BY_SIZE:
        counts = [source.tally.counts(source.row(player)) for player in source.players]
        shares = [row[CATEGORY_HANDS + number] / row[HANDS] for row in counts]
        told = [f"{row[CATEGORY_HANDS + number]:,} hands" for row in counts]
        traces.append(_bar(source, number, shares, told))
    axis = titled("share of hands", range=[0, 1], tickformat=".0%", tickvals=QUARTERS, zeroline=False)
    return _plot(source, traces, axis, "Hands")


def _chips(source: Source) -> Plot:
    traces = []
    for number in _FROM_THE_MIDDLE:
        counts = [source.tally.counts(source.row(player)) for player in source.players]
        chips = [row[CATEGORY_NET + number] / SHARES for row in counts]
        traces.append(_bar(source, number, chips, [f"{amount:+,.0f} chips" for amount in chips]))
    return _plot(source, traces, titled("chips", tickformat="~s", nticks=7), "Chips")


def _bar(source: Source, number: int, values: list[float], told: list[str]) -> Part:
    return {
        "type": "bar",
        "orientation": "h",
        "name": NAMES[number],
        "legendgroup": NAMES[number],
        "x": numbers(values),
        "y": list(range(len(values))),
        "marker": {"color": _COLORS[number]},
        "customdata": [
            plain(f"{player}, {NAMES[number]}: {text}") for player, text in zip(source.players, told, strict=True)
        ],
        "hovertemplate": "%{customdata}<extra></extra>",
    }


def _plot(source: Source, traces: list[Part], axis: Part, title: str) -> Plot:
    rows = rows_of(source.players)
    layout = layout_of(height=height_of(len(source.players)), x=axis, y=rows, barmode="relative", bargap=0.25)
    return Plot(traces, layout, title=title)
