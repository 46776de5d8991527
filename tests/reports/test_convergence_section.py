"""Reports on strategies: curves of exploitability, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from railbird.abstraction import PercentileBuckets, abstract_game, exact_game
from railbird.games import game_named
from railbird.reports import SolvedStrategy, make_solve_report, write_report
from railbird.reports.page import page_of
from railbird.solvers import Solve, new_solver

if TYPE_CHECKING:
    from pathlib import Path


def solved(path: Path, algorithm: str, *, name: str = "kuhn.limit.2p") -> SolvedStrategy:
    definition = game_named(name)
    solve = Solve.begin(new_solver(algorithm, exact_game(definition), seed=1))
    solve.run(100)
    return SolvedStrategy(path, solve.strategy())


def test_a_line_has_the_points_of_its_solve(tmp_path: Path) -> None:
    one = solved(tmp_path / "one.strategy", "cfr+")
    points = one.strategy.origin.points
    by_iterations, by_time = (section.figures[0] for section in make_solve_report([one]).sections[:2])
    assert by_iterations is not None
    assert by_time is not None
    line = by_iterations.plots[0].data[0]
    assert line["x"] == [point.iteration for point in points]
    assert line["y"] == [float(f"{point.exploitability:.6g}") for point in points]
    assert by_time.plots[0].data[0]["x"] == [float(f"{point.seconds:.6g}") for point in points]
    assert by_iterations.tables[0].column("made by") == [
        "railbird solve kuhn.limit.2p --algorithm cfr+ --iterations 100"
    ]


def test_the_command_of_a_strategy_names_its_buckets(tmp_path: Path) -> None:
    game = abstract_game(PercentileBuckets(game_named("leduc.limit.2p"), (2, 3)))
    solve = Solve.begin(new_solver("cfr+", game))
    solve.run(10)
    assert SolvedStrategy(tmp_path / "buckets.strategy", solve.strategy()).command == (
        "railbird solve leduc.limit.2p --algorithm cfr+ --iterations 10 --cards percentile --buckets 2,3"
    )


def test_games_have_plots_of_their_own_and_algorithms_the_same_colour(tmp_path: Path) -> None:
    report = make_solve_report(
        [
            solved(tmp_path / f"{name}-{algorithm}", algorithm, name=name)
            for name in ("kuhn.limit.2p", "leduc.limit.2p")
            for algorithm in ("cfr", "external-sampling")
        ]
    )
    figure = report.sections[0].figures[0]
    assert figure is not None
    assert [plot.title for plot in figure.plots] == ["kuhn.limit.2p", "leduc.limit.2p"]
    assert [entry.name for entry in figure.legend] == ["cfr", "external-sampling"]
    assert "--seed 1" in str(figure.tables[0].column("made by")[1])


def test_strategies_of_one_algorithm_are_named_by_their_files(tmp_path: Path) -> None:
    report = make_solve_report([solved(tmp_path / name, "cfr") for name in ("a.strategy", "b.strategy")])
    figure = report.sections[0].figures[0]
    assert figure is not None
    assert [entry.name for entry in figure.legend] == ["a", "b"]


def test_the_page_and_its_figures_are_written(tmp_path: Path) -> None:
    report = make_solve_report([solved(tmp_path / "one.strategy", "cfr+")])
    assert "kuhn.limit.2p: one: " in page_of(report)
    write_report(report, tmp_path / "figures.json")
    figures = json.loads((tmp_path / "figures.json").read_text())["figures"]
    assert [figure["title"] for figure in figures] == [
        "Convergence by iterations",
        "Convergence by time",
        "What it plays",
        "Lines of betting",
    ]


def test_strategies_that_were_never_evaluated_have_no_curves(tmp_path: Path) -> None:
    one = solved(tmp_path / "one.strategy", "cfr+")
    unknown = SolvedStrategy(
        tmp_path / "two.strategy", one.strategy.with_origin(replace(one.strategy.origin, points=()))
    )
    both = make_solve_report([one, unknown])
    assert [entry.name for entry in both.sections[0].figures[0].legend] == ["cfr+"]
