"""The way of one decision through a tree: the condition at each node, and what the examples there did."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

from railbird.imitation.learners.tree.tree_text import condition_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.imitation.learners.tree.decision_tree import DecisionTree


@dataclass(frozen=True)
class PathStep:
    """A node on the way."""

    condition: str
    """The condition of the branch that was taken, such as `POT_ODDS <= 0.25`; empty at a leaf."""
    value: str | float | None
    """The value of the attribute that is tested; None if it is missing, or at a leaf."""
    examples: Mapping[str, float]
    """By class: the number of training examples that reached the node."""


def tree_path(tree: DecisionTree, row: Mapping[str, object]) -> list[PathStep]:
    """The nodes from the root to the leaf that a row reaches.

    Where a value is missing the way ends: the tree then predicts from all branches, weighted by their examples.
    """
    node = 0
    steps: list[PathStep] = []
    while True:
        attribute, _, first, _ = tree.nodes_[node].tolist()
        examples = {
            label: float(count)
            for label, count in zip(tree.labels_, tree.distributions_[node], strict=True)
            if count > 0
        }
        if attribute < 0:
            return [*steps, PathStep("", None, examples)]
        number = tree.encode_row.number(row, attribute)
        if isnan(number):
            return [*steps, PathStep(f"{tree.attributes_[attribute].name} is missing", None, examples)]
        threshold = float(tree.thresholds_[node])
        place = int(number) if isnan(threshold) else int(number > threshold)
        value = tree.attributes_[attribute].values[place] if isnan(threshold) else number
        steps.append(PathStep(condition_text(tree, node, place), value, examples))
        node = first + place
