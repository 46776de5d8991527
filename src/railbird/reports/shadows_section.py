"""The section on shadows: where bots of a run and their shadows differed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.reports.figure import Figure

if TYPE_CHECKING:
    from railbird.reports.sources import Source


def shadows_figure(source: Source) -> Figure | None:
    """A figure with a table only; None if the run has no shadows."""
    if source.shadows is None or not source.shadows.rows:
        return None
    return Figure(
        key="shadows",
        caption="A shadow is asked at every decision of a player, without playing.",
        command=source.analysis("--table shadows"),
        tables=[source.shadows.grouped_by("player", source.players)],
        shows_tables=True,
    )
