"""Builds the flop tables: every hand on every flop against one and two random opponents.

Each of the 134,459 river boards up to suits is sorted and swept once; its counts go to the ten flops it
contains, times the number of boards it stands for.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.isomorphism import HAND_FLOP, RIVER
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.compiled import available_cores
from railbird.equity.flop_tables._kernels import SUMS, add_boards
from railbird.equity.flop_tables.geometry import FlopGeometry, flop_geometry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from railbird.progress import Progress, Task

_CHUNK = 512


def needed_memory() -> int:
    """The bytes that building takes at its peak: the sums of each worker, and what Python needs."""
    return (available_cores() + 1) * HAND_FLOP.size * SUMS * 8 + 200_000_000


def needed_disk() -> int:
    """The bytes of both tables: six numbers for each hand."""
    return HAND_FLOP.size * 6 * 4


def build_flop_tables(
    progress: Progress,
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The tables against one opponent (win, tie, sum of squared scores) and two (win, two-way and three-way tie)."""
    workers = available_cores()
    classes = np.arange(RIVER.size)
    boards, weights = RIVER.deals(classes), RIVER.class_sizes(classes)
    geometry = flop_geometry()
    with (
        progress.task("Building the flop tables: river boards", total=RIVER.size) as task,
        ThreadPoolExecutor(workers) as pool,
    ):
        starts = [range(worker * _CHUNK, RIVER.size, workers * _CHUNK) for worker in range(workers)]
        stop = Event()
        sum_boards = partial(_sum_boards, boards=boards, weights=weights, geometry=geometry, task=task, stop=stop)
        parts = [pool.submit(sum_boards, chunks) for chunks in starts]
        try:
            sums = parts[0].result()
            for part in parts[1:]:
                sums += part.result()
        finally:
            stop.set()
    # A class of (hand, flop) got the counts of all its members, which are equal.
    sums //= HAND_FLOP.class_sizes(np.arange(HAND_FLOP.size))[:, np.newaxis]
    return sums[:, [0, 1, 5]].astype(np.uint32), sums[:, [2, 3, 4]].astype(np.uint32)


def compile_build() -> None:
    """Compile what building takes, by counting the hands on one board."""
    first = np.arange(1)
    sums = np.zeros((HAND_FLOP.size, SUMS), dtype=np.int64)
    add_boards(RIVER.deals(first), RIVER.class_sizes(first), strength_tables(7), flop_geometry(), sums)


def _sum_boards(
    chunks: Iterable[int],
    *,
    boards: NDArray[np.uint8],
    weights: NDArray[np.int64],
    geometry: FlopGeometry,
    task: Task,
    stop: Event,
) -> NDArray[np.int64]:
    """The sums of a worker's chunks; it leaves off at `stop`, when the build is interrupted."""
    sums = np.zeros((HAND_FLOP.size, SUMS), dtype=np.int64)
    for start in chunks:
        if stop.is_set():
            break
        chunk = slice(start, start + _CHUNK)
        add_boards(boards[chunk], weights[chunk], strength_tables(7), geometry, sums)
        task.advance(len(boards[chunk]))
    return sums
