"""Plays chunks on a Dask cluster."""

from __future__ import annotations

import logging
import time
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from railbird.arena.isolation import BotHosts
from railbird.arena.playing import play_chunk
from railbird.arena.worker_pool import WorkersLostError
from railbird.errors import MatchError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from distributed import Client, Future

    from railbird.arena.plan import Chunk, RunPlan
    from railbird.arena.playing import PlayedChunk

Item = TypeVar("Item")

_TIMEOUT = 10
"""Seconds within which a cluster must answer and have a worker."""
_POLL, _LOOK_AGAIN = 0.05, 2.0
"""Seconds between questions whether a chunk is done, and whether the cluster is alive."""


def cluster_workers(address: str) -> int:
    """Number of workers of a cluster."""
    with _connected(address) as client:
        return len(client.ncores())


def play_on_cluster(
    plan: RunPlan, chunks: Sequence[Chunk], address: str, *, isolate: bool
) -> Generator[PlayedChunk, None, None]:
    """Play chunks, and yield them as they are done. Raise WorkersLostError if nobody is left to play them."""
    with _connected(address) as client, _losses_reported(address, "playing the same match"):
        from distributed import as_completed

        watch = _ClusterWatch(client, address)
        completed = as_completed(client.map(partial(_play, plan, isolate=isolate), chunks, pure=False))
        while not completed.is_empty():
            while not completed.has_ready():
                time.sleep(_POLL)
                watch.check()
            yield watch.result_of(next(completed))


@contextmanager
def _losses_reported(address: str, doing: str) -> Iterator[None]:
    """Turn the errors of Dask about lost workers into WorkersLostError."""
    from distributed import CancelledError, KilledWorker
    from distributed.comm import CommClosedError

    try:
        yield
    except KilledWorker as error:
        raise WorkersLostError(f"several workers have died {doing}: {error}") from None
    except (CancelledError, CommClosedError):
        raise WorkersLostError(f"the connection to the cluster at {address} is lost") from None


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    """A connection to a cluster that has workers. Raise MatchError if there is none."""
    try:
        from distributed import Client
    except ImportError:
        raise MatchError("a cluster needs Dask: pip install 'railbird[cluster]'") from None
    # Its tracebacks about lost connections would say nothing that our message does not.
    for name in ("distributed", "distributed.client", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=_TIMEOUT)
    except (OSError, ValueError) as error:
        raise MatchError(f"no cluster answers at {address}: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_TIMEOUT)
        except TimeoutError:
            raise MatchError(f"the cluster at {address} has no workers") from None
        yield client


class _ClusterWatch:
    """Checks now and then that a cluster is alive. Dask itself waits for ever for workers to come back."""

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address
        self._next_look = 0.0
        self._seen = time.monotonic()

    def result_of(self, future: Future) -> PlayedChunk:
        """The result of a chunk, awaited. If the worker that holds it dies, it is played again elsewhere."""
        while True:
            try:
                played: PlayedChunk = future.result(timeout=_LOOK_AGAIN)
            except TimeoutError:
                self.check()
            else:
                future.release()
                return played

    def check(self) -> None:
        """Raise WorkersLostError if the cluster has been without a scheduler or without workers for some time."""
        if time.monotonic() < self._next_look:
            return
        try:
            cores = self._client.sync(self._client.scheduler.ncores, callback_timeout=_TIMEOUT)
        except (OSError, TimeoutError):
            raise WorkersLostError(f"the scheduler of the cluster at {self._address} cannot be reached") from None
        now = time.monotonic()
        if cores:
            self._seen = now
        elif now > self._seen + _TIMEOUT:
            raise WorkersLostError(f"all workers of the cluster at {self._address} are gone")
        self._next_look = now + _LOOK_AGAIN


def work_on_cluster(work: Callable[[Item], None], items: Iterable[Item], address: str) -> None:
    """Call `work` for each item on a worker of a cluster, with a few items on their way at a time."""
    with _connected(address) as client, _losses_reported(address, "on the same piece of work"):
        watch = _ClusterWatch(client, address)
        waiting: list[Future] = []
        for item in items:
            waiting.append(client.submit(work, item, pure=False))
            if len(waiting) > 2 * len(client.ncores()):
                watch.result_of(waiting.pop(0))
        for future in waiting:
            watch.result_of(future)


def _play(plan: RunPlan, chunk: Chunk, *, isolate: bool) -> PlayedChunk:
    """Play a chunk on a worker of the cluster."""
    if not isolate:
        return play_chunk(plan, chunk)
    with BotHosts(plan) as hosts:
        return play_chunk(plan, chunk, hosts=hosts)
