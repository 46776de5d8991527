"""Prunes a tree: allocates what the kernels need, and starts again with more if they ask for it."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from railbird.imitation.learners.tree.pruning import _kernels
from railbird.imitation.learners.tree.tree_nodes import TreeNodes, root_segment, space_for_branches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.imitation.learners.tree.ranked_columns import RankedColumns


def prune_tree(tree: TreeNodes, columns: RankedColumns, target: NDArray[np.uint8], *, confidence: float) -> TreeNodes:
    """Collapse and prune a tree, and number its nodes again."""
    _kernels.collapse(tree.nodes, tree.distributions, np.empty(len(tree.nodes)))
    tree = tree.compacted()
    z = NormalDist().inv_cdf(1 - confidence)
    branches = space_for_branches(max(int(tree.nodes[:, 3].max()), 2))
    room = needed = len(target)
    while needed:
        pruned = _pruned_tree(tree, len(target))
        segments = root_segment(len(target), room)
        needed = _kernels.prune(columns.cells, target, float(confidence), z, pruned, segments, branches)
        room = 2 * needed
    return TreeNodes(pruned.nodes, pruned.distributions).compacted()


def _pruned_tree(tree: TreeNodes, count: int) -> _kernels.PrunedTree:
    """A copy of the tree, with only its root to prune so far."""
    size, classes = tree.distributions.shape
    pruned = _kernels.PrunedTree(
        nodes=tree.nodes.copy(),
        distributions=tree.distributions.copy(),
        estimates=np.zeros(size),
        stack=np.zeros((size + 1, 6), np.int64),
        branch_stack=np.zeros((size + 1, 3), np.int64),
        distribution=np.empty(classes),
    )
    pruned.stack[0] = (0, 0, count, 0, 0, count)
    return pruned
