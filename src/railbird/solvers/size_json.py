"""The size of a solve as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.solvers.solve_goal import SolveGoal

if TYPE_CHECKING:
    from railbird.games import GameDefinition
    from railbird.solvers.sizes import SolveSize


def size_as_json(game: GameDefinition, size: SolveSize, *, iterations: int, memory: int) -> dict[str, object]:
    """The size of the solve, and whether it fits into `memory` bytes."""
    return {
        "game": game.name,
        "decisions": [int(count) for count in size.tree.decisions.sum(axis=0)],
        "folds": size.tree.folds,
        "showdowns": size.tree.showdowns,
        "classes": size.classes,
        "information_sets": size.information_sets,
        "cells": size.cells,
        "bytes": size.bytes,
        "free_bytes": memory,
        "fits": size.fits(memory),
        "estimated_seconds": expected_seconds(size, iterations=iterations),
    }


def expected_seconds(size: SolveSize, *, iterations: int) -> float:
    """Estimated time of the iterations, including the evaluations between them."""
    return iterations * size.iteration_seconds + len(list(SolveGoal(iterations=iterations).stops())) * size.evaluation_seconds
