"""The section on actions: what players do on each street, as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.analysis.play_tables import frequencies_table, streets_table
from railbird.reports.figure import Figure, LegendEntry, Plot, numbers, plain
from railbird.reports.palette import ACTIONS
from railbird.reports.plot_layout import QUARTERS, height_of, layout_of, rows_of

if TYPE_CHECKING:
    from railbird.reports.figure import Part
    from railbird.reports.sources import Source
    from railbird.statistics import Table

_KEYS = {"fold": "folds", "check": "checks", "call": "calls", "raise": "raises"}


def actions_figure(source: Source) -> Figure:
    """A bar for each player and street, with the shares of its actions."""
    counted = streets_table(source.tally).grouped_by("player", source.players)
    streets = list(dict.fromkeys(str(street) for street in counted.column("street")))
    tables = [counted, frequencies_table(source.tally).grouped_by("player", source.players)]
    return Figure(
        key="actions",
        caption="The shares of folds, checks, calls, and bets or raises among a player's actions on each street.",
        command=source.analysis(*[f"--table {table.key}" for table in tables]),
        tables=tables,
        plots=[_plot(source, counted.where("street", [street]), street=street) for street in streets],
        legend=[LegendEntry(action, color) for action, color in ACTIONS.items()],
    )


def _plot(source: Source, counted: Table, *, street: str) -> Plot:
    done = {action: _counts(counted, key) for action, key in _KEYS.items()}
    totals = [sum(counts) for counts in zip(*done.values(), strict=True)]
    traces: list[Part] = []
    for action, counts in done.items():
        shares = [count / total if total else 0.0 for count, total in zip(counts, totals, strict=True)]
        traces.append(
            {
                "type": "bar",
                "orientation": "h",
                "name": action,
                "legendgroup": action,
                "x": numbers(shares),
                "y": list(range(len(shares))),
                "marker": {"color": ACTIONS[action]},
                "text": [f"{100 * share:.0f}" if share >= 0.08 else "" for share in shares],
                "textposition": "inside",
                "insidetextanchor": "middle",
                "insidetextfont": {"color": "#ffffff" if action == "raise" else "#101316"},
                "textangle": 0,
                "customdata": [
                    plain(f"{player}, {street}: {count:,} of {total:,}")
                    for player, count, total in zip(source.players, counts, totals, strict=True)
                ],
                "hovertemplate": f"%{{customdata}} actions are {action}s<extra></extra>",
            }
        )
    axis = {"range": [0, 1], "tickformat": ".0%", "tickvals": QUARTERS, "zeroline": False}
    layout = layout_of(
        height=height_of(len(source.players)), x=axis, y=rows_of(source.players), barmode="stack", bargap=0.25
    )
    return Plot(traces, layout, title=street.capitalize())


def _counts(table: Table, key: str) -> list[int]:
    return [count for count in table.column(key) if isinstance(count, int)]
