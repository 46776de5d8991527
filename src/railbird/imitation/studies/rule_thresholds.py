"""Thresholds that a tree has found, beside those of the original's rule (Kischka 2014, 7.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import LearnerError
from railbird.imitation.learners.tree import DecisionTree
from railbird.statistics import COUNT, Column, Table
from railbird.statistics.table_columns import SIGNIFICANT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.imitation.models.model_folder import ImitationModel
    from railbird.statistics import Cell


def thresholds_of(tree: DecisionTree, attribute: str) -> list[tuple[float, int]]:
    """The thresholds at which a tree splits an attribute, and the number of examples there."""
    names = [known.name for known in tree.attributes_]
    is_split = tree.nodes_[:, 0] == names.index(attribute) if attribute in names else np.zeros(len(tree.nodes_), bool)
    nodes = np.flatnonzero(is_split)
    return [(float(tree.thresholds_[node]), round(float(tree.distributions_[node].sum()))) for node in nodes]


def rule_table(model: ImitationModel, rule: Mapping[str, Mapping[str, Sequence[float]]]) -> Table:
    """For each threshold of the rule, the nearest one in the tree of that street."""
    columns = [
        Column("street"),
        Column("attribute"),
        Column("rule", SIGNIFICANT, "threshold of the original's rule"),
        Column("tree", SIGNIFICANT, "nearest threshold in the tree"),
        Column("distance", SIGNIFICANT, "distance between the two"),
        Column("examples", COUNT, "decisions that were split there"),
    ]
    rows: list[tuple[Cell, ...]] = []
    for street, attributes in rule.items():
        tree = model.learner(street)
        if not isinstance(tree, DecisionTree):
            raise LearnerError(f"{street}: thresholds are found in trees: train the model with the learner tree")
        for attribute, values in attributes.items():
            thresholds = thresholds_of(tree, attribute)
            for value in values:
                near = min(thresholds, key=lambda split: abs(split[0] - value), default=None)
                split = (None, None, None) if near is None else (near[0], abs(near[0] - value), near[1])
                rows.append((street, attribute, value, *split))
    return Table("rule", "Thresholds of the tree and of the original's rule", columns, rows)
