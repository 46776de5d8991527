"""A decision tree that is grown and pruned as C4.5 does."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import LearnerError
from railbird.imitation.learners.encoding import codes_of
from railbird.imitation.learners.learner import Classifier
from railbird.imitation.learners.tree import _kernels
from railbird.imitation.learners.tree.growing.tree_growing import grow_tree
from railbird.imitation.learners.tree.pruning.tree_pruning import prune_tree
from railbird.imitation.learners.tree.ranked_columns import RankedColumns

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl
    from numpy.typing import NDArray

    from railbird.imitation.learners.tree.tree_nodes import TreeNodes

_LEAF = -1
_SMALL = _kernels.SMALL


class DecisionTree(Classifier):
    """Numeric attributes are split in two, nominal ones have a branch for each value (Quinlan, C4.5, 1993).

    `confidence` is that of pruning: less prunes more. `minimum` is the number of examples that at least two branches
    must have. The defaults are those of J48 in Weka, whose trees these are.
    """

    learned = ("nodes", "thresholds", "distributions")
    nodes_: NDArray[np.int32]
    """Attribute (-1 for a leaf), 0 or greater if numeric else -1, first child, number of children."""
    thresholds_: NDArray[np.float64]
    distributions_: NDArray[np.float64]

    def __init__(self, confidence: float = 0.25, minimum: float = 2) -> None:
        if not 0 < confidence <= 0.5:
            raise LearnerError(f"confidence={confidence}: the confidence of pruning is above 0 and at most 0.5")
        if not minimum >= 1:
            raise LearnerError(f"minimum={minimum}: a branch has at least 1 example")
        self.confidence = confidence
        self.minimum = minimum

    def _fit(self, rows: pl.DataFrame, target: pl.Series, outcome: pl.Series | None) -> None:  # noqa: ARG002
        columns = RankedColumns.of(rows, self.attributes_)
        codes = codes_of(target).astype(np.uint8)
        tree = grow_tree(columns, codes, classes=len(self.labels_), minimum=self.minimum)
        tree = prune_tree(tree, columns, codes, confidence=self.confidence)
        self._take(tree, columns)

    def _take(self, tree: TreeNodes, columns: RankedColumns) -> None:
        self.nodes_ = tree.nodes
        self.distributions_ = tree.distributions
        self.thresholds_ = np.full(len(tree.nodes), np.nan)
        is_numeric = tree.nodes[:, 1] >= 0
        attribute, cut = tree.nodes[is_numeric, 0], tree.nodes[is_numeric, 1]
        self.thresholds_[is_numeric] = columns.values[columns.offsets[attribute] + cut]
        self.nodes_[is_numeric, 1] = 0
        self._prepare()

    def _prepare(self) -> None:
        """What predicting needs: classes of nodes, and the tree as lists for single rows."""
        totals = self.distributions_.sum(axis=1)
        parents = np.zeros(len(self.nodes_), np.int64)
        inner = np.flatnonzero(self.nodes_[:, 0] >= 0)
        parents[1:] = np.repeat(inner, self.nodes_[inner, 3])
        # A branch that no example took predicts what its parent would.
        source = np.where(totals > 0, np.arange(len(totals)), parents)
        self._totals = totals
        self._probabilities = self.distributions_[source] / np.maximum(totals[source], _SMALL)[:, None]
        self._walk: tuple[list[int], list[int], list[float], list[int]] = (
            self.nodes_[:, 0].tolist(),
            self.nodes_[:, 2].tolist(),
            self.thresholds_.tolist(),
            self._probabilities.argmax(axis=1).tolist(),
        )

    def probabilities_of(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        """The shares of the classes in the leaf that each row reaches."""
        answer = np.zeros((len(inputs), len(self.labels_)))
        room = len(self.nodes_)
        _kernels.class_probabilities(
            inputs,
            self.nodes_,
            self.thresholds_,
            self._totals,
            self._probabilities,
            np.empty(room, np.int64),
            np.empty(room),
            answer,
        )
        return answer

    def predict_one(self, row: Mapping[str, object]) -> str | float:
        """Walk down the tree; only the attributes on the way are looked at, unless a value is missing."""
        attributes, children, thresholds, labels = self._walk
        encode = self.encode_row
        node = 0
        while (attribute := attributes[node]) != _LEAF:
            number = encode.number(row, attribute)
            if isnan(number):
                return super().predict_one(row)
            threshold = thresholds[node]
            # Nominal attributes have no threshold, but a branch for each value.
            node = children[node] + (int(number) if isnan(threshold) else number > threshold)
        return self.labels_[labels[node]]

    def size(self) -> dict[str, int]:
        """Nodes, leaves, and leaves that no example reached."""
        is_leaf = self.nodes_[:, 0] == _LEAF
        return {
            "nodes": len(self.nodes_),
            "leaves": int(is_leaf.sum()),
            "empty leaves": int((is_leaf & (self._totals < _SMALL)).sum()),
        }
