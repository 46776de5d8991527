"""Checkpoints: all that a solver has learned, in one file, from which another of the same kind goes on."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import numpy as np

from railbird import __version__
from railbird.array_files import open_arrays, write_arrays
from railbird.errors import StrategyError
from railbird.strategy.strategy import Point, check_kind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from railbird.solvers.solver import Solver

LAYOUT = 1
"""Of the file; another one is not read."""
_KIND = "checkpoint"


def save_checkpoint(path: Path, solver: Solver, *, seconds: float = 0.0, points: Sequence[Point] = ()) -> None:
    """Write a checkpoint, whole or not at all; the one before stays until then."""
    description = {
        "kind": _KIND,
        "layout": LAYOUT,
        "railbird": __version__,
        "game": solver.game.name,
        "fingerprint": solver.game.fingerprint,
        "algorithm": solver.algorithm,
        "options": dict(solver.options),
        "iteration": solver.iteration,
        "seconds": seconds,
        "points": [asdict(point) for point in points],
    }
    write_arrays(path, description, solver.arrays())


def checkpoint_options(path: Path) -> Mapping[str, int]:
    """What the algorithm of a checkpoint was told, such as its seed."""
    description, _ = open_arrays(path)
    check_kind(path, description, kind=_KIND, layout=LAYOUT)
    return dict(description["options"])


def load_checkpoint(path: Path, solver: Solver) -> tuple[float, tuple[Point, ...]]:
    """Let a new solver go on where another stopped; returns the seconds so far, and the points on the way.

    A StrategyError if the checkpoint is of another game, algorithm, seed or version.
    """
    description, arrays = open_arrays(path)
    check_kind(path, description, kind=_KIND, layout=LAYOUT)
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
    return float(description["seconds"]), tuple(map(Point.from_json, description["points"]))


def _check_same(path: Path, what: str, found: object, *, wanted: object) -> None:
    if found != wanted:
        raise StrategyError(f"{path} is a checkpoint of {what} {found}, not of {wanted}")
