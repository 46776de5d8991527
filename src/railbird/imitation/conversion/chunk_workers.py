"""Works on chunks as they come, on all cores or on a cluster, with few of them in memory at a time."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, TypeVar

from railbird.arena.cluster import work_on_cluster
from railbird.compiled import available_cores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Chunk = TypeVar("Chunk")


def on_all_cores(
    work: Callable[[Chunk], None], chunks: Iterable[Chunk], *, workers: int | None = None, cluster: str | None = None
) -> None:
    """Call `work` for all chunks, in threads: compiled code and Polars let other threads run.

    `cluster` is the address of a Dask scheduler, whose workers must see the same files.
    """
    if cluster is not None:
        work_on_cluster(work, chunks, cluster)
        return
    workers = workers or available_cores()
    waiting: set[Future[None]] = set()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for chunk in chunks:
                waiting.add(pool.submit(work, chunk))
                if len(waiting) > workers:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in done:
                        future.result()
            for future in waiting:
                future.result()
        finally:
            pool.shutdown(cancel_futures=True)
