"""Pruning a tree by the errors to be expected of it, in compiled code (Quinlan 1993, chapter 4)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined, kernel
from railbird.imitation.learners.tree._kernels import (
    LEAF,
    SMALL,
    Branches,
    Segments,
    count_classes,
    partition,
    total_and_most,
)

_TOLERANCE = 0.1
"""The number of errors more that a simpler tree may be expected to make."""

# Columns of `PrunedTree.stack`.
_NODE, _LOW, _HIGH, _ARE_CHILDREN_DONE, _IS_RAISED, _TOP = range(6)


class PrunedTree(NamedTuple):
    """The tree, and the nodes that are not pruned yet."""

    nodes: NDArray[np.int32]
    """Attribute (-1 for a leaf), cut, first child and number of children."""
    distributions: NDArray[np.float64]
    estimates: NDArray[np.float64]
    """Errors to be expected below each node."""
    stack: NDArray[np.int64]
    """A node, its segment, whether its children are done, whether it has been raised, so that its classes must be
    counted again, and where the rows end that are still needed."""
    branch_stack: NDArray[np.int64]
    """Nodes of a branch that may be raised, with their segments."""
    distribution: NDArray[np.float64]
    """The classes at a leaf of such a branch."""


@kernel
def collapse(nodes: NDArray[np.int32], distributions: NDArray[np.float64], errors: NDArray[np.float64]) -> None:
    """Turn nodes into leaves whose subtrees make no fewer errors in training. Children have larger numbers."""
    for node in range(len(nodes) - 1, -1, -1):
        total, most = total_and_most(distributions[node])
        errors[node] = total - most
        if nodes[node, 0] == LEAF:
            continue
        below = 0.0
        for child in range(nodes[node, 2], nodes[node, 2] + nodes[node, 3]):
            below += errors[child]
        if below >= errors[node] - 1e-3:
            nodes[node, 0] = LEAF
        errors[node] = below


@inlined
def estimated_errors(distribution: NDArray[np.float64], confidence: float, z: float) -> float:
    """Errors to be expected of a leaf: the upper limit of the binomial's confidence interval (Quinlan 1993, 4.2)."""
    total, most = total_and_most(distribution)
    if total < SMALL:
        return 0.0
    return total - most + added_errors(total, total - most, confidence, z)


@inlined
def added_errors(total: float, errors: float, confidence: float, z: float) -> float:
    if errors < 1:
        base = total * (1 - confidence ** (1 / total))
        if errors == 0:
            return base
        return base + errors * (upper_limit(total, 1.0, z) - base)
    return upper_limit(total, errors, z)


@inlined
def upper_limit(total: float, errors: float, z: float) -> float:
    if errors + 0.5 >= total:
        return max(total - errors, 0.0)
    share = (errors + 0.5) / total
    width = z * np.sqrt(share / total - share * share / total + z * z / (4 * total * total))
    return (share + z * z / (2 * total) + width) / (1 + z * z / total) * total - errors


@kernel
def prune(
    cells: NDArray[np.int32],
    target: NDArray[np.uint8],
    confidence: float,
    z: float,
    tree: PrunedTree,
    segments: Segments,
    branches: Branches,
) -> int:
    """Replace subtrees by leaves or by their largest branch where the expected errors do not grow by a tenth.

    Returns 0, or how many rows the arrays need to have; then everything must be started again.
    """
    nodes, stack = tree.nodes, tree.stack
    height = 1
    while height > 0:
        height -= 1
        node, low, high = stack[height, _NODE], stack[height, _LOW], stack[height, _HIGH]
        if not stack[height, _ARE_CHILDREN_DONE]:
            if stack[height, _IS_RAISED]:
                count_classes(segments, low, high, target, tree.distributions[node])
            if nodes[node, 0] == LEAF:
                tree.estimates[node] = estimated_errors(tree.distributions[node], confidence, z)
                continue
            needed = _push_children(cells, height, tree, segments, branches)
            height += 1 + nodes[node, 3]
        else:
            errors_of_tree, largest = _errors_of_children(node, tree)
            errors_of_branch, needed = _errors_if_raised(
                cells, target, confidence, z, largest, low, high, stack[height, _TOP], tree, segments, branches
            )
            errors_of_leaf = estimated_errors(tree.distributions[node], confidence, z)
            if _replace(node, largest, errors_of_leaf, errors_of_tree, errors_of_branch, tree):
                stack[height, _ARE_CHILDREN_DONE] = 0
                stack[height, _IS_RAISED] = 1
                height += 1
        if needed > len(segments.rows):
            return needed
    return 0


@inlined
def _push_children(
    cells: NDArray[np.int32], height: int, tree: PrunedTree, segments: Segments, branches: Branches
) -> int:
    """Put the children of a node on the stack, above the node itself. Return the number of rows needed for that."""
    stack = tree.stack
    node, low, high, top = stack[height, _NODE], stack[height, _LOW], stack[height, _HIGH], stack[height, _TOP]
    first, count = tree.nodes[node, 2], tree.nodes[node, 3]
    column, cut = cells[tree.nodes[node, 0]], tree.nodes[node, 1]
    needed = partition(column, cut, count, low, high, top, segments, branches)
    if needed > len(segments.rows):
        return needed
    stack[height, _ARE_CHILDREN_DONE] = 1
    for branch in range(count):
        child = height + 1 + branch
        stack[child, _NODE] = first + branch
        stack[child, _LOW] = branches.starts[branch]
        stack[child, _HIGH] = branches.starts[branch + 1]
        stack[child, _ARE_CHILDREN_DONE] = 0
        stack[child, _IS_RAISED] = stack[height, _IS_RAISED]
        stack[child, _TOP] = max(top, branches.starts[count])
    return needed


@inlined
def _errors_of_children(node: int, tree: PrunedTree) -> tuple[float, int]:
    """The errors to be expected of the children, and which of them has most examples."""
    first = tree.nodes[node, 2]
    largest, largest_total, errors = first, -1.0, 0.0
    for child in range(first, first + tree.nodes[node, 3]):
        total, _ = total_and_most(tree.distributions[child])
        errors += tree.estimates[child]
        if total + SMALL > largest_total:
            largest_total = total
            largest = child
    return errors, largest


@inlined
def _errors_if_raised(
    cells: NDArray[np.int32],
    target: NDArray[np.uint8],
    confidence: float,
    z: float,
    branch: int,
    low: int,
    high: int,
    top: int,
    tree: PrunedTree,
    segments: Segments,
    branches: Branches,
) -> tuple[float, int]:
    """The errors to be expected of a branch with all examples of its parent, and the number of rows needed."""
    nodes, stack = tree.nodes, tree.branch_stack
    stack[0, _NODE] = branch
    stack[0, _LOW] = low
    stack[0, _HIGH] = high
    height, errors = 1, 0.0
    while height > 0:
        height -= 1
        node, low, high = stack[height, _NODE], stack[height, _LOW], stack[height, _HIGH]
        if nodes[node, 0] == LEAF:
            count_classes(segments, low, high, target, tree.distribution)
            errors += estimated_errors(tree.distribution, confidence, z)
            continue
        column, cut, count = cells[nodes[node, 0]], nodes[node, 1], nodes[node, 3]
        needed = partition(column, cut, count, low, high, max(top, high), segments, branches)
        if needed > len(segments.rows):
            return errors, needed
        for place in range(count):
            stack[height, _NODE] = nodes[node, 2] + place
            stack[height, _LOW] = branches.starts[place]
            stack[height, _HIGH] = branches.starts[place + 1]
            height += 1
    return errors, 0


@inlined
def _replace(
    node: int, largest: int, errors_of_leaf: float, errors_of_tree: float, errors_of_branch: float, tree: PrunedTree
) -> bool:
    """Make a node a leaf, or its largest branch, if that is not much worse. Return whether a branch was raised."""
    if errors_of_leaf <= min(errors_of_tree, errors_of_branch) + _TOLERANCE + SMALL:
        tree.nodes[node, 0] = LEAF
        tree.estimates[node] = errors_of_leaf
        return False
    if errors_of_branch <= errors_of_tree + _TOLERANCE + SMALL:
        for field in range(4):
            tree.nodes[node, field] = tree.nodes[largest, field]
        return True
    tree.estimates[node] = errors_of_tree
    return False
