"""The size of a solve as JSON."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from railbird.solvers.recipe_size import recipe_size

if TYPE_CHECKING:
    from railbird.solvers.recipe import Recipe
    from railbird.solvers.sizes import SolveSize
    from railbird.solvers.solve_goal import SolveGoal


def size_as_json(recipe: Recipe, *, memory: int) -> dict[str, object]:
    """The size of the solve, and whether it fits into `memory` bytes."""
    size = recipe_size(recipe)
    return {
        "game": recipe.definition.name,
        "cards": dict(recipe.cards.identity),
        "decisions": [int(count) for count in size.tree.decisions.sum(axis=0)],
        "folds": size.tree.folds,
        "showdowns": size.tree.showdowns,
        "classes": size.classes,
        "information_sets": size.information_sets,
        "cells": size.cells,
        "bytes": size.bytes,
        "free_bytes": memory,
        "fits": size.fits(memory),
        "estimated_seconds": expected_seconds(size, recipe.goal),
    }


def expected_seconds(size: SolveSize, goal: SolveGoal) -> float | None:
    """Estimated time of the solve, including the evaluations; None if it ends at an exploitability."""
    if goal.is_open:
        return goal.seconds if goal.seconds < inf else None
    seconds = goal.iterations * size.iteration_seconds + len(list(goal.stops())) * size.evaluation_seconds
    return min(seconds, goal.seconds)
