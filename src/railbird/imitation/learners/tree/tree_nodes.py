"""The nodes of a tree as arrays, and the arrays that growing and pruning work on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from railbird.imitation.learners.tree._kernels import Branches, Segments
from railbird.imitation.learners.tree.splitting._kernels import ValueHistogram

if TYPE_CHECKING:
    from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True)
class TreeNodes:
    """The nodes of a tree; the root is node 0, and the children of a node have consecutive numbers after its own."""

    nodes: NDArray[np.int32]
    """Attribute (-1 for a leaf), cut (-1 if nominal), first child, number of children."""
    distributions: NDArray[np.float64]
    """How many examples of each class reached the node."""

    def compacted(self) -> TreeNodes:
        """The nodes that can be reached, numbered level by level."""
        nodes = self.nodes.copy()
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
        return TreeNodes(nodes, self.distributions[kept])


def root_segment(count: int, room: int) -> Segments:
    """All examples, each with a weight of 1, in arrays with room for more rows."""
    rows, weights = np.zeros(room, np.int32), np.zeros(room)
    rows[:count] = np.arange(count)
    weights[:count] = 1.0
    return Segments(rows, weights, np.empty(room, np.int32), np.empty(room))


def space_for_branches(most: int) -> Branches:
    """Arrays for nodes with up to `most` branches."""
    return Branches(np.empty(most, np.int64), np.empty(most), np.empty(most + 1, np.int64))


def space_for_values(most: int, classes: int) -> ValueHistogram:
    """A histogram for attributes with up to `most` values."""
    return ValueHistogram(np.zeros((most, classes)), np.empty(most, np.int32), np.zeros(most, np.uint8))


def enlarged(array: NDArray[Number], room: int) -> NDArray[Number]:
    """A copy of an array with room for more rows."""
    larger = np.zeros((room, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger
