"""Clusters of rows: the kernels against plain twins, Lloyd's algorithm, and the earth mover's distance."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abstraction.plain_draws import drawn_word
from railbird.abstraction import chunked_work
from railbird.abstraction.clustering import Clusters, _kernels, cluster_rows, lloyd, nearest_centres
from railbird.progress import Silence
from railbird.rng import kernel_state

KINDS = [np.uint8, np.uint16]


def random_rows(rng: np.random.Generator, count: int, *, kind: type = np.uint8, columns: int = 6) -> np.ndarray:
    """Rows with few different numbers, so that some are equal and many equally far."""
    return rng.integers(0, 5, size=(count, columns)).astype(kind)


def plain_distance(row: np.ndarray, other: np.ndarray) -> int:
    return sum(abs(int(first) - int(second)) for first, second in zip(row, other, strict=True))


def plain_labels(rows: np.ndarray, centres: np.ndarray) -> list[int]:
    """The nearest centres, the first of equals."""
    return [min(range(len(centres)), key=lambda place: plain_distance(row, centres[place])) for row in rows]


def sorted_centres(centres: np.ndarray) -> np.ndarray:
    return centres[np.argsort(centres.sum(axis=1), kind="stable")]


def clusters_of(rows: np.ndarray, weights: np.ndarray, count: int, *, seed: int = 1) -> Clusters:
    return cluster_rows(rows, weights, count, state=kernel_state(seed), progress=Silence(), name="")


@pytest.mark.kernels
@pytest.mark.parametrize("kind", KINDS)
def test_rows_are_assigned_to_the_first_of_the_nearest_centres(kind: type) -> None:
    rng = np.random.default_rng(1)
    for count in (1, 2, 9, 40):
        rows, centres = random_rows(rng, 200, kind=kind), sorted_centres(random_rows(rng, count, kind=kind))
        weights = rng.integers(1, 25, 200).astype(np.uint8)
        # Wherever the search starts, it finds the same.
        labels = rng.integers(0, count, 200).astype(np.uint16)
        cost = _kernels.assign_rows(rows, weights, centres, centres.sum(axis=1, dtype=np.int32), labels)
        expected = plain_labels(rows, centres)
        assert labels.tolist() == expected
        assert cost == sum(
            int(weight) * plain_distance(row, centres[label])
            for row, weight, label in zip(rows, weights, expected, strict=True)
        )
        assert nearest_centres(rows, centres, Silence(), "").tolist() == expected


@pytest.mark.kernels
@pytest.mark.parametrize("kind", KINDS)
def test_centres_are_weighted_medians(kind: type) -> None:
    rng = np.random.default_rng(2)
    rows, weights = random_rows(rng, 120, kind=kind), rng.integers(1, 25, 120).astype(np.uint8)
    labels = rng.integers(0, 8, 120).astype(np.uint16)
    labels[labels == 3] = 4
    starts, members = np.zeros(9, dtype=np.int64), np.zeros(120, dtype=np.int32)
    _kernels.group_by_label(labels, starts, members)
    centres = np.full((8, 6), 77, dtype=kind)
    _kernels.write_medians(members, starts, rows, weights, 5, centres)
    for cluster in range(8):
        belonging = np.flatnonzero(labels == cluster)
        assert members[starts[cluster] : starts[cluster + 1]].tolist() == belonging.tolist()
        for column in range(6):
            values = sorted(np.repeat(rows[belonging, column], weights[belonging]).tolist())
            assert centres[cluster, column] == (values[(len(values) - 1) // 2] if values else 77)


@pytest.mark.kernels
def test_the_farthest_rows() -> None:
    rng = np.random.default_rng(3)
    rows, centres = random_rows(rng, 100), random_rows(rng, 6)
    labels = rng.integers(0, 5, 100).astype(np.uint16)
    rows[labels == 4] = centres[4]
    distances, farthest = np.zeros(6, dtype=np.int32), np.zeros(6, dtype=np.int64)
    _kernels.write_farthest(rows, centres, labels, distances, farthest)
    for cluster in range(4):
        by_distance = {row: plain_distance(rows[row], centres[cluster]) for row in np.flatnonzero(labels == cluster)}
        assert (distances[cluster], farthest[cluster]) == (
            max(by_distance.values()),
            max(by_distance, key=by_distance.__getitem__),
        )
    assert distances[4:].tolist() == [0, 0]
    assert farthest[4:].tolist() == [-1, -1]


@pytest.mark.kernels
def test_seeds_are_drawn_in_proportion_to_weight_and_distance() -> None:
    rng = np.random.default_rng(4)
    rows, weights = random_rows(rng, 50), rng.integers(1, 25, 50)
    state, centres = kernel_state(9), np.zeros((12, 6), dtype=np.uint8)
    plain_state = state.tolist()
    _kernels.write_seeds(rows, weights, state, centres)
    chosen: list[int] = []
    for _ in range(12):
        near = [min((plain_distance(row, rows[seed]) for seed in chosen), default=1) for row in rows]
        tickets = [place for place, share in enumerate(near) for _ in range(share * int(weights[place]))]
        chosen.append(tickets[drawn_word(plain_state) % len(tickets)])
    assert centres.tolist() == rows[chosen].tolist()


@pytest.mark.kernels
def test_a_sample_is_drawn_in_proportion_to_weights() -> None:
    weights = np.array([3, 0, 5, 1])
    state, drawn = kernel_state(5), np.zeros(500, dtype=np.int64)
    plain_state = state.tolist()
    _kernels.draw_weighted(np.cumsum(weights), state, drawn)
    tickets = [0, 0, 0, 2, 2, 2, 2, 2, 3]
    assert drawn.tolist() == [tickets[drawn_word(plain_state) % 9] for _ in range(500)]


class TestLloyd:
    @given(st.integers(0, 2**32), st.integers(1, 30), st.integers(1, 80))
    @settings(max_examples=30, deadline=None)
    def test_the_total_distance_never_grows(self, seed: int, count: int, size: int) -> None:
        rng = np.random.default_rng(seed)
        rows, weights = random_rows(rng, size), rng.integers(1, 25, size).astype(np.uint8)
        clusters = clusters_of(rows, weights, count, seed=seed)
        assert all(later <= earlier for earlier, later in pairwise(clusters.costs))
        assert clusters.labels.tolist() == plain_labels(rows, clusters.centres)
        distances = [
            plain_distance(row, clusters.centres[label]) for row, label in zip(rows, clusters.labels, strict=True)
        ]
        assert clusters.costs[-1] == int(np.dot(distances, weights))
        sums = clusters.centres.sum(axis=1)
        assert (np.diff(sums.astype(int)) >= 0).all()

    def test_clusters_that_are_far_apart_are_found(self) -> None:
        rng = np.random.default_rng(6)
        middles = np.array([[0] * 8, [100] * 4 + [0] * 4, [0] * 4 + [100] * 4, [200] * 8])
        truth = rng.integers(0, 4, 400)
        rows = (middles[truth] + rng.integers(0, 9, (400, 8))).astype(np.uint8)
        clusters = clusters_of(rows, np.ones(400, dtype=np.uint8), 4)
        assert len(set(zip(truth.tolist(), clusters.labels.tolist(), strict=True))) == 4

    @pytest.mark.parametrize("seed", [1, 2])
    def test_neither_threads_nor_chunks_matter(self, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
        rng = np.random.default_rng(7)
        rows, weights = random_rows(rng, 300), rng.integers(1, 25, 300).astype(np.uint8)
        first = clusters_of(rows, weights, 20, seed=seed)
        for cores, chunk in ((1, 300), (5, 7)):
            monkeypatch.setattr(chunked_work, "available_cores", lambda cores=cores: cores)
            monkeypatch.setattr(lloyd, "_ROWS", chunk)
            again = clusters_of(rows, weights, 20, seed=seed)
            assert again.centres.tobytes() == first.centres.tobytes()
            assert again.labels.tobytes() == first.labels.tobytes()
            assert again.costs == first.costs

    def test_seeds_make_a_difference(self) -> None:
        rng = np.random.default_rng(8)
        rows, weights = random_rows(rng, 300), np.ones(300, dtype=np.uint8)
        assert len({clusters_of(rows, weights, 20, seed=seed).centres.tobytes() for seed in range(4)}) > 1

    def test_more_clusters_than_different_rows(self) -> None:
        rows = np.repeat(np.array([[1, 2], [3, 3], [9, 0]], dtype=np.uint8), 5, axis=0)
        clusters = clusters_of(rows, np.ones(15, dtype=np.uint8), 8)
        assert clusters.costs[-1] == 0
        assert sorted(Counter(clusters.labels.tolist()).values()) == [5, 5, 5]

    def test_an_empty_cluster_gets_the_farthest_row(self) -> None:
        rows = np.array([[0], [1], [2], [50], [60]], dtype=np.uint8)
        # The second centre is nowhere near.
        centres, labels = np.array([[1], [200]], dtype=np.uint8), np.zeros(5, dtype=np.uint16)
        filled = lloyd._medians(rows, np.ones(5, dtype=np.uint8), centres, labels)
        assert filled.tolist() == [[2], [60]]

    def test_seeds_come_from_a_sample_of_many_rows(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(lloyd, "_SAMPLE", 50)
        rng = np.random.default_rng(9)
        rows = random_rows(rng, 200)
        weights = np.zeros(200, dtype=np.uint8)
        weights[:3] = 1
        rows[:3] = [[1] * 6, [2] * 6, [4] * 6]
        clusters = clusters_of(rows, weights, 3)
        assert clusters.centres.tolist() == rows[:3].tolist()
