"""The size of a solve as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.solvers.recipe_size import can_evaluate, expected_seconds, recipe_size

if TYPE_CHECKING:
    from railbird.solvers.recipe import Recipe


def size_as_json(recipe: Recipe, *, memory: int) -> dict[str, object]:
    """The size of the solve, and whether it fits into `memory` bytes."""
    size = recipe_size(recipe)
    return {
        "game": recipe.definition.name,
        "cards": dict(recipe.cards.identity),
        "algorithm": recipe.algorithm,
        "algorithm_reason": recipe.algorithm_reason or None,
        "decisions": [int(count) for count in size.tree.decisions.sum(axis=0)],
        "folds": size.tree.folds,
        "showdowns": size.tree.showdowns,
        "classes": size.classes,
        "information_sets": size.information_sets,
        "cells": size.cells,
        "bytes": size.bytes,
        "evaluation_bytes": size.evaluation_bytes if can_evaluate(recipe, memory=memory) else 0,
        "free_bytes": memory,
        "fits": size.fits(memory),
        "estimated_seconds": expected_seconds(size, recipe.goal),
    }
