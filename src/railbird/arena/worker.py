"""A worker: a process that plays chunks of a run for the process that has started it."""

from __future__ import annotations

import os
import sys
import traceback
from typing import TYPE_CHECKING, NamedTuple

from railbird.arena.child_process import INTERRUPTED, connection_to_parent
from railbird.arena.isolation import BotHosts
from railbird.arena.live_matches import LiveWriter
from railbird.arena.playing import play_chunk
from railbird.arena.worker_memory import WorkerMemory
from railbird.equity.all_in import share_answers
from railbird.errors import RailbirdError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from pathlib import Path

    from railbird.arena.incidents import MatchIncident
    from railbird.arena.plan import Chunk, RunPlan
    from railbird.arena.worker_memory import AskedRecord


class Job(NamedTuple):
    """A chunk to play."""

    chunk: Chunk
    isolate: bool
    """Whether each bot plays in a process of its own."""
    suspected: MatchIncident | None = None
    """What ended an earlier attempt to play the chunk."""


def main() -> None:
    """Play the chunks that the parent sends, until it sends None."""
    try:
        connection = connection_to_parent()
        descriptor, workers, own = map(int, sys.argv[2:])
        memory = WorkerMemory(descriptor, workers)
        share_answers(memory.answers)
        _work(connection, memory.asked(own))
    except (KeyboardInterrupt, EOFError, ConnectionError):
        # The parent says what is to be said.
        os._exit(INTERRUPTED)


def _work(connection: Connection, asked: AskedRecord) -> None:
    plan: RunPlan = connection.recv()
    run: Path | None = connection.recv()
    live = None if run is None else LiveWriter(run)
    with BotHosts(plan) as hosts:
        for job in iter(connection.recv, None):
            try:
                isolated = hosts if job.isolate else None
                played = play_chunk(plan, job.chunk, asked=asked, hosts=isolated, live=live, suspected=job.suspected)
                connection.send(played)
            except RailbirdError as error:
                connection.send(error)
            except Exception as error:  # noqa: BLE001
                # A fault of our own is reported with the place where it happened.
                connection.send(RuntimeError("".join(traceback.format_exception(error))))
