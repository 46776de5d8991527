"""Reads the table `strategies` of an experiment's file."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from railbird.errors import ExperimentError, SolverError
from railbird.solvers import is_sampled, read_recipe
from railbird.solvers.recipe import CHANGEABLE_KEYS
from railbird.solvers.solve_goal import MOST_ITERATIONS
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from railbird.games import GameDefinition
    from railbird.solvers import Recipe
    from railbird.strict_toml import StrictTable

QUICK_KEYS = ("iterations", "minutes")
"""The keys of the table `quick` that end solves."""
_RECIPE = "recipe"
STRATEGY_KEYS = (_RECIPE, *CHANGEABLE_KEYS)


def read_strategy(table: StrictTable, *, folder: Path, game: GameDefinition) -> Recipe:
    """Read a strategy: a recipe, whose path is relative to `folder`, and the keys of it that are changed."""
    path = folder / table.text(_RECIPE)
    if not path.is_file():
        table.refuse(_RECIPE, f"there is no such file: {nearest(path.name, _recipes_in(path.parent))}")
    try:
        recipe = read_recipe(path, table.without(_RECIPE))
        needs_seed = is_sampled(recipe.algorithm) and recipe.seed is None
    except SolverError as error:
        raise ExperimentError(f"{table.place}: {error}") from None
    if recipe.definition != game:
        table.refuse(_RECIPE, f"it is a recipe for {recipe.definition.name}, but the experiment plays {game.name}")
    if needs_seed:
        raise ExperimentError(f"{table.place}: {recipe.algorithm} needs a seed, so that the solve can be repeated")
    return recipe


def quick_strategies(strategies: Mapping[str, Recipe], quick: StrictTable) -> dict[str, Recipe]:
    """The recipes of the quick version, whose solves end earlier."""
    given = [key for key in QUICK_KEYS if key in quick]
    if given and not strategies:
        quick.refuse(given[0], "there is no strategy to solve")
    if strategies and not given:
        raise ExperimentError(f"{quick.place}: give iterations or minutes, after which the solves end")
    iterations = quick.integer("iterations", MOST_ITERATIONS, least=1)
    seconds = 60 * quick.number("minutes") if "minutes" in quick else inf
    return {
        name: replace(recipe, goal=recipe.goal.at_most(iterations=iterations, seconds=seconds))
        for name, recipe in strategies.items()
    }


def _recipes_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.glob("*.toml"))
