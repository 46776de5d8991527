"""Solvers of other programs, which are measured beside ours: OpenSpiel, LiteEFG and donksolver."""

from __future__ import annotations

import os
import tempfile
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from io import StringIO
from typing import TYPE_CHECKING
from unittest.mock import patch

import pyspiel

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

MERGED_SUITS = "leduc_poker(suit_isomorphism=true)"
"""OpenSpiel's Leduc with suits that are not told apart, as in ours: 24 deals instead of 120."""


@dataclass(frozen=True)
class Runner:
    """One program, which runs `iterations` at each call."""

    run: Callable[[], object]
    iterations: int


def open_spiel_cfr_plus(description: str, iterations: int) -> Runner:
    solver = pyspiel.CFRPlusSolver(pyspiel.load_game(description))
    return Runner(_repeated(solver.evaluate_and_update_policy, iterations), iterations)


def open_spiel_external_sampling(iterations: int) -> Runner:
    solver = pyspiel.ExternalSamplingMCCFRSolver(pyspiel.load_game("leduc_poker"), seed=1)
    return Runner(_repeated(solver.run_iteration, iterations), iterations)


def lite_efg_cfr_plus(lite: ModuleType, iterations: int) -> Runner:
    """It writes the game to a file in the home folder, and says on the screen that it is ready."""
    with tempfile.TemporaryDirectory() as home, patch.dict(os.environ, HOME=home), redirect_stdout(StringIO()):
        environment = lite.OpenSpielEnv(pyspiel.load_game(MERGED_SUITS), traverse_type="Enumerate")
        graph = import_module("LiteEFG.baselines.CFRplus").graph()
    environment.set_graph(graph)

    def iterate() -> None:
        graph.update_graph(environment)
        environment.update_strategy(graph.current_strategy())

    return Runner(_repeated(iterate, iterations), iterations)


def donksolver(
    donk: ModuleType, algorithm: str, iterations: int, *, game: str = "leduc", players: int = 2
) -> dict[str, Runner]:
    """As it comes, and with an average that learns as often as ours; without the locks that only more threads need."""
    kind = {"external-sampling": "es", "chance-sampling": "cs"}[algorithm]
    names = {"donksolver, averaging in 1 of 50": 0.02, "donksolver, averaging in all": 1.0}
    solvers = {
        name: donk.Solver(donk.toy(game, players, algo=kind, p_avg=part, hogwild=True)) for name, part in names.items()
    }
    return {name: Runner(partial(solver.run, iterations, threads=1), iterations) for name, solver in solvers.items()}


def _repeated(call: Callable[[], object], times: int) -> Callable[[], None]:
    def run() -> None:
        for _ in range(times):
            call()

    return run


def installed(name: str) -> ModuleType | None:
    """A peer that is compared with where there is one: some take long to install."""
    try:
        return import_module(name)
    except ImportError:
        return None
