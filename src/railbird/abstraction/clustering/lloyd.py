"""Lloyd's algorithm for weighted rows of integers with the L1 distance, on all cores.

The centre of a cluster is the weighted median of each column, which minimises the sum of L1 distances; the medians of
cumulative histograms are a cumulative histogram again, their Wasserstein barycentre. So the total distance never
grows. All numbers are integers, so the result depends only on the seed, not on the number of threads.

Seeds are drawn as by k-means++ (Arthur and Vassilvitskii 2007), each in proportion to its distance from the nearest
seed before, from a sample of the rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.chunked_work import work_in_chunks
from railbird.abstraction.clustering import _kernels
from railbird.progress import Silence

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.clustering._kernels import Rows
    from railbird.progress import Progress

MOST_CLUSTERS = 2**16
_MOST_ASSIGNMENTS = 50
_SMALLEST_GAIN = 2000
"""Clusters are settled when an iteration reduces the total distance by at most one part in this many."""
_SAMPLE = 100_000
"""Number of rows that seeds are drawn from."""
_ROWS = 16_384
"""Rows in a chunk of work."""


@dataclass(frozen=True)
class Clusters:
    """Clusters of rows, in ascending order of the sums of their centres."""

    centres: Rows
    labels: NDArray[np.uint16]
    """By row: the nearest centre, the first among equals."""
    costs: tuple[int, ...]
    """The sum of weight * distance after each assignment of the rows."""


def cluster_rows(
    rows: Rows, weights: NDArray[np.uint8], count: int, *, state: NDArray[np.uint64], progress: Progress, name: str
) -> Clusters:
    """Cluster weighted rows, until the total distance hardly falls any more."""
    centres = _sorted(_seeds(rows, weights, count, state))[0]
    labels = np.zeros(len(rows), dtype=np.uint16)
    costs: list[int] = []
    with progress.task(name, total=_MOST_ASSIGNMENTS) as task:
        while True:
            costs.append(_assign(rows, weights, centres, labels))
            task.advance()
            if _is_settled(costs):
                task.advance(_MOST_ASSIGNMENTS - len(costs))
                return Clusters(centres, labels, tuple(costs))
            centres, places = _sorted(_medians(rows, weights, centres, labels))
            labels = places[labels]


def nearest_centres(rows: Rows, centres: Rows, progress: Progress, name: str) -> NDArray[np.uint16]:
    """The nearest centre of each row; the centres are those of `Clusters`."""
    labels = np.zeros(len(rows), dtype=np.uint16)
    _assign(rows, np.ones(len(rows), dtype=np.uint8), centres, labels, progress=progress, name=name)
    return labels


def _is_settled(costs: list[int]) -> bool:
    if len(costs) == _MOST_ASSIGNMENTS:
        return True
    return len(costs) > 1 and (costs[-2] - costs[-1]) * _SMALLEST_GAIN <= costs[-2]


def _seeds(rows: Rows, weights: NDArray[np.uint8], count: int, state: NDArray[np.uint64]) -> Rows:
    centres = np.empty((count, rows.shape[1]), dtype=rows.dtype)
    if len(rows) > _SAMPLE:
        drawn = np.empty(_SAMPLE, dtype=np.int64)
        _kernels.draw_weighted(np.cumsum(weights, dtype=np.int64), state, drawn)
        rows, weights = rows[drawn], np.ones(_SAMPLE, dtype=np.uint8)
    _kernels.write_seeds(rows, weights.astype(np.int64), state, centres)
    return centres


def _sorted(centres: Rows) -> tuple[Rows, NDArray[np.uint16]]:
    """The centres in ascending order of their sums, and the new place of each."""
    order = np.lexsort((*centres.T[::-1], _sums(centres)))
    places = np.empty(len(order), dtype=np.uint16)
    places[order] = np.arange(len(order))
    return np.ascontiguousarray(centres[order]), places


def _sums(centres: Rows) -> NDArray[np.int32]:
    sums: NDArray[np.int32] = centres.sum(axis=1, dtype=np.int32)
    return sums


def _assign(
    rows: Rows,
    weights: NDArray[np.uint8],
    centres: Rows,
    labels: NDArray[np.uint16],
    *,
    progress: Progress | None = None,
    name: str = "",
) -> int:
    sums = _sums(centres)
    costs = np.zeros(-(-len(rows) // _ROWS), dtype=np.int64)

    def work(start: int, stop: int) -> None:
        costs[start // _ROWS] = _kernels.assign_rows(
            rows[start:stop], weights[start:stop], centres, sums, labels[start:stop]
        )

    progress = Silence() if progress is None else progress
    work_in_chunks(work, len(rows), chunk=_ROWS, progress=progress, name=name)
    return int(costs.sum())


def _medians(rows: Rows, weights: NDArray[np.uint8], centres: Rows, labels: NDArray[np.uint16]) -> Rows:
    """The new centres of all clusters."""
    members, starts = np.empty(len(rows), dtype=np.int32), np.empty(len(centres) + 1, dtype=np.int64)
    _kernels.group_by_label(labels, starts, members)
    centres, levels = centres.copy(), int(rows.max()) + 1

    def work(start: int, stop: int) -> None:
        _kernels.write_medians(members, starts[start : stop + 1], rows, weights, levels, centres[start:stop])

    work_in_chunks(work, len(centres), chunk=1, progress=Silence(), name="")
    empty = np.flatnonzero(np.diff(starts) == 0)
    if len(empty):
        _fill(empty, rows, centres, labels)
    return centres


def _fill(empty: NDArray[np.int64], rows: Rows, centres: Rows, labels: NDArray[np.uint16]) -> None:
    """Give empty clusters the rows that are farthest from their centres, at most one row of each other cluster."""
    distances, farthest = np.empty(len(centres), dtype=np.int32), np.empty(len(centres), dtype=np.int64)
    _kernels.write_farthest(rows, centres, labels, distances, farthest)
    widest = np.argsort(-distances, kind="stable")[: len(empty)]
    widest = widest[distances[widest] > 0]
    centres[empty[: len(widest)]] = rows[farthest[widest]]
