"""A thread pool for solvers, whose compiled kernels run in parallel."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from railbird.compiled import available_cores
from railbird.errors import SolverError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Workers:
    """A fixed number of threads, by default one per core."""

    def __init__(self, threads: int | None = None) -> None:
        if threads is not None and threads < 1:
            raise SolverError(f"{threads} threads: a solver needs at least 1")
        self.threads = available_cores() if threads is None else threads
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    @property
    def pieces(self) -> int:
        """Number of pieces to split work into: more than threads, so that no thread waits long for the last piece."""
        return 1 if self._pool is None else 4 * self.threads

    def run(self, tasks: Iterable[Callable[[], None]]) -> None:
        """Run all tasks, in any order, and return when they are done."""
        if self._pool is None:
            for task in tasks:
                task()
            return
        for done in [self._pool.submit(task) for task in tasks]:
            done.result()
