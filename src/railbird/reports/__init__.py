"""Reports on stored results: tables, figures and the page that shows them. Nothing here plays a hand.

What is needed is imported when it is first used: the words for a strategy do not wait for figures and stored runs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.reports.convergence_section import SolvedStrategy, make_solve_report
    from railbird.reports.experiment_section import make_experiment_report
    from railbird.reports.figure import Figure, LegendEntry, Plot
    from railbird.reports.report import Introduction, Report, Section, make_report
    from railbird.reports.sources import Source, read_logs, read_run
    from railbird.reports.writing import check_target, write_report

_HOMES = {
    "Figure": "figure",
    "Introduction": "report",
    "LegendEntry": "figure",
    "Plot": "figure",
    "Report": "report",
    "Section": "report",
    "SolvedStrategy": "convergence_section",
    "Source": "sources",
    "check_target": "writing",
    "make_experiment_report": "experiment_section",
    "make_report": "report",
    "make_solve_report": "convergence_section",
    "read_logs": "sources",
    "read_run": "sources",
    "write_report": "writing",
}

__all__ = [
    "Figure",
    "Introduction",
    "LegendEntry",
    "Plot",
    "Report",
    "Section",
    "SolvedStrategy",
    "Source",
    "check_target",
    "make_experiment_report",
    "make_report",
    "make_solve_report",
    "read_logs",
    "read_run",
    "write_report",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
