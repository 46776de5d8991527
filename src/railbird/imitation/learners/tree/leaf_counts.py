"""How many examples the leaves of a tree rest on: leaves with few or none are guesses (Kischka 2014, 5.1 and B.1)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from railbird.statistics import COUNT, SHARE, TEXT, Column, Table

if TYPE_CHECKING:
    from railbird.imitation.learners.tree.decision_tree import DecisionTree
    from railbird.statistics import Cell

_LIMITS = (1, 2, 5, 10, 100, 1000)


def leaf_table(tree: DecisionTree) -> Table:
    """The number of leaves by the number of examples that reached them, and the share of all examples there."""
    totals = tree.distributions_[tree.nodes_[:, 0] < 0].sum(axis=1)
    groups = np.searchsorted(_LIMITS, np.round(totals, 6), side="right")
    ranges = [f"{low} to {high - 1}" for low, high in pairwise(_LIMITS[1:])]
    names = ["0", "1", *ranges, f"{_LIMITS[-1]:,}+"]
    columns = [
        Column("examples", TEXT, "examples that reached the leaf in training"),
        Column("leaves", COUNT),
        Column("share_of_leaves", SHARE, shown_as="share of leaves"),
        Column("share_of_examples", SHARE, shown_as="share of examples"),
    ]
    rows: list[tuple[Cell, ...]] = []
    for group, name in enumerate(names):
        own = totals[groups == group]
        rows.append((name, len(own), len(own) / len(totals), float(own.sum() / totals.sum())))
    return Table("leaves", "Leaves by number of examples", columns, rows)
