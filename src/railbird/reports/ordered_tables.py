"""Tables of play, in the order in which the report names the players."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from railbird.analysis.play_tables import ends_table, showdowns_table, tracker_table
from railbird.reports.figure import Figure

if TYPE_CHECKING:
    from railbird.analysis import Table
    from railbird.reports.sources import Source


def in_order(table: Table, source: Source) -> Table:
    """The rows of each player together, the one with the highest win rate first."""
    return replace(table, rows=[row for player in source.players for row in table.rows if row[0] == player])


def statistics_figure(source: Source) -> Figure:
    """The statistics of trackers, showdowns, and where chips were won."""
    tables = [in_order(make(source.tally), source) for make in (tracker_table, showdowns_table, ends_table)]
    return Figure(
        key="statistics",
        caption="How the players play, in the words of trackers, with the counts from which the shares come.",
        command=source.analysis(*[f"--table {table.key}" for table in tables]),
        tables=tables,
        shows_tables=True,
    )
