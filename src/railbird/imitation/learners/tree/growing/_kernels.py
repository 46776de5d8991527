"""Growing a tree from its root, in compiled code."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined, kernel
from railbird.imitation.learners.tree._kernels import (
    LEAF,
    SMALL,
    Branches,
    Segments,
    TrainingColumns,
    count_classes,
    partition,
    total_and_most,
)
from railbird.imitation.learners.tree.splitting._kernels import SplitWorkspace, ValueHistogram, best_split

DONE, NODES_NEEDED, ROWS_NEEDED = 0, 1, 2

# Places in `progress`: the height of the stack, the number of nodes, and the number of rows needed.
HEIGHT, NODES, ROWS = 0, 1, 2


class GrowingTree(NamedTuple):
    """The nodes so far, and those whose examples are not split yet."""

    nodes: NDArray[np.int32]
    """Attribute (-1 for a leaf), cut, first child and number of children."""
    distributions: NDArray[np.float64]
    stack: NDArray[np.int64]
    """A node and its segment."""


@kernel
def grow(
    columns: TrainingColumns,
    minimum: float,
    histogram: ValueHistogram,
    workspace: SplitWorkspace,
    branches: Branches,
    segments: Segments,
    tree: GrowingTree,
    progress: NDArray[np.int64],
) -> int:
    """Grow the tree below the nodes on the stack; the answer says whether arrays must grow before it can go on."""
    while progress[HEIGHT] > 0:
        progress[HEIGHT] -= 1
        height = progress[HEIGHT]
        node, low, high = tree.stack[height, 0], tree.stack[height, 1], tree.stack[height, 2]
        count_classes(segments, low, high, columns.target, tree.distributions[node])
        total, most = total_and_most(tree.distributions[node])
        tree.nodes[node, 0] = LEAF
        if total + SMALL < 2 * minimum or total - most < SMALL:
            continue
        rows, weights = segments.rows[low:high], segments.weights[low:high]
        attribute = best_split(columns, rows, weights, total, minimum, histogram, workspace)
        if attribute < 0:
            continue
        cut = np.int64(workspace.found[attribute, 2]) if columns.offsets[attribute] >= 0 else -1
        status = _split(node, columns, attribute, cut, low, high, branches, segments, tree, progress)
        if status != DONE:
            progress[HEIGHT] += 1
            return status
    return DONE


@inlined
def _split(
    node: int,
    columns: TrainingColumns,
    attribute: int,
    cut: int,
    low: int,
    high: int,
    branches: Branches,
    segments: Segments,
    tree: GrowingTree,
    progress: NDArray[np.int64],
) -> int:
    """Split a node, and put its children on the stack; if arrays are too short for that, nothing is done."""
    count = columns.sizes[attribute] if cut < 0 else 2
    if progress[NODES] + count > len(tree.nodes) or progress[HEIGHT] + count > len(tree.stack):
        return NODES_NEEDED
    needed = partition(columns.cells[attribute], cut, count, low, high, high, segments, branches)
    if needed > len(segments.rows):
        progress[ROWS] = needed
        return ROWS_NEEDED
    tree.nodes[node, 0] = attribute
    tree.nodes[node, 1] = cut
    tree.nodes[node, 2] = progress[NODES]
    tree.nodes[node, 3] = count
    for branch in range(count):
        tree.stack[progress[HEIGHT], 0] = progress[NODES] + branch
        tree.stack[progress[HEIGHT], 1] = branches.starts[branch]
        tree.stack[progress[HEIGHT], 2] = branches.starts[branch + 1]
        progress[HEIGHT] += 1
    progress[NODES] += count
    return DONE
