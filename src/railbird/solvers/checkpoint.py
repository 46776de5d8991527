"""Checkpoints: all that a solver has learned, in one file, from which another of the same kind goes on."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import numpy as np

from railbird import __version__
from railbird.errors import StrategyError
from railbird.strategy.array_file import open_arrays, write_arrays
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
    options: Mapping[str, int] = description["options"]  # type: ignore[assignment]
    return options


def load_checkpoint(path: Path, solver: Solver) -> tuple[float, tuple[Point, ...]]:
    """Let a new solver go on where another stopped; returns the seconds so far, and the points on the way.

    A StrategyError if the checkpoint is of another game, algorithm, seed or version.
    """
    description, arrays = open_arrays(path)
    check_kind(path, description, kind=_KIND, layout=LAYOUT)
    own = {"algorithm": solver.algorithm, "game": solver.game.name, "options": dict(solver.options)}
    for what, wanted in own.items():
        if description[what] != wanted:
            raise StrategyError(f"{path} is a checkpoint of {what} {description[what]}, not of {wanted}")
    if description["fingerprint"] != solver.game.fingerprint:
        raise StrategyError(f"{path} is a checkpoint of another game with the name {solver.game.name}")
    for name, array in solver.arrays().items():
        np.copyto(array, arrays[name])
    solver.iteration = int(description["iteration"])  # type: ignore[call-overload]
    points = tuple(
        Point(point["iteration"], point["seconds"], tuple(point["gains"]))
        for point in description["points"]  # type: ignore[attr-defined]
    )
    return float(description["seconds"]), points  # type: ignore[arg-type]
