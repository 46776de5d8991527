"""Solves the strategies of an experiment that are not solved yet, and estimates how long that takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.abstraction.joint import has_joint_tables
from railbird.errors import ExperimentError
from railbird.experiments.experiment import StrategySolve
from railbird.experiments.solve_record import SolveRecord
from railbird.memory import available_memory
from railbird.solvers import is_sampled
from railbird.solvers.recipe_size import can_evaluate, check_recipe, expected_seconds, recipe_size
from railbird.solvers.recipe_solving import begin_solve, save_solved

if TYPE_CHECKING:
    from railbird.experiments.experiment import Experiment
    from railbird.experiments.experiment_folder import ExperimentFolder
    from railbird.progress import Progress
    from railbird.solvers import Recipe


def estimate_solving(experiment: Experiment, folder: ExperimentFolder) -> dict[str, float | None]:
    """The expected seconds of each solve that is left; None where a solve ends at an exploitability.

    Raise ExperimentError or SolverError if a solve is impossible, or if a figure needs what it cannot give.
    """
    _check_figures(experiment)
    missing = {name: recipe for name, recipe in experiment.strategies.items() if folder.solve_of(name, recipe) is None}
    for recipe in missing.values():
        check_recipe(recipe, memory=available_memory())
    return {name: _seconds(recipe) for name, recipe in missing.items()}


def solve_strategies(
    experiment: Experiment, folder: ExperimentFolder, *, progress: Progress | None = None
) -> dict[str, SolveRecord]:
    """Solve what is not solved yet; return the records of all solves by strategy.

    An interrupted solve leaves a checkpoint, from which the next call continues.
    """
    _check_figures(experiment)
    return {
        name: folder.solve_of(name, recipe) or _solve(name, recipe, folder, progress=progress)
        for name, recipe in experiment.strategies.items()
    }


def _solve(name: str, recipe: Recipe, folder: ExperimentFolder, *, progress: Progress | None) -> SolveRecord:
    path = folder.strategy_path(name)
    checkpoint = path.with_suffix(".checkpoint")
    path.parent.mkdir(parents=True, exist_ok=True)
    solve = begin_solve(recipe, checkpoint=checkpoint, resume=checkpoint.exists(), progress=progress)
    solve.run(recipe.goal, progress)
    strategy = solve.strategy()
    save_solved(path, strategy, recipe)
    record = SolveRecord.of(strategy.origin, fingerprint=recipe.fingerprint())
    folder.store_solve(name, record)
    checkpoint.unlink(missing_ok=True)
    return record


def _check_figures(experiment: Experiment) -> None:
    """Raise ExperimentError if a figure is the exploitability of a strategy that cannot be evaluated."""
    for figure in experiment.figures.values():
        if figure.measure != "exploitability" or not isinstance(figure.of, StrategySolve):
            continue
        if not can_evaluate(experiment.strategies[figure.of.strategy], memory=available_memory()):
            raise ExperimentError(
                f"figure {figure.key}: the exploitability of {figure.of.strategy} cannot be computed: its game is too "
                "large, or its joint tables are not built"
            )


def _seconds(recipe: Recipe) -> float | None:
    """Expected seconds, with those of what the cards lack."""
    solving = expected_seconds(recipe_size(recipe), recipe.goal)
    if solving is None or is_sampled(recipe.algorithm) or not has_joint_tables(recipe.cards):
        return solving
    return solving + recipe.cards.joint_cost().seconds
