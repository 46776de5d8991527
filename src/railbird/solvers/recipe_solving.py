"""Solves a recipe: builds what its cards lack, prepares the solver and its evaluation, and saves the strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.abstraction.joint import has_joint_tables
from railbird.memory import available_memory
from railbird.solvers.algorithms import is_sampled, new_solver
from railbird.solvers.checkpoint import checkpoint_options
from railbird.solvers.evaluators import with_evaluation
from railbird.solvers.recipe_size import can_evaluate, check_recipe
from railbird.solvers.solving import Solve
from railbird.strategy import save_strategy
from railbird.strategy.quantised import PACKED_PARTS, WHOLE

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.progress import Progress
    from railbird.solvers.recipe import Recipe
    from railbird.strategy import Strategy


def begin_solve(
    recipe: Recipe, *, checkpoint: Path | None = None, resume: bool = False, progress: Progress | None = None
) -> Solve:
    """Prepare the solve of a recipe; with `resume`, continue from the checkpoint. Raise SolverError if it is too large.

    What the cards lack is built first.
    """
    memory = available_memory()
    check_recipe(recipe, memory=memory)
    earlier = dict(checkpoint_options(checkpoint)) if resume and checkpoint is not None else {}
    if not is_sampled(recipe.algorithm) and has_joint_tables(recipe.cards):
        recipe.cards.joint_tables(progress)
    solver = new_solver(recipe.algorithm, recipe.game(), **recipe.solver_options(earlier))
    evaluate = can_evaluate(recipe, memory=memory)
    return Solve.begin(solver, checkpoint=checkpoint, resume=resume, evaluate=evaluate)


def save_solved(path: Path, strategy: Strategy, recipe: Recipe) -> None:
    """Write a solved strategy to a file, in the precision of its recipe. What that costs is evaluated."""
    if recipe.is_compact or recipe.is_packed:
        compact = strategy.compact(parts=PACKED_PARTS if recipe.is_packed else WHOLE)
        strategy = with_evaluation(compact) if strategy.origin.points else compact
    save_strategy(path, strategy, packed=recipe.is_packed)
