"""Whether worker processes pay is decided for users' own bots too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arena.runs import LIMIT, digest, plan_of, written
from railbird.arena import RunFolder, execution, play_run, run_cost, trial
from railbird.arena.worker_pool import WorkerPool

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from pathlib import Path

    from railbird.arena.plan import Chunk, RunPlan
    from railbird.arena.playing import PlayedChunk

BOT = "from railbird.bots.reference.simple import RandomBot\n\nclass Mine(RandomBot):\n    pass\n"


class Pool(WorkerPool):
    """It has no processes, and plays here."""

    chunks: Sequence[Chunk] = ()

    def __init__(self, plan: RunPlan, workers: int, *, run: Path) -> None:  # noqa: ARG002
        self.plan = plan

    def __exit__(self, *error: object) -> None:
        pass

    def play(
        self,
        chunks: Sequence[Chunk],
        *,
        isolate: bool,  # noqa: ARG002
    ) -> Generator[PlayedChunk, None, None]:
        Pool.chunks = chunks
        for chunk in chunks:
            yield execution.play_chunk(self.plan, chunk)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunFolder:
    monkeypatch.setattr(execution, "WorkerPool", Pool)
    monkeypatch.setattr(run_cost, "available_cores", lambda: 2)
    monkeypatch.setattr(Pool, "chunks", ())
    bot = written(tmp_path, "mine.py", BOT)
    return RunFolder.create(tmp_path / "run", plan_of(f"{bot}:Mine", "call", "raise", game=LIMIT, hands=20, matches=2))


def test_14_9_matches_of_twenty_hands_of_ones_own_bot_start_no_processes(run: RunFolder) -> None:
    play_run(run, workers=None)
    assert Pool.chunks == ()
    assert run.missing() == []


def test_14_9_a_long_run_of_ones_own_bot_goes_on_in_workers(
    run: RunFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After its first seconds. A match that has begun is played again from its start."""
    alone = RunFolder.create(tmp_path / "alone", run.plan)
    play_run(alone)
    chunks = run.plan.chunks()
    now = iter(range(1000))
    monkeypatch.setattr(trial, "perf_counter", lambda: next(now) / 15)
    play_run(run, workers=None)
    assert [chunk.number for chunk in Pool.chunks] == [chunk.number for chunk in chunks[1:]]
    assert digest(run.path) == digest(alone.path)


def test_workers_that_are_asked_for_are_started(run: RunFolder) -> None:
    play_run(run, workers=2)
    assert len(Pool.chunks) == len(run.plan.chunks())
