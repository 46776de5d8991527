"""Trees as text, a line for each branch, with the number of examples that reached it and of those it is wrong about."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from railbird.imitation.learners.tree.decision_tree import DecisionTree

_INDENT = "|   "
_SMALL = 1e-6


def tree_text(tree: DecisionTree, *, most_lines: int | None = None) -> str:
    """The tree in the notation of Weka, cut to `most_lines` lines as in `shortened` (default: all lines)."""
    return shortened(list(_lines(tree)), most_lines)


def shortened(lines: list[str], most_lines: int | None) -> str:
    """The lines as text; beyond `most_lines`, the last line says how many more there are."""
    if most_lines is not None and len(lines) > most_lines:
        lines[most_lines - 1 :] = [f"... and {len(lines) - most_lines + 1:,} more lines"]
    return "\n".join(lines)


def _lines(tree: DecisionTree) -> Iterator[str]:
    if tree.nodes_[0, 0] < 0:
        yield f": {leaf_text(tree, 0, 0)}"
        return
    # A branch is its node, its place among its siblings, its parent and its depth.
    stack = _branches(tree, 0, 0)
    while stack:
        node, place, parent, depth = stack.pop()
        condition = _INDENT * depth + condition_text(tree, parent, place)
        if tree.nodes_[node, 0] < 0:
            yield f"{condition}: {leaf_text(tree, node, parent)}"
        else:
            yield condition
            stack += _branches(tree, node, depth + 1)


def _branches(tree: DecisionTree, node: int, depth: int) -> list[tuple[int, int, int, int]]:
    _, _, first, count = map(int, tree.nodes_[node])
    return [(first + place, place, node, depth) for place in reversed(range(count))]


def condition_text(tree: DecisionTree, node: int, place: int) -> str:
    """The condition of a branch: `POT_ODDS <= 0.25`, `HERO_POSITION = SB`."""
    attribute = tree.attributes_[tree.nodes_[node, 0]]
    if attribute.is_nominal:
        return f"{attribute.name} = {attribute.values[place]}"
    return f"{attribute.name} {'<=' if place == 0 else '>'} {number_text(float(tree.thresholds_[node]))}"


def number_text(number: float) -> str:
    """A threshold with up to six decimals."""
    return f"{number:.6f}".rstrip("0").rstrip(".")


def leaf_text(tree: DecisionTree, node: int, parent: int) -> str:
    """The class of a leaf with its counts: `CALL (42.0/3.0)`."""
    counts: NDArray[np.float64] = tree.distributions_[node]
    total = float(counts.sum())
    label = (counts if total > 0 else tree.distributions_[parent]).argmax()
    wrong = total - float(counts.max())
    numbers = f"{round(total, 2)}/{round(wrong, 2)}" if wrong > _SMALL else f"{round(total, 2)}"
    return f"{tree.labels_[int(label)]} ({numbers})"
