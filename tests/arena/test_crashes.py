"""Bots that end their process, write to its output, or meet a full disk or a lost cluster."""

from __future__ import annotations

import os
import re
import resource
from typing import TYPE_CHECKING

import polars as pl
import pytest

from arena.runs import LIMIT, digest, hands_of, incidents_of, plan_of, shards, written
from railbird.arena import RunFolder, play_run, read_results, with_shadows
from railbird.arena.incidents import MatchIncident
from railbird.arena.plan import RunPlan
from railbird.arena.playing import play_chunk
from railbird.arena.worker_memory import AskedRecord, LastAsked, WorkerMemory
from railbird.arena.worker_pool import WorkerPool, WorkersLostError
from railbird.errors import MatchError, StoreError
from railbird.files import temporary_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BOTS = """
import ctypes
import os
import signal
import sys
import time

from railbird.bots import Bot
from railbird.bots.reference.simple import RandomBot
from railbird.games import CALL


class Mortal(RandomBot):
    '''Its process is killed in hand 3, as when memory runs out.'''

    def act(self, view):
        if view.hand == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().act(view)


class Leaving(RandomBot):
    def act(self, view):
        if view.hand == 3:
            os._exit(0)
        return super().act(view)


class Slow(RandomBot):
    def act(self, view):
        if view.hand == 3:
            time.sleep(60)
        return super().act(view)


class Noisy(Bot):
    def act(self, view):
        os.write(1, b"descriptor ")
        ctypes.CDLL(None).printf(b"library ")
        sys.__stdout__.write("python ")
        print("print")
        return CALL
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    return written(tmp_path, "bots.py", BOTS)


def test_14_8_a_bot_that_kills_its_worker_is_named_and_loses_its_seat(
    bots: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The other bots play on as they did, and all hands are there."""
    plan = plan_of(f"It={bots}:Mortal", "random", game=LIMIT, hands=6, seed=2, seat_orders="single")
    with WorkerPool(plan, 1) as pool:
        (chunk,) = pool.play(plan.chunks(), isolate=False)
    (message,) = caplog.messages
    assert message == (
        "a worker process has died (signal 9, SIGKILL) in the code of It in table0.match0.0, hand 3: from this match "
        "on, each bot plays in a process of its own"
    )
    hands = hands_of(chunk)
    assert hands["hand"].to_list() == [*range(6)]
    alone = hands_of(
        play_chunk(plan_of(f"It={bots}:Leaving", "random", hands=6, seed=2, seat_orders="single"), plan.chunks()[0])
    )
    assert hands["kinds"][:3].to_list() == alone["kinds"][:3].to_list()
    incidents = incidents_of(chunk)
    assert {*incidents["player"]} == {"It"}
    assert {*incidents["kind"]} == {"failed"}
    assert {*incidents["message"]} == {"seat 1: the process of the bot ended in hand 3 (signal 9, SIGKILL)"}
    assert {*incidents["hand"]} == {3, 4, 5}


@pytest.mark.deep
def test_14_8_isolated_bots_play_as_in_one_process(bots: Path, tmp_path: Path) -> None:
    """Their random draws are the same, their time limit is too, and only the bot that dies loses its seat."""
    named = [f"It={bots}:Slow", "Loose=random:fold=0"]
    plan = plan_of(*named, game=LIMIT, hands=6, seed=2, seconds_per_action=0.3)
    runs = [RunFolder.create(tmp_path / name, plan) for name in ("alone", "isolated")]
    play_run(runs[0])
    play_run(runs[1], isolate=True)
    assert digest(runs[0].path) == digest(runs[1].path)
    assert read_results(runs[0]).incidents == read_results(runs[1]).incidents
    assert read_results(runs[0]).incidents["It"]["late"] > 0


def test_14_8_a_worker_that_dies_twice_ends_the_run(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then no bot is to blame."""
    plan = plan_of("call", f"It={bots}:Mortal", game=LIMIT, hands=6, seat_orders="single")
    pool = object.__new__(WorkerPool)
    pool._plan, pool._memory = plan, WorkerMemory.create(plan, 1)
    pool._memory.asked(0).words[0], pool._memory.asked(0).words[1] = 1, 4

    class Dead:
        def wait(self) -> int:
            return -11

    job = type("Job", (), {"chunk": plan.chunks()[0], "isolate": True})
    pool._workers, pool._jobs = [Dead()], [job]  # type: ignore[list-item]
    with pytest.raises(
        WorkersLostError, match=r"died \(signal 11, SIGSEGV\) in the code of It in table0.match0.0, hand 4"
    ):
        pool._replace(0, waiting=None)  # type: ignore[arg-type]


def test_14_8_a_death_that_does_not_happen_again_is_an_incident_too(bots: Path) -> None:
    """As when memory ran out: the bot in whose code it happened is named, and plays all its hands."""
    suspected = MatchIncident(1, 4, kind="failed", message="a worker process has died")
    for bot, count in (("call", 1), (f"{bots}:Leaving", 0)):
        plan = plan_of("call", f"It={bot}", game=LIMIT, hands=6, seat_orders="single")
        incidents = incidents_of(play_chunk(plan, plan.chunks()[0], suspected=suspected))
        died = incidents.filter(pl.col("message") == suspected.message)
        assert died.select("player", "hand", "count").rows() == [("It", 4, 1)] * count


def test_the_player_that_is_asked_is_on_record(bots: Path) -> None:
    plan = plan_of("call", f"It={bots}:Noisy", game=LIMIT, hands=4, seat_orders="single")
    asked = AskedRecord()
    seen = []

    class Looking(type(asked.words)):  # type: ignore[misc]
        def __setitem__(self, place: int, value: int) -> None:
            super().__setitem__(place, value)
            if place == 1:
                seen.append(asked.read())

    asked.words = Looking([-1, -1])
    play_chunk(plan, plan.chunks()[0], asked=asked)
    assert asked.read() is None
    assert {*seen} == {LastAsked(seat, hand) for seat in range(2) for hand in range(4)}


def test_14_8_a_bot_that_leaves_the_process_fails(bots: Path) -> None:
    """It ended the command with status 0 and without a word."""
    plan = plan_of(f"It={bots}:Leaving", "call", game=LIMIT, hands=6, seat_orders="single")
    leave = os._exit
    chunk = play_chunk(plan, plan.chunks()[0])
    assert os._exit is leave
    assert hands_of(chunk).height == 6
    incidents = incidents_of(chunk)
    assert {*incidents["hand"]} == {3}
    assert incidents["message"][0].startswith("seat 1: the bot failed in hand 3: SystemExit: os._exit(0) (")


def test_14_8_the_output_of_bots_never_reaches_that_of_the_command(
    bots: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    plan = plan_of(f"It={bots}:Noisy", "call", game=LIMIT, hands=2, seat_orders="single")
    play_chunk(plan, plan.chunks()[0])
    os.write(1, b"ours")
    out, err = capfd.readouterr()
    assert out == "ours"
    assert all(word in err for word in ("descriptor", "library"))


@pytest.fixture
def small_disk() -> Iterator[None]:
    """No file can be larger than a few thousand bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (6_000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.usefixtures("small_disk")
@pytest.mark.parametrize(
    ("is_kept", "advice"),
    [
        (True, "the matches played are stored: go on with railbird tournament --resume"),
        (False, "store the next run with --out, so that it can be resumed"),
    ],
)
def test_14_8_a_full_disk_names_the_file_and_how_to_go_on(is_kept: bool, advice: str, tmp_path: Path) -> None:
    plan = plan_of("call", "raise", game=LIMIT, hands=1500)
    run = RunFolder.create(tmp_path / "run", plan, is_kept=is_kept)
    with pytest.raises(OSError, match="File too large") as caught:
        play_run(run)
    # The command prints these two after its name.
    assert re.fullmatch(rf"{run.path}/hands/000000-\w+\.parquet", caught.value.filename)
    assert caught.value.strerror == f"File too large; {advice}{f' {run.path}' if is_kept else ''}"
    assert [*(run.path / "hands").iterdir()] == []


def test_14_8_what_killed_processes_left_is_removed_by_the_next_start(tmp_path: Path) -> None:
    run = RunFolder.create(tmp_path / "run", plan_of("call", "raise", hands=2))
    for kind in ("hands", "incidents"):
        (run.path / kind).mkdir()
        (run.path / kind / ".000001-0123456789abcdef.parquet.x7f3k2").write_bytes(b"PAR1")
    (run.path / ".run.toml.x7f3k2").touch()
    play_run(run)
    assert [path.name for path in run.path.rglob(".*")] == [".lock"]
    assert len(shards(run.path)) == 2


def test_14_8_temporary_folders_of_killed_processes_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with temporary_folder() as running:
        abandoned = running.with_name("abandoned")
        abandoned.mkdir()
        (abandoned / "run").mkdir()
        abandoned.with_suffix(".lock").touch()
        with temporary_folder() as other:
            assert {path.name for path in running.parent.iterdir()} == {
                name for folder in (running, other) for name in (folder.name, f"{folder.name}.lock")
            }
    assert [*running.parent.iterdir()] == []


def test_14_8_a_run_that_is_being_played_is_left_alone(tmp_path: Path) -> None:
    """Otherwise its unfinished files would be removed."""
    run = RunFolder.create(tmp_path / "run", plan_of("call", "raise", hands=2))
    with run.being_played():
        run.with_plan(run.plan)  # a file that replaces the plan does not end the lock
        with pytest.raises(StoreError, match="run is being played by another process: wait until that ends"):
            play_run(run)
    play_run(run)


def test_a_bot_with_a_shadow_is_not_isolated(tmp_path: Path) -> None:
    plan = plan_of("It=call", "raise", hands=2)
    shadowed = RunPlan(plan.game, with_shadows(plan.entrants, ["It=fold"]), 2, seed=1)
    with pytest.raises(MatchError, match="It has a shadow, which plays in the process of its bot: leave out --isolate"):
        play_run(RunFolder.create(tmp_path / "run", shadowed), isolate=True)
