"""Plays the chunks of a run in this process, on all cores or on a cluster. The hands are the same either way."""

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
"""Seconds that a worker has to stop the programs of its match."""
_SHORT = 10.0
"""Seconds below which a run is played in one process: starting others takes time, and they share no caches."""
_CLUSTER_TIMEOUT = 10
"""Seconds within which a cluster must answer and have a worker."""


def play_run(
    folder: RunFolder, *, workers: int | None = 1, cluster: str | None = None, progress: Progress | None = None
) -> None:
    """Play the missing chunks of a run. Each chunk is stored when it is done, so a run can be stopped at any time.

    The default number of workers is chosen from the expected run time. `cluster` is the address of a Dask scheduler. If
    a worker of the cluster dies, only the chunk that it was playing is lost.
    """
    plan = folder.plan
    chunks = folder.missing()
    if not chunks:
        return
    folder.check_resumable()
    if cluster is None and workers != 1:
        workers = _workers_for(plan, chunks, requested=workers)
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


def _workers_for(plan: RunPlan, chunks: Sequence[Chunk], *, requested: int | None) -> int:
    """The number of processes: at most the number of chunks, and 1 for a run too short to gain from more."""
    seconds = seconds_a_hand(plan)
    if requested is None and seconds is not None and seconds * plan.hands * len(chunks) < _SHORT:
        return 1
    return min(requested or available_cores(), len(chunks))


def _played_here(plan: RunPlan, chunks: Sequence[Chunk], workers: int) -> Generator[PlayedChunk, None, None]:
    """Play chunks on this machine, and yield them as they are done, in any order."""
    if workers == 1:
        for chunk in chunks:
            yield play_chunk(plan, chunk)
        return
    import joblib

    with (
        warnings.catch_warnings(),
        joblib.parallel_config(backend="loky", n_jobs=workers, initializer=_end_with, initargs=(os.getpid(),)),
    ):
        # Interrupting a run cancels tasks, and warnings about that would tell nobody anything new.
        warnings.filterwarnings("ignore", message=r"\d+ tasks ")
        jobs = (joblib.delayed(play_chunk)(plan, chunk) for chunk in chunks)
        try:
            yield from joblib.Parallel(return_as="generator_unordered")(jobs)
        except BrokenExecutor:
            raise MatchError("a worker process has died: a bot crashed it, or memory ran out") from None


def _played_on_cluster(plan: RunPlan, chunks: Sequence[Chunk], address: str) -> Generator[PlayedChunk, None, None]:
    """Play chunks on a cluster, and yield them as they are done.

    joblib is not used here: with a single worker it would play in this process, and if all workers died it would hang.
    """
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
            raise MatchError(f"several workers have died playing the same match: {error}") from None
        except CancelledError:
            raise MatchError(f"the connection to the cluster at {address} was lost") from None


def _end_with(parent: int) -> None:
    """End this worker soon after its parent process dies. Otherwise it would wait for minutes if that were killed."""
    Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_AGAIN)
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(_PATIENCE)
    os._exit(1)
