"""The sections on teams: lines of members, vertical marks, what members won alone; on runs and experiments."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl
import pytest

from arena.runs import LIMIT_3P
from experiments.small import written_experiment
from railbird.arena import read_results, team_notes
from railbird.experiments import Measurement, StoredResults, TeamCurve, read_experiment, run_curves
from railbird.reports import make_experiment_report, make_report, read_run
from railbird.reports.page import page_of
from railbird.reports.team_section import team_figures
from reports.samples import played

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.reports import Figure

TEAM = "team=ensemble:members=[call]+[raise],names=caller+raiser,decider=probabilistic,initialise=1"
HANDS = (10, 20, 30)


def curve(kind: str, name: str, *values: float | None, detail: str = "", lineup: str = "main") -> TeamCurve:
    team = "" if kind == "won" else "team"
    return TeamCurve(lineup, team, kind, name, detail, HANDS[: len(values)], values)  # type: ignore[arg-type]


CURVES = [
    curve("won", "team", 5, 9, 14),
    curve("won", "rival", -5, -9, -14),
    *[
        curve(kind, name, share, None, 1 - share, detail=street)
        for kind in ("followed", "rating")
        for street in ("all streets", "preflop")
        for name, share in (("fair", 0.75), ("exploiter", 0.25))
    ],
    curve("imagined", "fair", 4, 6, 7, detail="simple"),
    curve("imagined", "exploiter", 5, 9, 15, detail="simple"),
    curve("differs", "fair", 11),
    curve("differs", "exploiter", 11),
    curve("switch", "exploiter", 19),
    curve("won", "fair", 1, 2, 3, lineup="alone"),
]


@pytest.fixture
def figures() -> dict[str, Figure]:
    return team_figures(CURVES, command="railbird", alone={("main", "fair"): ("alone", "fair")})


def test_who_was_followed_street_by_street_with_marks(figures: dict[str, Figure]) -> None:
    figure = figures["Members followed"]
    assert [(plot.choice, plot.title) for plot in figure.plots] == [
        *(("main: team", "All streets"), ("main: team", "Preflop"))
    ]
    fair, exploiter = figure.plots[1].data
    assert (fair["name"], fair["x"], fair["y"]) == ("fair", [10, 20, 30], [0.75, None, 0.25])
    assert [(mark["x0"], mark["line"]["color"]) for mark in figure.plots[0].layout["shapes"]] == [  # type: ignore[attr-defined]
        (11, "#8a8a8a"),
        (19, exploiter["line"]["color"]),  # type: ignore[index]
    ]
    assert figure.tables[0].column("value") == [0.75, None, 0.25, 0.25, None, 0.75]


def test_imagined_earnings_beside_what_a_member_won_alone(figures: dict[str, Figure]) -> None:
    (plot,) = figures["Imagined earnings"].plots
    assert plot.choice == "main: team, simple"
    assert [(line["name"], line["y"]) for line in plot.data] == [
        ("fair", [4, 6, 7]),
        ("exploiter", [5, 9, 15]),
        ("fair, alone", [1, 2, 3]),
    ]


def test_the_outcome_of_the_team_beside_its_members_alone(figures: dict[str, Figure]) -> None:
    (plot,) = figures["Outcomes over a match"].plots
    assert [(line["name"], line["y"]) for line in plot.data] == [("main", [5, 9, 14]), ("alone", [1, 2, 3])]


def test_the_report_on_a_run_with_a_team(tmp_path: Path) -> None:
    run = played(tmp_path / "run", TEAM, "call", "raise", game=LIMIT_3P, hands=20)
    report = make_report(read_run(run))
    titles = [section.title for section in report.sections]
    assert titles[-3:] == ["Members followed", "Ratings of members", "Imagined earnings"]
    followed = report.sections[-3].figures[0]
    assert followed is not None
    assert [plot.title for plot in followed.plots] == ["All streets", "Preflop", "Flop", "Turn", "River"]
    for line in followed.plots[0].data:
        assert all(0 <= share <= 1 for share in line["y"])  # type: ignore[attr-defined]
    assert "where the team switches to it" in page_of(report)


def test_a_team_that_never_had_to_decide_has_no_figures(tmp_path: Path) -> None:
    run = played(tmp_path / "run", TEAM, "fold", "f2=fold", game=LIMIT_3P, hands=1)
    curves = run_curves("run", read_results(run), {"team": replace(team_notes(run, "team"), decisions=pl.DataFrame())})
    assert {found.kind for found in curves} == {"won"}


def test_without_teams_there_are_no_such_sections(tmp_path: Path) -> None:
    assert team_figures([curve("won", "rival", 1, 2, 3)], command="railbird") == {}
    experiment = read_experiment(written_experiment(tmp_path))
    figures = dict.fromkeys(experiment.figures, Measurement(1.0, 0.0, 2.0, 9))
    results = StoredResults(fingerprint=experiment.fingerprint(), hands=480, figures=figures)
    report = make_experiment_report(experiment, results, command="railbird experiment report small", curves=CURVES)
    assert [section.title for section in report.sections] == [
        *("Ours beside theirs", "Members followed", "Ratings of members", "Imagined earnings"),
        "Outcomes over a match",
    ]
