"""A decision tree as a drawing (SVG): from left to right, leaves in the colours of actions, with counts."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from railbird.imitation.learners.tree.tree_text import condition_text, leaf_text
from railbird.reports.palette import choice_color

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.imitation.learners.tree import DecisionTree

DEFAULT_DEPTH = 5
_NOT_AN_ACTION = "INVALID"
"""A value of the class attribute that no decision has."""
_ROW, _CHARACTER, _GAP, _MARGIN = 24, 6.6, 34, 12
"""Pixels: height of a line of leaves, width of a character, space between columns, and around the drawing."""
_STYLE = (
    ".tree text{font:11px sans-serif;fill:#1a1a1a}.tree path{fill:none;stroke:#b0b0b0}"
    ".tree rect{stroke:#6a6a6a;rx:3px}.tree .node,.tree .back{fill:#ffffff}.tree .back{stroke:none}"
)
"""Plain colours, which every program that shows SVG knows; a page that is dark has its own for these classes."""


@dataclass
class _Box:
    """A node of the drawing, with the words of the branch that leads to it and those in its box."""

    branch: str
    words: str
    color: str | None
    """Of the action of a leaf; None for other nodes."""
    depth: int
    parent: _Box | None
    row: float = 0.0
    children: int = 0


def tree_svg(tree: DecisionTree, *, depth: int = DEFAULT_DEPTH) -> str:
    """Draw a tree down to a depth; branches that no example took are left out, and deeper subtrees are one box."""
    boxes = _boxes(tree, depth)
    _place(boxes)
    widths = [
        max(_CHARACTER * max(len(box.branch), len(box.words)) for box in boxes if box.depth == column) + 16
        for column in range(max(box.depth for box in boxes) + 1)
    ]
    lefts = [_MARGIN + sum(widths[:column]) + _GAP * column for column in range(len(widths))]
    height = _ROW * (1 + max(box.row for box in boxes)) * 1.5 + 2 * _MARGIN
    width = lefts[-1] + widths[-1] + _MARGIN
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tree" {size}>',
        f"<style>{_STYLE}</style>",
        f'<rect width="{width:.0f}" height="{height:.0f}" class="back"/>',
        *(_line(box, lefts, widths) for box in boxes if box.parent is not None),
        *(_box(box, lefts) for box in boxes),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _boxes(tree: DecisionTree, depth: int) -> list[_Box]:
    """All boxes from top to bottom, parents before their children."""
    boxes: list[_Box] = []
    labels = [label.lower() for label in tree.labels_ if label != _NOT_AN_ACTION]
    stack: list[tuple[int, int, str, int, _Box | None]] = [(0, 0, "", 0, None)]
    while stack:
        node, parent, branch, level, above = stack.pop()
        attribute, _, first, count = tree.nodes_[node].tolist()
        is_leaf = attribute < 0 or level == depth
        words = leaf_text(tree, node, parent) if attribute < 0 else f"{int(tree.distributions_[node].sum()):,} examples"
        if attribute >= 0 and is_leaf:
            words += ", more below"
        color = choice_color(words.split(" (")[0].lower(), labels) if attribute < 0 else None
        box = _Box(branch, words, color, level, above)
        boxes.append(box)
        if is_leaf:
            continue
        taken = [place for place in range(count) if tree.distributions_[first + place].sum() > 0]
        box.children = len(taken)
        stack += [(first + place, node, condition_text(tree, node, place), level + 1, box) for place in reversed(taken)]
    return boxes


def _place(boxes: Sequence[_Box]) -> None:
    """Give each box its row: leaves one after another, parents in the middle of their children."""
    row = 0
    for box in boxes:
        if not box.children:
            box.row = row
            row += 1
    for box in reversed(boxes):
        if box.children:
            rows = [other.row for other in boxes if other.parent is box]
            box.row = (rows[0] + rows[-1]) / 2


def _top(box: _Box) -> float:
    return _MARGIN + 1.5 * _ROW * box.row + _ROW / 2


def _line(box: _Box, lefts: Sequence[float], widths: Sequence[float]) -> str:
    """A curve from the parent's box to this one."""
    above = box.parent
    if above is None:
        return ""
    start = lefts[above.depth] + _CHARACTER * len(above.words) + 12
    # Straight below the words of long branches, and bent between the columns.
    bend, stop = lefts[above.depth] + widths[above.depth], lefts[box.depth]
    middle, top, bottom = (bend + stop) / 2, _top(above), _top(box)
    curve = f"C{middle:.0f} {top:.0f} {middle:.0f} {bottom:.0f} {stop:.0f} {bottom:.0f}"
    return f'<path d="M{start:.0f} {top:.0f} H{max(start, bend):.0f} {curve}"/>'


def _box(box: _Box, lefts: Sequence[float]) -> str:
    left, top = lefts[box.depth], _top(box)
    width = _CHARACTER * len(box.words) + 12
    branch = f'<text x="{left + 2:.0f}" y="{top - 11:.0f}">{escape(box.branch)}</text>' if box.branch else ""
    look = 'class="node"' if box.color is None else f'fill="{box.color}"'
    words = "words" if box.color is None else "leaf"
    return (
        f'{branch}<rect x="{left:.0f}" y="{top - 8:.0f}" width="{width:.0f}" height="17" {look}/>'
        f'<text x="{left + 6:.0f}" y="{top + 5:.0f}" class="{words}">{escape(box.words)}</text>'
    )
