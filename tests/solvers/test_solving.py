"""Solves from the first iteration to the last: points, checkpoints, interruptions, and the names of algorithms."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.abstraction.abstract_game import exact_game
from railbird.abstraction.menu import BetMenu
from railbird.errors import SolverError, StrategyError
from railbird.games import game_named
from railbird.solvers.algorithms import ALGORITHM_NAMES, is_sampled, new_solver
from railbird.solvers.checkpoint import checkpoint_options, load_checkpoint, save_checkpoint
from railbird.solvers.solving import Solve

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.solvers.solver import Solver

KUHN = exact_game(game_named("kuhn.limit.2p"))
LEDUC = exact_game(game_named("leduc.limit.2p"))


def test_points_stand_five_to_a_decade_and_at_the_end() -> None:
    solve = Solve.begin(new_solver("cfr+", KUHN))
    solve.run(120)
    assert [point.iteration for point in solve.points] == [1, 2, 3, 4, 6, 10, 16, 25, 40, 63, 100, 120]
    assert solve.points[-1].exploitability < solve.points[0].exploitability / 10


@pytest.mark.parametrize("algorithm", ALGORITHM_NAMES)
def test_every_algorithm_falls_below_a_twentieth_of_a_chip_on_leduc(algorithm: str) -> None:
    solve = Solve.begin(new_solver(algorithm, LEDUC, seed=1))
    solve.run(400_000 if is_sampled(algorithm) else 2000)
    assert solve.points[-1].exploitability < 0.05
    assert solve.strategy(game_named("leduc.limit.2p"), BetMenu()).origin.points[-1] == solve.points[-1]


@pytest.mark.parametrize("algorithm", ALGORITHM_NAMES)
def test_a_resumed_solve_is_the_uninterrupted_one_to_the_bit(tmp_path: Path, algorithm: str) -> None:
    whole = Solve.begin(new_solver(algorithm, LEDUC, seed=3))
    whole.run(300)
    first = Solve.begin(new_solver(algorithm, LEDUC, seed=3), checkpoint=tmp_path / "c")
    first.run(120)
    resumed = Solve.begin(new_solver(algorithm, LEDUC, seed=3), checkpoint=tmp_path / "c", resume=True)
    assert resumed.solver.iteration == 120
    resumed.run(300)
    assert np.array_equal(resumed.solver.average_strategy(), whole.solver.average_strategy())
    stops = [point.iteration for point in whole.points]
    assert [point.iteration for point in resumed.points if point.iteration != 120] == stops


class Interrupting:
    """Progress that interrupts the solve from within, as a signal would."""

    def __init__(self, number: int) -> None:
        self.number = number

    def task(self, name: str, *, total: int) -> Interrupting:  # noqa: ARG002
        return self

    def __enter__(self) -> Interrupting:
        return self

    def __exit__(self, *details: object) -> None:
        pass

    def advance(self, amount: int = 1) -> None:  # noqa: ARG002
        os.kill(os.getpid(), self.number)

    def describe(self, text: str) -> None:
        pass


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_saves_whole_iterations_and_gives_the_signals_back(tmp_path: Path, number: int) -> None:
    before = signal.getsignal(number)
    solve = Solve.begin(new_solver("cfr", LEDUC), checkpoint=tmp_path / "c")
    with pytest.raises(KeyboardInterrupt):
        solve.run(1000, Interrupting(number))
    assert signal.getsignal(number) is before
    resumed = Solve.begin(new_solver("cfr", LEDUC), checkpoint=tmp_path / "c", resume=True)
    assert resumed.solver.iteration == solve.solver.iteration >= 1
    resumed.run(50)
    whole = new_solver("cfr", LEDUC)
    whole.step(50)
    assert np.array_equal(resumed.solver.average_strategy(), whole.average_strategy())


def test_fewer_iterations_than_are_done_are_refused(tmp_path: Path) -> None:
    solve = Solve.begin(new_solver("cfr", KUHN))
    solve.run(10)
    with pytest.raises(SolverError, match="5 iterations are asked for, but 10 are done"):
        solve.run(5)


def saved(path: Path, solver: Solver) -> Path:
    solver.step(5)
    save_checkpoint(path, solver)
    return path


def test_checkpoints_of_others_are_refused_by_name(tmp_path: Path) -> None:
    path = saved(tmp_path / "c", new_solver("cfr+", LEDUC))
    with pytest.raises(StrategyError, match=r"of algorithm cfr\+, not of cfr"):
        load_checkpoint(path, new_solver("cfr", LEDUC))
    with pytest.raises(StrategyError, match=r"of game leduc\.limit\.2p, not of kuhn"):
        load_checkpoint(path, new_solver("cfr+", KUHN))
    sampled = saved(tmp_path / "s", new_solver("external-sampling", KUHN, seed=4))
    assert checkpoint_options(sampled)["seed"] == 4
    with pytest.raises(StrategyError, match="of options"):
        load_checkpoint(sampled, new_solver("external-sampling", KUHN, seed=5))


def test_a_checkpoint_that_cannot_be_written_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path / "c", new_solver("cfr", KUHN))
    before = path.read_bytes()
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError("no space left")))
    with pytest.raises(OSError, match="no space"):
        save_checkpoint(path, new_solver("cfr", KUHN))
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["c"]


def test_unknown_algorithms_are_told_the_nearest() -> None:
    with pytest.raises(SolverError, match=r"did you mean external-sampling\?"):
        is_sampled("external_sampling")
    with pytest.raises(SolverError, match="there are cfr, cfr"):
        is_sampled("minimax")
