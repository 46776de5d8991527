"""The section on statistics of play, as trackers show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.analysis.play_tables import ends_table, showdowns_table, tracker_table
from railbird.reports.figure import Figure

if TYPE_CHECKING:
    from railbird.reports.sources import Source


def statistics_figure(source: Source) -> Figure:
    """Tracker statistics, showdowns, and where chips were won."""
    makers = (tracker_table, showdowns_table, ends_table)
    tables = [make(source.tally).grouped_by("player", source.players) for make in makers]
    return Figure(
        key="statistics",
        caption="The statistics that poker trackers show, with the counts behind them.",
        command=source.analysis(*[f"--table {table.key}" for table in tables]),
        tables=tables,
        shows_tables=True,
    )
