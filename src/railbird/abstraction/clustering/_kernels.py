"""Clusters of rows of integers in compiled code: nearest centres, medians, seeds."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into, count_up_to, random_word
from railbird.compiled import inlined, kernel

Rows: TypeAlias = NDArray[np.unsignedinteger[Any]]
"""Rows of 8 or 16 bits a number."""
_FAR = np.int32(2**31 - 1)


@inlined
def _distance(row: Rows, centre: Rows) -> np.int32:
    total = np.int32(0)
    for place in range(len(row)):
        total += abs(np.int32(row[place]) - np.int32(centre[place]))
    return total


@kernel
def assign_rows(
    rows: Rows,
    weights: NDArray[np.uint8],
    centres: Rows,
    sums: NDArray[np.int32],
    labels: NDArray[np.uint16],
) -> int:
    """Replace the label of each row by its nearest centre, the first among equals; the sum of weight * distance.

    The sums of the centres ascend. Two rows are at least as far apart as their sums, so the search starts at the
    row's own sum, and ends in both directions where the sums are farther than the nearest centre yet.
    """
    cost = np.int64(0)
    for i in range(len(rows)):
        row = rows[i]
        total = np.int32(0)
        for value in row:
            total += np.int32(value)
        nearest = np.int64(labels[i])
        best = _distance(row, centres[nearest])
        above = count_up_to(sums, total - 1)
        below = above - 1
        while True:
            gap_below = total - sums[below] if below >= 0 else _FAR
            gap_above = sums[above] - total if above < len(sums) else _FAR
            if min(gap_below, gap_above) > best:
                break
            if gap_below <= gap_above:
                centre = below
                below -= 1
            else:
                centre = above
                above += 1
            distance = _distance(row, centres[centre])
            if distance < best or (distance == best and centre < nearest):
                best, nearest = distance, centre
        labels[i] = nearest
        cost += np.int64(weights[i]) * np.int64(best)
    return cost


@kernel
def write_medians(
    members: NDArray[np.int32],
    starts: NDArray[np.int64],
    rows: Rows,
    weights: NDArray[np.uint8],
    levels: int,
    centres: Rows,
) -> None:
    """Write the weighted median of each column for each cluster; empty clusters keep their centre.

    The rows of cluster i are `members[starts[i]:starts[i + 1]]`; their values are below `levels`.
    """
    columns = rows.shape[1]
    weight_at = np.empty((columns, levels), dtype=np.int64)
    for cluster in range(len(centres)):
        weight_at[:] = 0
        total = np.int64(0)
        for member in members[starts[cluster] : starts[cluster + 1]]:
            weight = np.int64(weights[member])
            total += weight
            for column in range(columns):
                weight_at[column, rows[member, column]] += weight
        if total == 0:
            continue
        for column in range(columns):
            level = 0
            covered = weight_at[column, 0]
            while 2 * covered < total:
                level += 1
                covered += weight_at[column, level]
            centres[cluster, column] = level


@kernel
def group_by_label(labels: NDArray[np.uint16], starts: NDArray[np.int64], members: NDArray[np.int32]) -> None:
    """Write the rows of each cluster next to each other, ascending, and where each cluster starts."""
    starts[:] = 0
    for label in labels:
        starts[np.int64(label) + 1] += 1
    for cluster in range(1, len(starts)):
        starts[cluster] += starts[cluster - 1]
    free = starts.copy()
    for row in range(len(labels)):
        label = labels[row]
        members[free[label]] = row
        free[label] += 1


@kernel
def write_farthest(
    rows: Rows,
    centres: Rows,
    labels: NDArray[np.uint16],
    distances: NDArray[np.int32],
    farthest: NDArray[np.int64],
) -> None:
    """By cluster: the largest distance of a row from the centre, and the first row with it."""
    distances[:] = 0
    farthest[:] = -1
    for i in range(len(rows)):
        label = labels[i]
        distance = _distance(rows[i], centres[label])
        if distance > distances[label]:
            distances[label], farthest[label] = distance, i


@kernel
def draw_weighted(cumulative: NDArray[np.int64], state: NDArray[np.uint64], drawn: NDArray[np.int64]) -> None:
    """Draw places with probabilities in proportion to their weights, which are given as cumulative sums."""
    for i in range(len(drawn)):
        drawn[i] = count_up_to(cumulative, _below(state, cumulative[-1]))


@inlined
def _below(state: NDArray[np.uint64], bound: int) -> int:
    """A random number from 0 to bound - 1; the bias is less than bound / 2**64."""
    return np.int64(random_word(state) % np.uint64(bound))


@kernel
def write_seeds(rows: Rows, weights: NDArray[np.int64], state: NDArray[np.uint64], centres: Rows) -> None:
    """Write rows as centres: each drawn in proportion to weight * distance from the nearest centre yet.

    If there are fewer different rows than centres, the rest of the centres are copies of the last row.
    """
    distances = np.ones(len(rows), dtype=np.int64)
    for seed in range(len(centres)):
        total = np.int64(0)
        for i in range(len(rows)):
            total += weights[i] * distances[i]
        chosen = len(rows) - 1
        if total > 0:
            left = _below(state, total)
            chosen = 0
            while left >= weights[chosen] * distances[chosen]:
                left -= weights[chosen] * distances[chosen]
                chosen += 1
        copy_into(rows[chosen], centres[seed])
        for i in range(len(rows)):
            distance = np.int64(_distance(rows[i], centres[seed]))
            distances[i] = distance if seed == 0 else min(distances[i], distance)
