"""Runs on one worker, on two, killed and resumed, and on a cluster that loses a worker: the hands are the same."""

from __future__ import annotations

import os
import re
import signal
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from acpc.programs import LONG, is_running
from arena.clusters import cluster
from arena.runs import (
    LIMIT,
    LIMIT_3P,
    WAITING,
    calling_program,
    children,
    digest,
    have_ended,
    plan_of,
    programs_running,
    shards,
    wait_for,
    without_cost,
    written,
)
from railbird.arena import RunFolder, play_run
from railbird.equity import all_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from acpc.programs import Program
    from acpc.starting import Start
    from railbird.equity.shared_answers import Answer, Question

BOTS = ("Waiting=waiting.py:Waiting", "all-in-equity", "Loose=random:fold=0")
HANDS, SEED = 30, 6
TOURNAMENT = ("tournament", *BOTS, "--hands", HANDS, "--seed", SEED, "--out", "run")
CHUNKS = 6


class Expected:
    """The run as one process plays it when nothing comes between."""

    def __init__(self, folder: Path) -> None:
        bot = written(folder, "waiting.py", WAITING)
        plan = plan_of(f"Waiting={bot}:Waiting", *BOTS[1:], game=LIMIT_3P, hands=HANDS, seed=SEED)
        play_run(RunFolder.create(folder / "run", plan))
        self.digest = digest(folder / "run")
        self.shards = shards(folder / "run")

    def is_in(self, folder: Path) -> bool:
        return digest(folder) == self.digest and shards(folder) == self.shards


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Expected:
    return Expected(tmp_path_factory.mktemp("expected"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a bot that waits in some matches, as long as there is a file `hold`."""
    written(tmp_path, "waiting.py", WAITING)
    written(tmp_path, "hold", "")
    return tmp_path


@pytest.fixture
def started() -> Iterator[list[int]]:
    """Processes that a test adds have ended when it ends."""
    pids: list[int] = []
    yield pids
    left = [pid for pid in pids if is_running(pid)]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert left == []


def held(folder: Path) -> list[int]:
    """The processes that are in mid-match, and wait."""
    return [int(path.stem) for path in folder.glob("*.held")]


def finished(program: Program) -> str:
    assert program.wait() == 0, program.errors
    return program.output


def test_a_plan_determines_its_hands(expected: Expected, tmp_path: Path) -> None:
    again = Expected(tmp_path)
    assert (again.digest, again.shards) == (expected.digest, expected.shards)
    assert len(expected.shards) == CHUNKS
    for number, others in enumerate(({"seed": SEED + 1}, {"hands": HANDS - 1}, {"matches": 2})):
        values: dict[str, object] = {"hands": HANDS, "seed": SEED, **others}
        plan = plan_of(f"Waiting={tmp_path}/waiting.py:Waiting", *BOTS[1:], game=LIMIT_3P, **values)  # type: ignore[arg-type]
        play_run(RunFolder.create(tmp_path / f"other{number}", plan))
        assert digest(tmp_path / f"other{number}") != expected.digest


def test_the_orders_of_seats_share_their_equities_in_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: Counter[Question] = Counter()
    compute = all_in._computed

    def counted(question: Question) -> Answer:
        computed[question] += 1
        return compute(question)

    monkeypatch.setattr(all_in, "_computed", counted)
    # As in a match with more equities than a process keeps by itself.
    monkeypatch.setattr(all_in, "_exact_equities", all_in._exact_equities.__wrapped__)
    play_run(RunFolder.create(tmp_path / "run", plan_of(*["all-in-equity"] * 3, game=LIMIT_3P, hands=10, seed=SEED)))
    assert len(computed) > 10
    assert {*computed.values()} == {1}
    assert all_in._shared is None


def test_two_workers_play_the_same_hands(expected: Expected, folder: Path, start: Start, started: list[int]) -> None:
    """Both are at work at the same time: each holds up a match."""
    command = start(*TOURNAMENT, "--workers", 2)
    wait_for(lambda: len(held(folder)) == 2, what="two workers")
    started += held(folder)
    assert command.pid not in started
    assert len(shards(folder / "run")) < CHUNKS
    (folder / "hold").unlink()
    finished(command)
    assert expected.is_in(folder / "run")


def test_a_run_that_was_killed_is_resumed(expected: Expected, folder: Path, start: Start, started: list[int]) -> None:
    command = start(*TOURNAMENT, "--workers", 2)
    wait_for(lambda: held(folder) and shards(folder / "run"), what="a shard, and a match that is under way")
    started += children(command.pid)
    assert {*held(folder)} <= {*started}
    command.kill(signal.SIGKILL)
    assert command.wait() == -signal.SIGKILL
    stored = {name: (folder / "run" / "hands" / name).stat().st_mtime_ns for name in shards(folder / "run")}
    assert 0 < len(stored) < CHUNKS

    (folder / "hold").rename(folder / "held")
    resumed = start("tournament", "--resume", "run", "--workers", 1)
    assert "Waiting" in finished(resumed)
    assert expected.is_in(folder / "run")
    assert {name: (folder / "run" / "hands" / name).stat().st_mtime_ns for name in stored} == stored
    # Nobody has told them that there is no more to do.
    wait_for(lambda: have_ended(started), what="end of the workers", seconds=30)


def test_workers_of_a_killed_run_end_while_they_play_and_their_programs_with_them(
    tmp_path: Path, start: Start, started: list[int]
) -> None:
    """The programs do not answer, nor end when their connection is closed."""
    program = calling_program(tmp_path, then="time.sleep(600)", hand=1)
    command = start("match", f"It={program}", "call", "--workers", 2, "--seconds", 600, "--out", "run")
    wait_for(lambda: len(list(tmp_path.glob("*.pid"))) == 2, what="programs")
    started += [*children(command.pid), *programs_running(tmp_path)]
    assert len(started) >= 4
    command.kill(signal.SIGKILL)
    wait_for(lambda: have_ended(started), what="end of the workers and their programs", seconds=30)


@pytest.mark.parametrize("group", [True, False])
def test_an_interrupted_run_says_how_to_resume_it(
    group: bool, expected: Expected, folder: Path, start: Start, started: list[int]
) -> None:
    """The keyboard interrupts the workers too; a signal to the process alone comes to the same."""
    command = start(*TOURNAMENT, "--workers", 2)
    wait_for(lambda: held(folder) and shards(folder / "run"), what="a shard, and a match that is under way")
    started += children(command.pid)
    for pid in held(folder) if group else ():
        os.kill(pid, signal.SIGINT)
    command.kill(signal.SIGINT)
    assert command.wait() == 130
    # Then may come a word of the process that tidies up.
    kept = len(shards(folder / "run"))
    assert without_cost(command.errors).startswith(
        f"railbird: {kept} of {CHUNKS} matches are stored: resume with railbird tournament --resume run\n"
        "railbird: interrupted\n"
    )
    assert "Traceback" not in command.errors
    assert command.output == ""
    wait_for(lambda: have_ended(started), what="end of the workers", seconds=30)
    assert 0 < len(shards(folder / "run")) < CHUNKS
    assert {*shards(folder / "run")} < {*expected.shards}


def test_14_8_a_command_that_dies_with_a_bot_names_it(tmp_path: Path, start: Start) -> None:
    """It plays 20 hands in its own process."""
    bot = "import os\nfrom railbird.bots import Bot\nclass Mortal(Bot):\n    def act(self, view):\n        os.abort()\n"
    written(tmp_path, "mortal.py", bot)
    command = start("match", "It=mortal.py:Mortal", "call", "--hands", 20)
    assert command.wait() == -signal.SIGABRT
    message = wait_for(lambda: without_cost(command.errors), what="last words")
    assert message == (
        "railbird: the process that played has died in the code of It in table0.match0.0, hand 0; --isolate plays each "
        "bot in its own process; store the next run with --out, so that it can be resumed\n"
    )


class Counting:
    """Adds up what is reported of a piece of work."""

    def __init__(self) -> None:
        self.total, self.steps = 0, [0]

    @contextmanager
    def task(self, name: str, *, total: int, done: int) -> Iterator[Counting]:  # noqa: ARG002
        self.total, self.steps = total, [done]
        yield self

    def advance(self, amount: int = 1) -> None:
        self.steps.append(self.steps[-1] + amount)


def test_progress_is_reported_in_hands_including_stored_ones(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", plan_of("call", "fold", "raise", game=LIMIT, hands=10))
    first, second, third = Counting(), Counting(), Counting()
    play_run(folder, progress=first)
    assert (first.total, first.steps) == (60, [0, 10, 20, 30, 40, 50, 60])
    for name in shards(folder.path)[::3]:
        (folder.path / "hands" / name).unlink()
    play_run(folder, progress=second)
    assert (second.total, second.steps) == (60, [40, 50, 60])
    play_run(folder, progress=third)
    assert third.steps == [0]


@pytest.mark.deep
def test_a_cluster_that_loses_a_worker_in_mid_match(expected: Expected, folder: Path, start: Start) -> None:
    with cluster(folder, workers=2) as (address, (_, first, second)):
        command = start(*TOURNAMENT, "--cluster", address)
        (lost, *_) = wait_for(lambda: held(folder), what="worker that plays")
        assert lost in (first.pid, second.pid)
        os.kill(lost, signal.SIGKILL)
        (first if lost == first.pid else second).wait(LONG)
        assert len(shards(folder / "run")) < CHUNKS
        (folder / "hold").unlink()
        finished(command)
        assert (first if lost == second.pid else second).poll() is None
    assert expected.is_in(folder / "run")


@pytest.mark.deep
@pytest.mark.parametrize(
    ("lost", "says"),
    [
        (0, r"(the scheduler of the cluster at \S+ cannot be reached|the connection to the cluster at \S+ is lost)"),
        (1, r"all workers of the cluster at \S+ are gone"),
    ],
)
def test_14_8_a_cluster_that_is_lost_is_one_line(lost: int, says: str, folder: Path, start: Start) -> None:
    with cluster(folder, workers=1) as (address, running):
        command = start(*TOURNAMENT, "--cluster", address, cold=True)
        wait_for(lambda: held(folder), what="worker that plays")
        running[lost].kill()
        assert command.wait() == 2
    advice = "the matches played are stored: go on with railbird tournament --resume run"
    assert re.fullmatch(rf"railbird: {says}; {advice}\n", without_cost(command.errors)), command.errors
