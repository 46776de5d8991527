"""Solves from the first iteration to the last: points, checkpoints, interruptions, and the names of algorithms."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.abstraction.abstract_game import exact_game
from railbird.array_files import open_arrays, write_arrays
from railbird.errors import SolverError, StrategyError
from railbird.games import game_named
from railbird.solvers.algorithms import ALGORITHM_NAMES, is_sampled, new_solver
from railbird.solvers.checkpoint import CHECKPOINT_FILE, checkpoint_options, load_checkpoint, save_checkpoint
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
    enough = {"public-chance-sampling": 20_000}.get(algorithm, 400_000 if is_sampled(algorithm) else 2000)
    solve.run(enough)
    assert solve.points[-1].exploitability < 0.05
    assert solve.strategy().origin.points[-1] == solve.points[-1]


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
    known = {point.iteration: point.gains for point in whole.points}
    assert known.items() <= {point.iteration: point.gains for point in resumed.points}.items()


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


def test_a_solve_that_was_stopped_where_it_is_evaluated_has_that_point_once(tmp_path: Path) -> None:
    solver = new_solver("cfr", KUHN)
    solver.step(10)
    save_checkpoint(tmp_path / "c", solver)
    for _ in range(2):
        resumed = Solve.begin(new_solver("cfr", KUHN), checkpoint=tmp_path / "c", resume=True)
        resumed.run(10)
        assert [point.iteration for point in resumed.points] == [10]
        assert resumed.evaluation is not None


def test_a_checkpoint_of_another_game_of_the_same_name_is_refused(tmp_path: Path) -> None:
    """Leduc with a third suit has the same tree and the same cells, but other deals."""
    path = saved(tmp_path / "c", new_solver("cfr", LEDUC))
    other = exact_game(replace(game_named("leduc.limit.2p"), suits=3))
    with pytest.raises(StrategyError, match="another game with the name leduc"):
        load_checkpoint(path, new_solver("cfr", other))


def test_a_checkpoint_of_another_layout_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path / "c", new_solver("cfr", KUHN))
    description, arrays = open_arrays(path, CHECKPOINT_FILE)
    write_arrays(tmp_path / "d", replace(CHECKPOINT_FILE, layout=9), description, arrays)
    with pytest.raises(StrategyError, match="has layout 9, written by Railbird"):
        load_checkpoint(tmp_path / "d", new_solver("cfr", KUHN))


def test_options_that_an_algorithm_has_not_are_refused() -> None:
    with pytest.raises(SolverError, match=r"linear weights are an option of sampling algorithms, not of cfr\+"):
        new_solver("cfr+", KUHN, linear=True)
    for algorithm in ("cfr", "pure-cfr"):
        with pytest.raises(SolverError, match="0 threads"):
            new_solver(algorithm, KUHN, threads=0)


def test_fewer_iterations_than_are_done_are_refused(tmp_path: Path) -> None:
    solve = Solve.begin(new_solver("cfr", KUHN))
    solve.run(10)
    with pytest.raises(SolverError, match="5 iterations requested, but 10 are already done"):
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
    with pytest.raises(StrategyError, match="of seed 4, not of 5"):
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


def test_an_unknown_algorithm_gets_the_nearest_name_as_a_hint() -> None:
    with pytest.raises(SolverError, match=r"did you mean external-sampling\?"):
        is_sampled("external_sampling")
    with pytest.raises(SolverError, match="give one of cfr, cfr"):
        is_sampled("minimax")


@pytest.mark.parametrize("iterations", [-1, 1.5, True])
def test_iterations_are_whole_numbers(iterations: int) -> None:
    for algorithm in ("cfr", "pure-cfr"):
        with pytest.raises(SolverError, match="give a whole number of at least 0"):
            new_solver(algorithm, KUHN).step(iterations)
