"""The size of a solve for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.solvers.solving import stops

if TYPE_CHECKING:
    from railbird.games import GameDefinition
    from railbird.solvers.sizes import SolveSize


def size_as_json(game: GameDefinition, size: SolveSize, *, iterations: int, memory: int) -> dict[str, object]:
    """What the solve takes, and whether it fits into this many bytes."""
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
    """About how long the iterations take, with the evaluations between them."""
    return iterations * size.iteration_seconds + len(list(stops(iterations))) * size.evaluation_seconds
