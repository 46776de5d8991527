"""Plays chunks in several processes. If a bot ends the process that it plays in, its match is played again."""

from __future__ import annotations

import logging
from collections import deque
from contextlib import suppress
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

from railbird.arena.child_process import INTERRUPTED, ChildProcess, how_it_ended
from railbird.arena.incidents import MatchIncident
from railbird.arena.worker import Job
from railbird.arena.worker_memory import WorkerMemory
from railbird.errors import MatchError

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from multiprocessing.connection import Connection
    from pathlib import Path
    from typing import Self

    from railbird.arena.plan import Chunk, RunPlan
    from railbird.arena.playing import PlayedChunk

_log = logging.getLogger(__name__)


class WorkersLostError(MatchError):
    """Nobody is left to play the run, which can be resumed."""


class WorkerPool:
    """The worker processes of a run."""

    def __init__(self, plan: RunPlan, workers: int, *, run: Path | None = None) -> None:
        """`run` is the folder to which matches are written while they are played."""
        self._plan = plan
        self._run = run
        self._memory = WorkerMemory.create(plan, workers)
        self._workers = [self._start(number, workers) for number in range(workers)]
        self._jobs: list[Job | None] = [None] * workers
        """What each worker is playing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for worker in self._workers:
            worker.end()
        self._memory.close()

    def play(self, chunks: Sequence[Chunk], *, isolate: bool) -> Generator[PlayedChunk, None, None]:
        """Play chunks and yield them as they are done, in any order."""
        waiting = deque(Job(chunk, isolate) for chunk in chunks)
        for number in range(len(self._workers)):
            self._give(number, waiting)
        while connections := self._busy():
            for connection in wait(list(connections)):
                number = connections[connection]  # type: ignore[index]
                played = self._received(number, waiting)
                if played is not None:
                    self._give(number, waiting)
                    yield played

    def _start(self, number: int, workers: int) -> ChildProcess:
        descriptor = self._memory.descriptor
        worker = ChildProcess("railbird.arena.worker", descriptor, workers, number, descriptors=[descriptor])
        with suppress(OSError):  # it has died already, which is noticed when it is to answer
            worker.connection.send(self._plan)
            worker.connection.send(self._run)
        return worker

    def _give(self, number: int, waiting: deque[Job]) -> None:
        self._jobs[number] = job = waiting.popleft() if waiting else None
        if job is not None:
            self._memory.asked(number).clear()
            with suppress(OSError):
                self._workers[number].connection.send(job)

    def _busy(self) -> dict[Connection, int]:
        return {self._workers[number].connection: number for number, job in enumerate(self._jobs) if job is not None}

    def _received(self, number: int, waiting: deque[Job]) -> PlayedChunk | None:
        """What a worker has sent; None if it has died, and its chunk is being played again."""
        try:
            message = self._workers[number].connection.recv()
        except (EOFError, OSError):
            self._replace(number, waiting)
            return None
        if isinstance(message, Exception):
            raise message
        played: PlayedChunk = message
        return played

    def _replace(self, number: int, waiting: deque[Job]) -> None:
        """Start a worker in place of one that has died. The match and all that follow are played with isolated bots."""
        status = self._workers[number].wait()
        if status == INTERRUPTED:
            raise KeyboardInterrupt
        job = self._jobs[number]
        if job is None:
            return
        what = f"a worker process has died ({how_it_ended(status)}) {self._where(number, job.chunk)}"
        if job.isolate:
            raise WorkersLostError(f"{what}, although each bot has a process of its own: has memory run out?")
        _log.warning("%s: from this match on, each bot plays in a process of its own", what)
        self._workers[number] = self._start(number, len(self._workers))
        again = job._replace(suspected=self._suspected(number, what))
        isolated = [waiting_job._replace(isolate=True) for waiting_job in (again, *waiting)]
        waiting.clear()
        waiting.extend(isolated)
        self._give(number, waiting)

    def _suspected(self, number: int, message: str) -> MatchIncident | None:
        asked = self._memory.asked(number).read()
        return None if asked is None else MatchIncident(asked.seat, max(asked.hand, 0), kind="failed", message=message)

    def _where(self, number: int, chunk: Chunk) -> str:
        """The player whose code ran last in a worker, and where in its match."""
        match = self._plan.match_plan(chunk)
        asked = self._memory.asked(number).read()
        if asked is None:
            return f"between two answers of bots in {match.name}"
        place = f"hand {asked.hand}" if asked.hand >= 0 else "before the first hand"
        return f"in the code of {match.names[asked.seat]} in {match.name}, {place}"
