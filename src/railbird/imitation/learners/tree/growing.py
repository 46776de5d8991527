"""Grows and prunes a tree: allocates what the kernels need, and more when they ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from railbird.imitation.learners.tree import _kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.imitation.learners.tree.ranked_columns import RankedColumns

Number = TypeVar("Number", bound=np.generic)

_FIRST_NODES = 4096
_LARGEST_TABLE = 2**22


@dataclass(frozen=True)
class TreeNodes:
    """The nodes of a tree; the root is node 0, and the children of a node have consecutive numbers after its own."""

    nodes: NDArray[np.int32]
    """Attribute (-1 for a leaf), cut (-1 if nominal), first child, number of children."""
    distributions: NDArray[np.float64]
    """How many examples of each class reached the node."""


@dataclass
class _Segments:
    """Rows and weights, with room for a second copy while they are sorted."""

    rows: NDArray[np.int32]
    weights: NDArray[np.float64]
    spare_rows: NDArray[np.int32]
    spare_weights: NDArray[np.float64]

    @classmethod
    def of(cls, count: int, room: int) -> _Segments:
        rows, weights = np.zeros(room, np.int32), np.zeros(room)
        rows[:count] = np.arange(count)
        weights[:count] = 1.0
        return cls(rows, weights, np.empty(room, np.int32), np.empty(room))

    def enlarge(self, room: int) -> None:
        for name in ("rows", "weights", "spare_rows", "spare_weights"):
            setattr(self, name, _enlarged(getattr(self, name), room))

    def arrays(self) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.int32], NDArray[np.float64]]:
        return self.rows, self.weights, self.spare_rows, self.spare_weights


def _enlarged(array: NDArray[Number], room: int) -> NDArray[Number]:
    larger = np.zeros((room, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger


def grow_tree(columns: RankedColumns, target: NDArray[np.uint8], *, classes: int, minimum: float) -> TreeNodes:
    """Grow the whole tree, without pruning."""
    count = len(target)
    segments = _Segments.of(count, count)
    nodes, distributions = np.zeros((_FIRST_NODES, 4), np.int32), np.zeros((_FIRST_NODES, classes))
    stack, progress = np.zeros((_FIRST_NODES, 3), np.int64), np.array([1, 1, 0])
    stack[0] = (0, 0, count)
    table = _x_log_x_table(count)
    while True:
        status = _kernels.grow(
            columns.cells,
            target,
            columns.sizes,
            columns.offsets,
            columns.values,
            float(minimum),
            table,
            nodes,
            distributions,
            *segments.arrays(),
            stack,
            progress,
        )
        if status == _kernels.DONE:
            return TreeNodes(nodes[: progress[1]].copy(), distributions[: progress[1]].copy())
        if status == _kernels.ROWS_NEEDED:
            segments.enlarge(2 * int(progress[2]))
        else:
            room = 2 * len(nodes) + int(columns.sizes.max())
            nodes, distributions = _enlarged(nodes, room), _enlarged(distributions, room)
            stack = _enlarged(stack, room)


def _x_log_x_table(count: int) -> NDArray[np.float64]:
    numbers = np.arange(min(count, _LARGEST_TABLE) + 1, dtype=np.float64)
    return numbers * np.log(np.maximum(numbers, 1))


def prune_tree(tree: TreeNodes, columns: RankedColumns, target: NDArray[np.uint8], *, confidence: float) -> TreeNodes:
    """Collapse and prune a tree, and number its nodes again."""
    _kernels.collapse(tree.nodes, tree.distributions, np.empty(len(tree.nodes)))
    tree = compacted(tree)
    z = NormalDist().inv_cdf(1 - confidence)
    needed = len(target)
    while needed:
        nodes, distributions = tree.nodes.copy(), tree.distributions.copy()
        segments = _Segments.of(len(target), needed if needed == len(target) else 2 * needed)
        stack, branch_stack = np.zeros((len(nodes) + 1, 6), np.int64), np.zeros((len(nodes) + 1, 3), np.int64)
        stack[0] = (0, 0, len(target), 0, 0, len(target))
        needed = _kernels.prune(
            columns.cells,
            target,
            float(confidence),
            z,
            nodes,
            distributions,
            *segments.arrays(),
            stack,
            branch_stack,
            np.zeros(len(nodes)),
        )
    return compacted(TreeNodes(nodes, distributions))


def compacted(tree: TreeNodes) -> TreeNodes:
    """The nodes that can be reached, numbered level by level."""
    nodes = tree.nodes.copy()
    levels = [np.zeros(1, np.int64)]
    first = 1
    while len(inner := levels[-1][nodes[levels[-1], 0] >= 0]):
        counts = nodes[inner, 3].astype(np.int64)
        old_first = np.repeat(nodes[inner, 2], counts)
        within = np.arange(counts.sum()) - np.repeat(counts.cumsum() - counts, counts)
        levels.append(old_first + within)
        nodes[inner, 2] = first + counts.cumsum() - counts
        first += int(counts.sum())
    kept = np.concatenate(levels)
    nodes = nodes[kept]
    nodes[nodes[:, 0] < 0, 1:] = -1, 0, 0
    return TreeNodes(nodes, tree.distributions[kept])
