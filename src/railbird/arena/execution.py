"""Plays the chunks of a run in this process, on all cores or on a cluster. The hands are the same either way."""

from __future__ import annotations

import time
from contextlib import ExitStack, closing, suppress
from functools import partial
from typing import TYPE_CHECKING

from railbird.arena.isolation import BotHosts, check_isolation
from railbird.arena.playing import play_chunk
from railbird.arena.trial import SHORT, FirstSeconds, LongRunError, seconds_a_hand
from railbird.arena.worker_pool import WorkerPool
from railbird.compiled import available_cores
from railbird.errors import MatchError
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from distributed import Client, as_completed

    from railbird.arena.plan import Chunk, RunPlan
    from railbird.arena.playing import PlayedChunk
    from railbird.arena.store import RunFolder
    from railbird.progress import Progress

_CLUSTER_TIMEOUT = 10
"""Seconds within which a cluster must answer and have a worker."""
_LOOK_AGAIN = 0.1


def play_run(
    folder: RunFolder,
    *,
    workers: int | None = 1,
    cluster: str | None = None,
    isolate: bool = False,
    progress: Progress | None = None,
) -> None:
    """Play the missing chunks of a run. Each chunk is stored when it is done, so a run can be stopped at any time.

    The default number of workers is chosen from the expected run time. `cluster` is the address of a Dask scheduler. If
    a worker of the cluster dies, only the chunk that it was playing is lost. With `isolate`, each bot plays in a
    process of its own.
    """
    plan = folder.plan
    chunks = folder.missing()
    if not chunks:
        return
    folder.check_resumable()
    if isolate:
        check_isolation(plan)
    total = plan.hands * len(plan.chunks())
    with (progress or Silence()).task("Playing hands", total=total) as task:
        task.advance(total - plan.hands * len(chunks))
        if cluster is None:
            done = _played_here(plan, chunks, workers, isolate=isolate)
        else:
            done = _played_on_cluster(plan, chunks, cluster, isolate=isolate)
        with closing(done):
            for played in done:
                folder.add(played)
                task.advance(plan.hands)


def _played_here(
    plan: RunPlan, chunks: Sequence[Chunk], workers: int | None, *, isolate: bool
) -> Generator[PlayedChunk, None, None]:
    """Play chunks on this machine, and yield them as they are done, in any order.

    By default there are as many workers as cores, unless the run is so short that one process plays it faster. The
    pace of bots that are not Railbird's is known only after some seconds of the run itself, which starts here.
    """
    most = min(workers or available_cores(), len(chunks))
    if most == 1:
        yield from _played_in_this_process(plan, chunks, isolate=isolate)
    elif workers is not None:
        with WorkerPool(plan, most) as pool:
            seconds_a_hand(plan)  # compiles kernels while the workers start
            yield from pool.play(chunks, isolate=isolate)
    else:
        yield from _played_where_it_pays(plan, chunks, most, isolate=isolate)


def _played_where_it_pays(
    plan: RunPlan, chunks: Sequence[Chunk], workers: int, *, isolate: bool
) -> Generator[PlayedChunk, None, None]:
    seconds = seconds_a_hand(plan)
    left = [*chunks]
    if seconds is None or seconds * plan.hands * len(chunks) < SHORT:
        observers = [FirstSeconds(plan.hands * len(chunks))] if seconds is None else []
        with suppress(LongRunError):
            for played in _played_in_this_process(plan, chunks, observers, isolate=isolate):
                left.pop(0)
                yield played
    if left:
        with WorkerPool(plan, min(workers, len(left))) as pool:
            yield from pool.play(left, isolate=isolate)


def _played_in_this_process(
    plan: RunPlan, chunks: Sequence[Chunk], observers: Sequence[FirstSeconds] = (), *, isolate: bool
) -> Generator[PlayedChunk, None, None]:
    with ExitStack() as stack:
        hosts = stack.enter_context(BotHosts(plan)) if isolate else None
        for chunk in chunks:
            yield play_chunk(plan, chunk, hosts=hosts, observers=observers)


def _played_on_cluster(
    plan: RunPlan, chunks: Sequence[Chunk], address: str, *, isolate: bool
) -> Generator[PlayedChunk, None, None]:
    """Play chunks on a cluster, and yield them as they are done."""
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
        play = partial(_play_on_worker if isolate else play_chunk, plan)
        try:
            completed = as_completed(client.map(play, chunks, pure=False))
            while not completed.is_empty():
                _wait_for(completed, client, address)
                future = next(completed)
                yield future.result()
                future.release()
        except KilledWorker as error:
            raise MatchError(f"several workers have died playing the same match: {error}") from None
        except CancelledError:
            raise MatchError(f"the connection to the cluster at {address} was lost") from None


def _wait_for(completed: as_completed, client: Client, address: str) -> None:
    """Wait for a chunk; raise MatchError if the cluster stays without a scheduler or without workers."""
    until = time.monotonic() + _CLUSTER_TIMEOUT
    while not completed.has_ready():
        time.sleep(_LOOK_AGAIN)
        is_alive = client.status == "running" and client.scheduler_info()["workers"]
        if is_alive:
            until = time.monotonic() + _CLUSTER_TIMEOUT
        elif time.monotonic() > until:
            what = "all workers of" if client.status == "running" else "the connection to"
            raise MatchError(f"{what} the cluster at {address} are gone")


def _play_on_worker(plan: RunPlan, chunk: Chunk) -> PlayedChunk:
    """Play a chunk on a worker of a cluster, with a process for each bot."""
    with BotHosts(plan) as hosts:
        return play_chunk(plan, chunk, hosts=hosts)
