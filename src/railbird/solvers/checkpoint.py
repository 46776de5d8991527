"""Checkpoints: all that a solver has learned, in one file, from which another solver of the same kind goes on."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import numpy as np

from railbird.array_files import ArrayFileKind, open_arrays, write_arrays
from railbird.errors import StrategyError
from railbird.strategy import ConvergencePoint

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from railbird.solvers.solver import Solver

CHECKPOINT_FILE = ArrayFileKind("checkpoint", layout=2, error=StrategyError)


def save_checkpoint(
    path: Path, solver: Solver, *, seconds: float = 0.0, points: Sequence[ConvergencePoint] = ()
) -> None:
    """Write a checkpoint, whole or not at all; the one before stays until then."""
    description = {
        "game": solver.game.name,
        "fingerprint": solver.game.fingerprint,
        "algorithm": solver.algorithm,
        "options": dict(solver.options),
        "iteration": solver.iteration,
        "seconds": seconds,
        "points": [asdict(point) for point in points],
    }
    write_arrays(path, CHECKPOINT_FILE, description, solver.arrays())


def checkpoint_options(path: Path) -> Mapping[str, int]:
    """The options of a checkpoint's algorithm, such as its seed."""
    description, _ = open_arrays(path, CHECKPOINT_FILE)
    return dict(description["options"])


def load_checkpoint(path: Path, solver: Solver) -> tuple[float, tuple[ConvergencePoint, ...]]:
    """Let a new solver go on where another stopped; returns the seconds so far, and the points on the way.

    A StrategyError if the checkpoint is damaged, or of another game, algorithm, seed or version.
    """
    description, arrays = open_arrays(path, CHECKPOINT_FILE, verify=True)
    _check_same(path, "algorithm", description["algorithm"], wanted=solver.algorithm)
    _check_same(path, "game", description["game"], wanted=solver.game.name)
    for name, wanted in solver.options.items():
        _check_same(path, name, description["options"][name], wanted=wanted)
    if description["fingerprint"] != solver.game.fingerprint:
        raise StrategyError(
            f"{path} is a checkpoint of another game with the name {solver.game.name}, or by another Railbird"
        )
    for name, array in solver.arrays().items():
        if name not in arrays or arrays[name].shape != array.shape:
            raise StrategyError(f"{path} is damaged: {name} is missing, or of another size")
        np.copyto(array, arrays[name])
    solver.iteration = int(description["iteration"])
    return float(description["seconds"]), tuple(map(ConvergencePoint.from_json, description["points"]))


def _check_same(path: Path, what: str, given: object, *, wanted: object) -> None:
    if given != wanted:
        raise StrategyError(f"{path} is a checkpoint of {what} {given}, not of {wanted}")
