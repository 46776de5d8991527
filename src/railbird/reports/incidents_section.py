"""The section on problems: incidents of a run, and hands of logs that could not be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.reports.figure import Figure
from railbird.statistics import COUNT, TEXT, Column, Table

if TYPE_CHECKING:
    from railbird.reports.sources import Source

_MOST_PROBLEMS = 50


def incidents_figure(source: Source) -> Figure:
    """A figure with tables only, and without tables if there were no problems."""
    return _of_logs(source) if source.results is None else _of_run(source)


def _of_run(source: Source) -> Figure:
    columns = [
        Column("player"),
        Column("kind", TEXT, "failed: an exception; illegal: an illegal answer; late: an answer after the time limit"),
        Column("count", COUNT),
        Column("first message", TEXT, "the message of the first incident"),
    ]
    rows = [(incident.player, incident.kind, incident.count, incident.message) for incident in source.incidents]
    caption = "No bot failed, gave an illegal answer or took too long."
    if rows:
        caption = "Bots that failed, gave illegal answers or took too long. A legal action was played instead."
    return Figure(
        key="incidents",
        caption=caption,
        command=source.standings(),
        tables=[Table("incidents", "Incidents", columns, rows)] if rows else [],
        shows_tables=True,
    )


def _of_logs(source: Source) -> Figure:
    count = len(source.problems)
    caption = "All hands were usable."
    if count:
        caption = "Lines that were unusable and are not counted."
        if count > _MOST_PROBLEMS:
            caption += f" There are {count:,}; the first {_MOST_PROBLEMS} are shown."
    table = Table("problems", "Problems", [Column("problem")], [(text,) for text in source.problems[:_MOST_PROBLEMS]])
    return Figure(
        key="incidents",
        caption=caption,
        command=f"railbird log check {source.arguments}",
        tables=[table] if count else [],
        shows_tables=True,
    )
