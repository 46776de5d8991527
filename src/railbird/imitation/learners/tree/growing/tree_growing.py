"""Grows a tree: allocates what the kernel needs, and more when it asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.imitation.learners.tree._kernels import Segments, TrainingColumns
from railbird.imitation.learners.tree.growing import _kernels
from railbird.imitation.learners.tree.splitting._kernels import SplitWorkspace
from railbird.imitation.learners.tree.tree_nodes import (
    TreeNodes,
    enlarged,
    root_segment,
    space_for_branches,
    space_for_values,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.imitation.learners.tree.ranked_columns import RankedColumns

_FIRST_NODES = 4096
_LARGEST_TABLE = 2**22


def grow_tree(columns: RankedColumns, target: NDArray[np.uint8], *, classes: int, minimum: float) -> TreeNodes:
    """Grow the whole tree, without pruning."""
    count, most_values = len(target), max(int(columns.sizes.max()), 2)
    segments = root_segment(count, count)
    tree = _kernels.GrowingTree(
        np.zeros((_FIRST_NODES, 4), np.int32), np.zeros((_FIRST_NODES, classes)), np.zeros((_FIRST_NODES, 3), np.int64)
    )
    tree.stack[0] = (0, 0, count)
    progress = np.array([1, 1, 0])
    examples = TrainingColumns(columns.cells, target, columns.sizes, columns.offsets, columns.values)
    histogram = space_for_values(most_values, classes)
    workspace = _workspace(columns, count, most_values, classes)
    branches = space_for_branches(most_values)
    while True:
        status = _kernels.grow(examples, float(minimum), histogram, workspace, branches, segments, tree, progress)
        if status == _kernels.DONE:
            nodes = progress[_kernels.NODES]
            return TreeNodes(tree.nodes[:nodes].copy(), tree.distributions[:nodes].copy())
        if status == _kernels.ROWS_NEEDED:
            room = 2 * int(progress[_kernels.ROWS])
            segments = Segments._make(enlarged(array, room) for array in segments)
        else:
            room = 2 * len(tree.nodes) + most_values
            tree = _kernels.GrowingTree._make(enlarged(array, room) for array in tree)


def _workspace(columns: RankedColumns, count: int, most_values: int, classes: int) -> SplitWorkspace:
    numbers = np.arange(min(count, _LARGEST_TABLE) + 1, dtype=np.float64)
    return SplitWorkspace(
        logarithms=numbers * np.log(np.maximum(numbers, 1)),
        bags=np.empty(most_values),
        left=np.empty(max(classes, 2)),
        right=np.empty(max(classes, 2)),
        found=np.empty((len(columns.cells), 3)),
    )
