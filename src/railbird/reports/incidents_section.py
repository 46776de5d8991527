"""What went wrong: incidents of a run, hands of logs that could not be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.reports.figure import Figure
from railbird.statistics import COUNT, TEXT, Column, Table

if TYPE_CHECKING:
    from railbird.reports.sources import Source

_MOST_PROBLEMS = 50


def incidents_figure(source: Source) -> Figure:
    """Only tables; none of them if all went well."""
    return _of_logs(source) if source.results is None else _of_run(source)


def _of_run(source: Source) -> Figure:
    columns = [
        Column("player"),
        Column(
            "kind", TEXT, "failed: an exception; illegal: an answer that is no legal action; late: it took too long"
        ),
        Column("count", COUNT),
        Column("first message", TEXT, "what it said the first time"),
    ]
    rows = [(incident.player, incident.kind, incident.count, incident.message) for incident in source.incidents]
    caption = "No bot failed, answered illegally or took too long."
    if rows:
        caption = "Bots that failed, answered illegally or took too long. The run went on with a legal action instead."
    return Figure(
        key="incidents",
        caption=caption,
        command=source.standings(),
        tables=[Table("incidents", "Incidents", columns, rows)] if rows else [],
        shows_tables=True,
    )


def _of_logs(source: Source) -> Figure:
    count = len(source.problems)
    caption = "Every hand could be used."
    if count:
        caption = "What could not be used, and does not count."
        if count > _MOST_PROBLEMS:
            caption += f" There are {count:,} of these; the first {_MOST_PROBLEMS} are shown."
    table = Table("problems", "Problems", [Column("problem")], [(text,) for text in source.problems[:_MOST_PROBLEMS]])
    return Figure(
        key="incidents",
        caption=caption,
        command=f"railbird log check {source.arguments}",
        tables=[table] if count else [],
        shows_tables=True,
    )
