"""Work on ranges of numbers, in chunks on all cores; for kernels that release the GIL."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from queue import SimpleQueue
from typing import TYPE_CHECKING

import numpy as np

from railbird.compiled import available_cores

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from railbird.progress import Progress


def work_in_chunks(work: Callable[[int, int], None], total: int, *, chunk: int, progress: Progress, name: str) -> None:
    """Call `work(start, stop)` for all chunks of `range(total)`, with one thread per core.

    An interruption waits only for the chunks that have begun.
    """
    with progress.task(name, total=total) as task, ThreadPoolExecutor(available_cores()) as pool:
        parts = {pool.submit(work, start, min(start + chunk, total)): start for start in range(0, total, chunk)}
        try:
            for part in as_completed(parts):
                part.result()
                task.advance(min(chunk, total - parts[part]))
        finally:
            pool.shutdown(cancel_futures=True)


def summed_in_chunks(
    count: Callable[[slice, NDArray[np.int64]], None],
    total: int,
    *,
    shape: tuple[int, ...],
    chunk: int,
    progress: Progress,
    name: str,
) -> NDArray[np.int64]:
    """Call `count(chunk, totals)` for all chunks of `range(total)`, which adds to totals of this shape; their sum.

    Each array of totals is used by one thread at a time. The sum does not depend on which.
    """
    free: SimpleQueue[NDArray[np.int64]] = SimpleQueue()
    for _ in range(available_cores()):
        free.put(np.zeros(shape, dtype=np.int64))

    def work(start: int, stop: int) -> None:
        totals = free.get()
        count(slice(start, stop), totals)
        free.put(totals)

    work_in_chunks(work, total, chunk=chunk, progress=progress, name=name)
    summed = free.get()
    while not free.empty():
        summed += free.get()
    return summed
