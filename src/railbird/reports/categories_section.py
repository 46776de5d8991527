"""The section on the sizes of wins and losses, by hands and by chips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.analysis.categories import NAMES
from railbird.analysis.counters import CATEGORY_HANDS, CATEGORY_NET, HANDS
from railbird.analysis.play_tables import categories_of, categories_table
from railbird.games.definition import SHARES
from railbird.reports.figure import Figure, LegendEntry, Plot, numbers, plain
from railbird.reports.palette import LOSSES, NEITHER, WINS
from railbird.reports.plot_layout import QUARTERS, height_of, layout_of, rows_of, titled

if TYPE_CHECKING:
    from railbird.reports.figure import Part
    from railbird.reports.sources import Source

_COLORS = (*LOSSES, NEITHER, *WINS)
_NEUTRAL = len(LOSSES)
_SIZES = (
    *("to the small blind", "to the big blind", "to 15 big blinds", "more", "the stack"),
    *("0", "to both blinds", "to 30 big blinds", "more", "a stack", "all stacks"),
)
_LABELS = [f"{name} ({size})" for name, size in zip(NAMES, _SIZES, strict=True)]


def categories_figure(source: Source) -> Figure:
    """Two bars for each player: its hands and its chips, by category."""
    return Figure(
        key="categories",
        caption=(
            "Hands by the size of the win or loss, from a lost stack to several stacks won, and the chips of these "
            "hands: losses to the left, wins to the right."
        ),
        command=source.analysis("--table categories"),
        tables=[categories_table(source.tally).grouped_by("player", source.players)],
        plots=[_hands(source), _chips(source)],
        legend=[LegendEntry(_LABELS[number], _COLORS[number]) for number in _by_size(source)],
    )


def _by_size(source: Source) -> list[int]:
    """The categories to show, from the largest loss to the largest win."""
    return sorted(categories_of(source.tally), key=lambda number: -number if number < _NEUTRAL else number)


def _hands(source: Source) -> Plot:
    traces = []
    for number in _by_size(source):
        counts = [source.tally.counts(source.row(player)) for player in source.players]
        shares = [row[CATEGORY_HANDS + number] / row[HANDS] for row in counts]
        texts = [f"{row[CATEGORY_HANDS + number]:,} hands" for row in counts]
        traces.append(_bar(source, number, values=shares, texts=texts))
    axis = titled("share of hands", range=[0, 1], tickformat=".0%", tickvals=QUARTERS, zeroline=False)
    return _plot(source, traces, axis=axis, title="Hands")


def _chips(source: Source) -> Plot:
    traces = []
    # Bars of losses are stacked to the left.
    for number in categories_of(source.tally):
        counts = [source.tally.counts(source.row(player)) for player in source.players]
        chips = [row[CATEGORY_NET + number] / SHARES for row in counts]
        texts = [f"{amount:+,.0f} chips" for amount in chips]
        traces.append(_bar(source, number, values=chips, texts=texts))
    return _plot(source, traces, axis=titled("chips", tickformat="~s", nticks=7), title="Chips")


def _bar(source: Source, number: int, *, values: list[float], texts: list[str]) -> Part:
    return {
        "type": "bar",
        "orientation": "h",
        "name": NAMES[number],
        "legendgroup": _LABELS[number],
        "x": numbers(values),
        "y": list(range(len(values))),
        "marker": {"color": _COLORS[number]},
        "customdata": [
            plain(f"{player}, {NAMES[number]}: {text}") for player, text in zip(source.players, texts, strict=True)
        ],
        "hovertemplate": "%{customdata}<extra></extra>",
    }


def _plot(source: Source, traces: list[Part], *, axis: Part, title: str) -> Plot:
    rows = rows_of(source.players)
    layout = layout_of(height=height_of(len(source.players)), x=axis, y=rows, barmode="relative", bargap=0.25)
    return Plot(traces, layout, title=title)
