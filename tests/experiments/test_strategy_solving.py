"""Experiments whose strategies are solved first: their files, their solves, resuming, and the new figures."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import pytest

from experiments.solving_experiment import RECIPE, written_solving_experiment
from railbird.abstraction import exact_game
from railbird.errors import BotError, ExperimentError
from railbird.experiments import (
    CurvePoint,
    Experiment,
    ExperimentFolder,
    SolveRecord,
    StoredResults,
    Verdict,
    compare,
    comparison_as_json,
    comparison_table,
    estimate_solving,
    play_experiment,
    read_experiment,
    solve_strategies,
    solve_table,
    strategy_solving,
)
from railbird.games import game_named
from railbird.solvers import Solve, SolveGoal, new_solver
from railbird.strategy import open_strategy

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Experiment, ExperimentFolder, StoredResults]:
    folder = tmp_path_factory.mktemp("solving")
    experiment = read_experiment(written_solving_experiment(folder))
    kept = ExperimentFolder(folder / "solving")
    return experiment, kept, play_experiment(experiment, kept)


def test_a_strategy_is_a_recipe_with_changes(tmp_path: Path) -> None:
    strategies = read_experiment(written_solving_experiment(tmp_path)).strategies
    assert (strategies["plus"].algorithm, strategies["plus"].goal) == ("cfr+", SolveGoal(iterations=200))
    assert (strategies["sampled"].algorithm, strategies["sampled"].seed) == ("external-sampling", 3)
    assert strategies["sampled"].goal == SolveGoal(iterations=300)


def test_a_new_goal_replaces_all_goals_of_the_recipe(tmp_path: Path) -> None:
    changed = ('recipe = "recipes/leduc.toml"', 'recipe = "recipes/leduc.toml"\nminutes = 2')
    file = written_solving_experiment(tmp_path, changed, recipe=RECIPE + 'until = "1mbb"\n')
    assert read_experiment(file).strategies["plus"].goal == SolveGoal(seconds=120)


def test_the_quick_version_ends_solves_earlier(tmp_path: Path) -> None:
    quick = read_experiment(written_solving_experiment(tmp_path)).quick()
    assert {recipe.goal for recipe in quick.strategies.values()} == {SolveGoal(iterations=20)}


def test_the_fingerprint_depends_on_the_recipe_but_not_on_its_title(tmp_path: Path) -> None:
    fingerprint = read_experiment(written_solving_experiment(tmp_path)).fingerprint()

    def of_recipe(text: str) -> str:
        return read_experiment(written_solving_experiment(tmp_path, recipe=text)).fingerprint()

    assert of_recipe(RECIPE.replace('"Leduc"', '"Another title"')) == fingerprint
    assert of_recipe(RECIPE.replace("200", "201")) != fingerprint


def test_solves_are_those_of_the_solvers(played: tuple[Experiment, ExperimentFolder, StoredResults]) -> None:
    _, folder, results = played
    solve = Solve.begin(new_solver("cfr+", exact_game("leduc.limit.2p")))
    solve.run(200)
    record = results.solves["plus"]
    assert [point.iteration for point in record.points] == [point.iteration for point in solve.points]
    assert record.exploitability == pytest.approx(solve.points[-1].exploitability)
    assert open_strategy(folder.strategy_path("plus")).origin.iterations == 200
    assert results.figures["exploitability"].value == pytest.approx(1000 * record.points[-1].exploitability)
    assert results.figures["seconds"].value == record.seconds


def test_equal_strategies_win_nothing_from_each_other_in_all_orders_of_seats(
    played: tuple[Experiment, ExperimentFolder, StoredResults],
) -> None:
    """They draw their actions at random, so that only the mean is 0; another strategy plays other hands."""
    experiment, _, results = played
    assert list(experiment.lineups) == ["both strategy=plus", "both strategy=sampled", "calling"]
    same, other = (results.figures[f"gain strategy={name}"] for name in ("plus", "sampled"))
    assert same.low < 0 < same.high
    assert same.value != other.value


def test_an_exact_figure_has_a_verdict_and_no_samples(
    played: tuple[Experiment, ExperimentFolder, StoredResults],
) -> None:
    experiment, _, results = played
    compared = {pair.figure.key: pair for pair in compare(experiment, results)}
    assert compared["exploitability"].verdict is Verdict.AGREES
    table = comparison_table(compared.values())
    assert table.column("samples")[-2:] == [None, 1]
    assert table.column("unit")[-2:] == ["mbb/hand", "s"]


def test_results_are_stored_with_curves(played: tuple[Experiment, ExperimentFolder, StoredResults]) -> None:
    experiment, folder, results = played
    assert folder.results_of(experiment, run_command="run it") == results
    as_json = comparison_as_json(experiment, results)
    assert list(as_json["solves"]) == ["plus", "sampled"]
    assert as_json["solves"]["plus"]["points"][0]["iteration"] == 1


def test_what_is_solved_is_not_solved_again(
    played: tuple[Experiment, ExperimentFolder, StoredResults], monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment, folder, results = played
    assert estimate_solving(experiment, folder) == {}
    monkeypatch.setattr(strategy_solving, "begin_solve", None)
    assert solve_strategies(experiment, folder) == results.solves


def test_the_time_of_what_is_left_is_estimated(tmp_path: Path) -> None:
    experiment = read_experiment(written_solving_experiment(tmp_path, ("iterations = 300", "minutes = 3")))
    expected = estimate_solving(experiment, ExperimentFolder(tmp_path / "new"))
    assert expected["sampled"] == 180
    assert 0 < expected["plus"] < 10
    assert not (tmp_path / "new").exists()


def test_a_solve_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = read_experiment(written_solving_experiment(tmp_path))
    whole = solve_strategies(experiment, ExperimentFolder(tmp_path / "whole"))
    folder = ExperimentFolder(tmp_path / "stopped")

    def stopped(solve: Solve, goal: SolveGoal, progress: object) -> None:
        Solve.run(solve, goal.at_most(iterations=50), progress)
        raise KeyboardInterrupt

    class Stopped(Solve):
        run = stopped

    begin = strategy_solving.begin_solve

    def begin_stopped(*arguments: object, **options: object) -> Solve:
        solve = begin(*arguments, **options)
        solve.__class__ = Stopped
        return solve

    monkeypatch.setattr(strategy_solving, "begin_solve", begin_stopped)
    with pytest.raises(KeyboardInterrupt):
        solve_strategies(experiment, folder)
    checkpoint = folder.path / "strategies" / "plus.checkpoint"
    assert checkpoint.exists()
    assert set(estimate_solving(experiment, folder)) == {"plus", "sampled"}
    monkeypatch.undo()
    solves = solve_strategies(experiment, folder)
    assert not checkpoint.exists()
    assert solves["plus"].exploitability == whole["plus"].exploitability


def test_a_strategy_of_another_recipe_is_not_played(tmp_path: Path) -> None:
    folder = ExperimentFolder(tmp_path / "solving")
    solve_strategies(read_experiment(written_solving_experiment(tmp_path)), folder)
    changed = read_experiment(written_solving_experiment(tmp_path, recipe=RECIPE.replace("200", "100")))
    with pytest.raises(ExperimentError, match=r"plus\.strategy was solved from another recipe .* remove it, or name"):
        play_experiment(changed, folder)


def test_a_bot_that_refuses_its_strategy_is_noticed_before_a_match(tmp_path: Path) -> None:
    file = written_solving_experiment(tmp_path, ('plus = "strategy:file=@plus"', 'plus = "adam:file=@plus"'))
    with pytest.raises(BotError, match="equity"):
        play_experiment(read_experiment(file).quick(), ExperimentFolder(tmp_path / "solving"))
    assert not (tmp_path / "solving" / "runs").exists()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'recipe = "recipes/leduc.toml"',
            'recipe = "recipes/ledoc.toml"',
            "strategies, plus: recipe = 'recipes/ledoc.toml': there is no such file: did you mean leduc.toml?",
        ),
        ('recipe = "recipes/leduc.toml"', "", "strategies, plus: recipe is missing"),
        ("[strategies.plus]", '[strategies."../plus"]', "strategies: '../plus' is not a valid name: use letters"),
        (
            "seed = 3",
            "seeds = 3",
            "strategies, sampled: unknown key 'seeds': did you mean seed?",
        ),
        ("seed = 3", 'game = "kuhn.limit.2p"', "strategies, sampled: unknown key 'game'"),
        ("seed = 3", "", "strategies, sampled: external-sampling needs a seed, so that the solve can be repeated"),
        ('"external-sampling"', '"outer-sampling"', "strategies, sampled: "),
        ("iterations = 300", "iterations = 0", "leduc.toml: iterations = 0: write a whole number of at least 1"),
        (
            'game = "leduc.limit.2p"',
            'game = "kuhn.limit.2p"',
            "it is a recipe for leduc.limit.2p, but the experiment plays kuhn.limit.2p",
        ),
        (
            "=@plus",
            "=@pluss",
            "plus: 'strategy:file=@pluss': no strategy or file is called 'pluss': did you mean",
        ),
        (
            '["plus", "sampled"]',
            '["plus", "samples"]',
            "no strategy or file is called 'samples': did you mean",
        ),
        ("strategy:file=@plus", "strategy:fil=@plus", "no option fil; its options are file, translation, seed"),
        ("strategy:file=@plus", "stratgy:file=@plus", "no bot is called 'stratgy:file=@plus'"),
        ("strategy:file=@plus", "strategy", "file is missing"),
        ("iterations = 20", "", "quick: give iterations or minutes, after which the solves end"),
        ('strategy = "plus"', 'strategy = "minus"', "strategy = 'minus': no strategy is called that: "),
        ('strategy = "plus"', "", "figures, exploitability: strategy is missing"),
        ('strategy = "plus"', 'strategy = "plus"\nbot = "plus"', "bot = 'plus': exploitability is a figure of a"),
        ('lineup = "both"', 'lineup = "both"\nstrategy = "plus"', "only exploitability and seconds have this key"),
        ('measure = "seconds"', 'measure = "seconds"\nunit = "s"', "unit = 's': it is the unit itself"),
    ],
)
def test_what_is_refused_in_one_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(ExperimentError) as refusal:
        read_experiment(written_solving_experiment(tmp_path, (old, new)))
    assert message in str(refusal.value)
    assert "solving.toml" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_exploitability_that_cannot_be_computed_is_noticed_before_anything_is_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strategy_solving, "can_evaluate", lambda *_, **__: False)
    experiment = read_experiment(written_solving_experiment(tmp_path))
    with pytest.raises(ExperimentError, match="figure exploitability: the exploitability of plus cannot be computed"):
        estimate_solving(experiment, ExperimentFolder(tmp_path / "solving"))


def test_the_table_shows_exploitability_over_time() -> None:
    """Values are those of the last evaluation before; a solve that is over by then has none."""
    points = (CurvePoint(1, 0.5, 8.0), CurvePoint(10, 2.0, 4.0), CurvePoint(90, 12.0, 2.0))
    long = SolveRecord(fingerprint="", algorithm="cfr", iterations=90, seconds=12.0, points=points)
    short = SolveRecord(fingerprint="", algorithm="cfr+", iterations=10, seconds=2.0, points=points[:2])
    unknown = SolveRecord(fingerprint="", algorithm="pure-cfr", iterations=9, seconds=1.0)
    solves = {"long": long, "short": short, "unknown": unknown}
    table = solve_table(solves, game_named("holdem.limit.2p.reverse_blinds"))
    assert table.column("mbb/hand") == [200.0, 400.0, None]
    assert table.column("1 s") == [800.0, 800.0, None]
    assert table.column("3 s") == [400.0, None, None]
    assert table.column("10 s") == [400.0, None, None]
    assert "30 s" not in [column.key for column in table.columns]
    assert long.exploitability_after(inf) is None
