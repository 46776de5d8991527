"""The analysis of a run or a log as the page shows it: the figures of a report, with links to the hands."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from railbird.analysis import all_tables
from railbird.reports.report import make_report
from railbird.web.hand_links import hands_link, replay_link, search_behind
from railbird.web.shown_table import shown_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.reports.figure import Figure
    from railbird.reports.report import Report
    from railbird.statistics import Table
    from railbird.statistics.json_values import JsonValue
    from railbird.statistics.table_columns import Cell
    from railbird.web.opened_sources import OpenedSource

_MOST_PROBLEMS = 5


@lru_cache(maxsize=4)
def analysis_as_json(opened: OpenedSource) -> dict[str, JsonValue]:
    """All figures and tables of a run or a log, kept as long as it stays the same."""
    source = opened.source
    report = make_report(source)
    shown = report_as_json(report, source=opened.name)
    known = {
        table.key for section in report.sections for figure in section.figures if figure for table in figure.tables
    }
    others = [table for table in all_tables(source.tally) if table.key not in known]
    more: list[JsonValue] = [_linked_table(table, opened.name) for table in others]
    return {
        **shown,
        "source": opened.name,
        "is_run": source.results is not None,
        "problems": [*source.problems[:_MOST_PROBLEMS]],
        "number_of_problems": len(source.problems),
        "more_tables": more,
    }


def report_as_json(report: Report, *, source: str | None = None) -> dict[str, JsonValue]:
    """A report: its introduction, and its figures section by section, with links if there is a source of hands."""
    introduction = report.introductions[0]
    return {
        "title": report.title or report.names[0],
        "summary": introduction.summary,
        "facts": dict(introduction.facts),
        "made_by": introduction.made_by,
        "sections": [
            {"title": section.title, "figure": _figure_as_json(figure, source)}
            for section in report.sections
            for figure in section.figures
            if figure is not None
        ],
    }


def _figure_as_json(figure: Figure, source: str | None) -> dict[str, JsonValue]:
    return {
        **figure.as_json(),  # type: ignore[dict-item]
        "choices": list(figure.choices),
        "choice_label": figure.choice_label,
        "tables": [_linked_table(table, source) for table in figure.tables],
    }


def _linked_table(table: Table, source: str | None) -> dict[str, JsonValue]:
    """A table whose cells have links to the hands behind them."""
    shown = shown_table(table)
    if source is None:
        return shown
    rows: Sequence[Sequence[dict[str, JsonValue]]] = shown["rows"]  # type: ignore[assignment]
    for cells, row in zip(rows, table.rows, strict=True):
        named = dict(zip(table.keys, row, strict=True))
        for cell, key in zip(cells, table.keys, strict=True):
            cell["link"] = _link(table.key, named, key, source)
    return shown


def _link(table: str, row: dict[str, Cell], column: str, source: str) -> str | None:
    if table in {"biggest_pots", "telling_deals"}:
        return replay_link(source, _address(row)) if column == "hand" else None
    search = search_behind(table, row, column)
    return None if search is None else hands_link(source, search)


def _address(row: dict[str, Cell]) -> str:
    """The address of a hand in a list of hands: in a match of a run, or in a line of a log."""
    match = str(row["match"])
    return match.replace("line ", "line:") if match.startswith("line ") else f"{match}:{row['hand']}"
