"""The page on an experiment: ours and theirs as points with intervals, a plot for each unit."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import pytest

from experiments.small import written_experiment
from experiments.solving_experiment import written_solving_experiment
from railbird.experiments import CurvePoint, Measurement, SolveRecord, StoredResults, read_experiment
from railbird.reports import make_experiment_report
from railbird.reports.page import page_of

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.reports import Report

OURS = Measurement(10.0, 7.0, 15.0, 40)


@pytest.fixture
def report(tmp_path: Path) -> Report:
    experiment = read_experiment(written_experiment(tmp_path, ('title = "caller"', 'title = "<b>call</b> $x$"')))
    figures = dict.fromkeys(experiment.figures, OURS) | {"lead": Measurement(1.0, -inf, inf, 1)}
    results = StoredResults(
        fingerprint=experiment.fingerprint(), hands=480, figures=figures, incidents={"plain": {"raiser": 3}}
    )
    return make_experiment_report(experiment, results, command="railbird experiment report small")


def test_a_plot_for_each_unit_with_ours_and_theirs(report: Report) -> None:
    figure = report.sections[0].figures[0]
    assert figure is not None
    plots = {plot.title: plot for plot in figure.plots}
    assert list(plots) == ["mbb/hand", "chips/hand", "bb/100", "%"]
    ours, theirs = plots["%"].data
    assert (ours["name"], theirs["name"]) == ("ours", "theirs")
    assert ours["x"] == [10.0]
    assert ours["error_x"]["array"] == [5.0]
    assert ours["error_x"]["arrayminus"] == [3.0]
    assert theirs["x"] == [50.0]
    # Of four figures in this unit the source has one, the second.
    assert len(plots["bb/100"].data[0]["y"]) == 4
    assert [round(y) for y in plots["bb/100"].data[1]["y"]] == [1]


def test_what_has_no_interval_is_a_point(report: Report) -> None:
    figure = report.sections[0].figures[0]
    assert figure is not None
    ours = next(plot for plot in figure.plots if plot.title == "chips/hand").data[0]
    assert ours["error_x"]["array"] == [0.0]


def test_the_page_says_where_the_figures_come_from(report: Report) -> None:
    introduction = report.introductions[0]
    assert introduction.facts["Source"] == "Nobody 1999, section 1.2, table 3"
    assert introduction.facts["Unlike the source (1)"] == "it was never played there"
    assert introduction.facts["Incidents in plain"] == "raiser 3"
    assert introduction.made_by == "railbird experiment run small"
    page = page_of(report)
    assert "<b>call</b>" not in page
    assert "&lt;b&gt;call&lt;/b&gt;" in page


def test_the_curves_of_solves_are_drawn_as_in_a_report_on_strategies(tmp_path: Path) -> None:
    """A chip is the big blind of Leduc, so 2 chips are 2,000 mbb."""
    experiment = read_experiment(written_solving_experiment(tmp_path))
    points = (CurvePoint(1, 0.5, 2.0), CurvePoint(10, 4.0, 0.25))
    solves = {
        name: SolveRecord(fingerprint="", algorithm="cfr", iterations=10, seconds=4.0, points=points)
        for name in experiment.strategies
    }
    figures = dict.fromkeys(experiment.figures, OURS)
    results = StoredResults(fingerprint=experiment.fingerprint(), hands=480, figures=figures, solves=solves)
    report = make_experiment_report(experiment, results, command="railbird experiment report solving")
    assert [section.title for section in report.sections] == [
        *("Ours beside theirs", "Convergence by iterations", "Convergence by time")
    ]
    by_time = report.sections[2].figures[0]
    assert by_time is not None
    assert [line["name"] for line in by_time.plots[0].data] == ["plus", "sampled"]
    assert (by_time.plots[0].data[0]["x"], by_time.plots[0].data[0]["y"]) == ([0.5, 4.0], [2000.0, 250.0])
    assert by_time.tables[0].column("mbb/hand") == [250.0, 250.0]
    assert "Exploitability in mbb/hand over seconds" in page_of(report)


def test_an_experiment_without_strategies_has_no_curves(report: Report) -> None:
    assert [section.title for section in report.sections] == ["Ours beside theirs"]
