"""Plays the chunks of a run: in this process, on all cores, or on a cluster, with the same hands in the end."""

from __future__ import annotations

import os
import signal
import time
import warnings
from concurrent.futures import BrokenExecutor
from contextlib import closing
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING

from railbird.arena.playing import play_chunk
from railbird.arena.trial import seconds_a_hand
from railbird.compiled import available_cores
from railbird.errors import MatchError
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from railbird.arena.plan import Chunk, RunPlan
    from railbird.arena.playing import PlayedChunk
    from railbird.arena.store import RunFolder
    from railbird.progress import Progress

_LOOK_AGAIN = 0.5
_PATIENCE = 6.0
"""Seconds in which a worker may end the programs of its match."""
_SHORT = 10.0
"""Seconds: to start processes takes some, and what bots have worked out for a deal they need not work out again."""
_CLUSTER_TIMEOUT = 10
"""Seconds in which a cluster has to answer, and to have a worker."""


def play_run(
    folder: RunFolder, *, workers: int | None = 1, cluster: str | None = None, progress: Progress | None = None
) -> None:
    """Play what is left of a run. Each chunk is stored when it is done, so that a run can be stopped at any time.

    Without a number of workers there are as many as pay. A cluster is the address of a Dask scheduler; a worker that is
    lost loses the chunk that it was playing.
    """
    plan = folder.plan
    chunks = folder.missing()
    if not chunks:
        return
    if cluster is None and workers != 1:
        workers = _workers_for(plan, chunks, wanted=workers)
    total = plan.hands * len(plan.chunks())
    with (progress or Silence()).task("Playing hands", total=total) as task:
        task.advance(total - plan.hands * len(chunks))
        done = (
            _played_here(plan, chunks, workers or 1) if cluster is None else _played_on_cluster(plan, chunks, cluster)
        )
        with closing(done):
            for played in done:
                folder.add(played)
                task.advance(plan.hands)


def _workers_for(plan: RunPlan, chunks: Sequence[Chunk], *, wanted: int | None) -> int:
    """No more than there are chunks; none but this process if the run is over before others have started."""
    seconds = seconds_a_hand(plan)
    if wanted is None and seconds is not None and seconds * plan.hands * len(chunks) < _SHORT:
        return 1
    return min(wanted or available_cores(), len(chunks))


def _played_here(plan: RunPlan, chunks: Sequence[Chunk], workers: int) -> Generator[PlayedChunk, None, None]:
    """The chunks as they are done, in any order."""
    if workers == 1:
        for chunk in chunks:
            yield play_chunk(plan, chunk)
        return
    import joblib

    with (
        warnings.catch_warnings(),
        joblib.parallel_config(backend="loky", n_jobs=workers, initializer=_end_with, initargs=(os.getpid(),)),
    ):
        # An interrupted run has tasks that come to nothing, which is no news to anybody.
        warnings.filterwarnings("ignore", message=r"\d+ tasks ")
        jobs = (joblib.delayed(play_chunk)(plan, chunk) for chunk in chunks)
        try:
            yield from joblib.Parallel(return_as="generator_unordered")(jobs)
        except BrokenExecutor:
            raise MatchError("a process that played has died: a bot has crashed it, or memory has run out") from None


def _played_on_cluster(plan: RunPlan, chunks: Sequence[Chunk], address: str) -> Generator[PlayedChunk, None, None]:
    """The same. joblib would play on a single worker in this process, and wait for ever if all workers died."""
    try:
        from distributed import CancelledError, Client, KilledWorker, as_completed
    except ImportError:
        raise MatchError("a cluster needs Dask: pip install 'railbird[cluster]'") from None
    try:
        client = Client(address, timeout=_CLUSTER_TIMEOUT)
    except (OSError, ValueError) as error:
        raise MatchError(f"no cluster answers at {address}: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_CLUSTER_TIMEOUT)
        except TimeoutError:
            raise MatchError(f"the cluster at {address} has no workers") from None
        try:
            for future in as_completed(client.map(partial(play_chunk, plan), chunks, pure=False)):
                yield future.result()
                future.release()
        except KilledWorker as error:
            raise MatchError(f"several workers have died at the same match: {error}") from None
        except CancelledError:
            raise MatchError(f"the cluster at {address} is gone") from None


def _end_with(parent: int) -> None:
    """Let a worker end soon after the process that started it, which may be killed; else it would wait for minutes."""
    Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_AGAIN)
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(_PATIENCE)
    os._exit(1)
