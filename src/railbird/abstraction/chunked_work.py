"""Work on ranges of numbers, in chunks on all cores; for kernels that release the GIL."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TYPE_CHECKING

from railbird.compiled import available_cores

if TYPE_CHECKING:
    from collections.abc import Callable

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
