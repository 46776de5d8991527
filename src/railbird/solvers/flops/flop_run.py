"""Runs the evaluation of all flops, with a checkpoint after each, and estimates what it takes."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.card_counts import board_counts
from railbird.array_files import ArrayFileKind, open_arrays, write_arrays
from railbird.compiled import available_cores
from railbird.errors import StrategyError
from railbird.progress import Silence
from railbird.rng import generator
from railbird.solvers.flops.flop_response import FlopResponse

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from railbird.progress import Progress
    from railbird.strategy import Strategy

_SECONDS_PER_CHECKPOINT = 1.0
"""Flops of small games take less, and are written together."""
_FLOPS_FILE = ArrayFileKind("flops", layout=1, error=StrategyError)


class FlopRun:
    """The best responses to a strategy over all flops; flops that are done are kept in a checkpoint file."""

    def __init__(self, strategy: Strategy, *, checkpoint: Path | None = None, threads: int | None = None) -> None:
        self.strategy = strategy
        self.threads = available_cores() if threads is None else threads
        self._checkpoint = checkpoint
        self._response = FlopResponse(strategy)
        self.flops = self._response.flops()
        shape = 2, len(self._response.symmetry.examples), self._response.rounds[1].entries
        self._is_done = np.zeros(len(self.flops), dtype=np.bool_)
        self._values = np.zeros((len(self.flops), *shape))
        self._saved_at = 0.0
        if checkpoint is not None and checkpoint.exists():
            self._load(checkpoint)

    @property
    def done(self) -> int:
        """Number of flops that are done."""
        return int(self._is_done.sum())

    @property
    def boards(self) -> int:
        """Number of boards of the last round up to suits, in proportion to which the work takes time."""
        return board_counts(self.strategy.definition)[-1]

    def run(self, progress: Progress | None = None) -> tuple[float, float]:
        """Evaluate the flops that are left; return each player's value of a best response in chips a hand.

        The values are added up in the order of the flops, so they do not depend on threads and interruptions.
        """
        waiting = np.flatnonzero(~self._is_done).tolist()
        with (
            (progress or Silence()).task("Flops", total=len(waiting)) as task,
            ThreadPoolExecutor(self.threads) as pool,
        ):
            futures = {pool.submit(self._response.values_on, self.flops[number]): number for number in waiting}
            try:
                for future in as_completed(futures):
                    number = futures[future]
                    self._values[number] = future.result()
                    self._is_done[number] = True
                    if perf_counter() - self._saved_at > _SECONDS_PER_CHECKPOINT:
                        self._save()
                    task.advance()
            except BaseException:
                self._response.stop.set()
                pool.shutdown(cancel_futures=True)
                raise
            finally:
                self._save()
        return self._response.best_responses(self._values.sum(axis=0))

    def time_samples(self, count: int, *, seed: int, progress: Progress | None = None) -> NDArray[np.float64]:
        """Processor seconds for a board of the last round, from random parts of the work that run on all threads."""
        seconds = []
        with (
            (progress or Silence()).task("Timing", total=count) as task,
            ThreadPoolExecutor(self.threads) as pool,
        ):
            samples = [pool.submit(self._response.time_sample, generator(seed, number)) for number in range(count)]
            for sample in as_completed(samples):
                spent, boards = sample.result()
                seconds.append(spent / boards)
                task.advance()
        return np.array(seconds)

    def _save(self) -> None:
        if self._checkpoint is not None:
            arrays = {"is_done": self._is_done, "values": self._values}
            write_arrays(self._checkpoint, _FLOPS_FILE, self._description, arrays)
            self._saved_at = perf_counter()

    def _load(self, path: Path) -> None:
        description, arrays = open_arrays(path, _FLOPS_FILE, verify=True)
        if description != self._description:
            raise StrategyError(f"{path} has the flops of another strategy or game: give another checkpoint")
        np.copyto(self._is_done, arrays["is_done"])
        np.copyto(self._values, arrays["values"])

    @cached_property
    def _description(self) -> dict[str, object]:
        digest = hashlib.sha256(np.ascontiguousarray(self.strategy.stored).data).hexdigest()
        return {"game": self.strategy.definition.name, "fingerprint": self.strategy.game.fingerprint, "stored": digest}
