"""Reports on stored results: tables, figures and the page that shows them. Nothing here plays a hand."""

from railbird.reports.convergence_section import SolvedStrategy, make_solve_report
from railbird.reports.experiment_section import make_experiment_report
from railbird.reports.figure import Figure, LegendEntry, Plot
from railbird.reports.report import Introduction, Report, Section, make_report
from railbird.reports.sources import Source, read_logs, read_run
from railbird.reports.writing import check_target, write_report

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
