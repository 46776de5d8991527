"""Vectors in compiled code, against NumPy; and hints, which change no result."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from railbird.lanes import LANES, lanes_above, load_lanes, same_lanes, store_lanes
from railbird.processor_hints import few_rounds, prefetch

pytestmark = pytest.mark.kernels


@numba.njit
def compute(rows: np.ndarray, factor: float, results: np.ndarray) -> None:
    first, second = load_lanes(rows, 0), load_lanes(rows, 1)
    store_lanes(results, 0, first + second)
    store_lanes(results, 1, first - second * same_lanes(factor))
    store_lanes(results, 2, lanes_above(first, second, first * second))
    total = same_lanes(0.0)
    for row in range(len(rows)):
        total = total + load_lanes(rows, row)
    store_lanes(results, 3, total)


def test_vectors_are_added_subtracted_multiplied_and_chosen() -> None:
    rows, results = np.random.default_rng(1).normal(size=(5, LANES)), np.zeros((4, LANES))
    rows[1, :3] = rows[0, :3]
    compute(rows, 3.0, results)
    assert np.array_equal(results[0], rows[0] + rows[1])
    assert np.array_equal(results[1], rows[0] - rows[1] * 3.0)
    assert np.array_equal(results[2], np.where(rows[0] > rows[1], rows[0] * rows[1], 0.0))
    assert results[3] == pytest.approx(rows.sum(axis=0), rel=1e-12)


def test_rows_may_begin_anywhere() -> None:
    room, results = np.arange(5.0 * LANES + 1), np.zeros((4, LANES))
    rows = room[1:].reshape(5, LANES)
    compute(rows, 2.0, results)
    assert np.array_equal(results[0], rows[0] + rows[1])


@numba.njit
def total_with_hints(table: np.ndarray) -> float:
    total = 0.0
    for place in range(len(table)):
        few_rounds()
        prefetch(table, place + 100)
        total += table[place]
    return total


def test_hints_change_no_result() -> None:
    """Not even beyond the end of an array."""
    table = np.random.default_rng(2).random(1_000).astype(np.float32)
    assert total_with_hints(table) == sum(map(float, table))
