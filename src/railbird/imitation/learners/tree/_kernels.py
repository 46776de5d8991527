"""The examples at the nodes of a tree, and the classes that a tree predicts, in compiled code.

A segment is a range of places in `Segments`: the examples at a node. A row whose value is missing is in all branches,
with a part of its weight in each.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined, kernel

SMALL = 1e-6
"""Smaller differences count as none."""
MISSING = -1
LEAF = -1


class TrainingColumns(NamedTuple):
    """The examples by column. Numeric attributes have values, and nominal ones have an offset of -1."""

    cells: NDArray[np.int32]
    """Rank or number of the value, by attribute and row; MISSING where there is none."""
    target: NDArray[np.uint8]
    """The class of each row."""
    sizes: NDArray[np.int64]
    """How many values each attribute has."""
    offsets: NDArray[np.int64]
    """Where the sorted values of each numeric attribute begin in `values`."""
    values: NDArray[np.float64]


class Segments(NamedTuple):
    """Rows and weights in the order of the nodes, with room for a second copy while they are sorted."""

    rows: NDArray[np.int32]
    weights: NDArray[np.float64]
    spare_rows: NDArray[np.int32]
    spare_weights: NDArray[np.float64]


class Branches(NamedTuple):
    """The branches of the node that is being split."""

    counts: NDArray[np.int64]
    """Rows with a value; then the place where the next row of the branch goes."""
    shares: NDArray[np.float64]
    """The weight of the branch over that of all rows with a value."""
    starts: NDArray[np.int64]
    """Where the segment of the branch begins; after the last one, where that ends."""


@inlined
def branch_of(cell: int, cut: int) -> int:
    """The branch of a value: nominal attributes have no cut and a branch for each value."""
    if cut < 0:
        return cell
    return 0 if cell <= cut else 1


@kernel
def partition(
    column: NDArray[np.int32],
    cut: int,
    count: int,
    low: int,
    high: int,
    top: int,
    segments: Segments,
    branches: Branches,
) -> int:
    """Sort a segment by `count` branches: in place, or at `top` if values are missing. `branches` gets their limits.

    Returns how many rows the arrays need to have; if they have fewer, nothing is done.
    """
    rows, weights = segments.rows, segments.weights
    missing = _measure_branches(column, cut, count, low, high, segments, branches)
    end = _limit_branches(count, low if missing == 0 else top, missing, branches)
    if end > len(rows):
        return end
    for branch in range(count):
        branches.counts[branch] = branches.starts[branch]
    for place in range(low, high):
        cell = column[rows[place]]
        if cell != MISSING:
            _copy_to_branch(segments, place, 1.0, branch_of(cell, cut), branches)
    if missing:
        _copy_missing(column, count, low, high, segments, branches)
    for place in range(branches.starts[0], end):
        rows[place] = segments.spare_rows[place]
        weights[place] = segments.spare_weights[place]
    return end


@inlined
def _measure_branches(
    column: NDArray[np.int32], cut: int, count: int, low: int, high: int, segments: Segments, branches: Branches
) -> int:
    """Write the counts and shares of the branches. Return the number of rows without a value."""
    known_weight, missing = 0.0, 0
    for branch in range(count):
        branches.counts[branch] = 0
        branches.shares[branch] = 0.0
    for place in range(low, high):
        cell = column[segments.rows[place]]
        if cell == MISSING:
            missing += 1
            continue
        branch = branch_of(cell, cut)
        branches.counts[branch] += 1
        branches.shares[branch] += segments.weights[place]
        known_weight += segments.weights[place]
    for branch in range(count):
        branches.shares[branch] = branches.shares[branch] / known_weight if known_weight > 0 else 0.0
    return missing


@inlined
def _limit_branches(count: int, start: int, missing: int, branches: Branches) -> int:
    """Write where the segments of the branches begin, and return where the last one ends."""
    for branch in range(count):
        branches.starts[branch] = start
        start += branches.counts[branch] + (missing if branches.shares[branch] > SMALL else 0)
    branches.starts[count] = start
    return start


@inlined
def _copy_to_branch(segments: Segments, place: int, share: float, branch: int, branches: Branches) -> None:
    target = branches.counts[branch]
    segments.spare_rows[target] = segments.rows[place]
    segments.spare_weights[target] = segments.weights[place] * share
    branches.counts[branch] += 1


@inlined
def _copy_missing(
    column: NDArray[np.int32], count: int, low: int, high: int, segments: Segments, branches: Branches
) -> None:
    """Copy the rows without a value to all branches that have a weight."""
    for branch in range(count):
        share = branches.shares[branch]
        if share <= SMALL:
            continue
        for place in range(low, high):
            if column[segments.rows[place]] == MISSING:
                _copy_to_branch(segments, place, share, branch, branches)


@inlined
def count_classes(
    segments: Segments, low: int, high: int, target: NDArray[np.uint8], distribution: NDArray[np.float64]
) -> None:
    """Add up the weights of a segment by class."""
    for label in range(len(distribution)):
        distribution[label] = 0.0
    for place in range(low, high):
        distribution[target[segments.rows[place]]] += segments.weights[place]


@inlined
def total_and_most(distribution: NDArray[np.float64]) -> tuple[float, float]:
    total, most = 0.0, 0.0
    for count in distribution:
        total += count
        most = max(most, count)
    return total, most


@kernel
def class_probabilities(
    inputs: NDArray[np.float64],
    nodes: NDArray[np.int32],
    thresholds: NDArray[np.float64],
    totals: NDArray[np.float64],
    leaves: NDArray[np.float64],
    stack: NDArray[np.int64],
    parts: NDArray[np.float64],
    answer: NDArray[np.float64],
) -> None:
    """The classes of the leaves that each row of inputs reaches; NaN goes down all branches, in proportion."""
    for row in range(len(inputs)):
        stack[0] = 0
        parts[0] = 1.0
        height = 1
        while height > 0:
            height -= 1
            part = parts[height]
            node = _descend(inputs, row, stack[height], nodes, thresholds)
            if nodes[node, 0] == LEAF:
                for label in range(leaves.shape[1]):
                    answer[row, label] += part * leaves[node, label]
                continue
            for child in range(nodes[node, 2], nodes[node, 2] + nodes[node, 3]):
                share = totals[child] / totals[node]
                if share > 0:
                    stack[height] = child
                    parts[height] = part * share
                    height += 1


@inlined
def _descend(
    inputs: NDArray[np.float64], row: int, node: int, nodes: NDArray[np.int32], thresholds: NDArray[np.float64]
) -> int:
    """The leaf below a node that a row reaches, or the first node on the way whose attribute is missing."""
    while nodes[node, 0] != LEAF:
        value, first = inputs[row, nodes[node, 0]], np.int64(nodes[node, 2])
        if np.isnan(value):
            break
        branch = np.int64(value > thresholds[node]) if nodes[node, 1] >= 0 else np.int64(value)
        node = first + branch
    return node
