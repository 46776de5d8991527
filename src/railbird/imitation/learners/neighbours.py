"""The nearest neighbours: the class that most of the k most similar examples have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import LearnerError
from railbird.imitation.dataset import AttributeKind
from railbird.imitation.learners import _kernels
from railbird.imitation.learners.dense_inputs import ValueRanges, indicator_matrix
from railbird.imitation.learners.encoding import codes_of, input_matrix, numbers_of
from railbird.imitation.learners.learner import MatrixLearner

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl
    from numpy.typing import NDArray

_LINEAR, _TREE = "linear", "kd-tree"


class Neighbours(MatrixLearner):
    """Aha, Kibler and Albert, Instance-based learning algorithms, 1991, with the distance of Weka's IBk.

    Numeric values are scaled to 0 to 1; nominal values are 0 or 1 apart; missing values are as far away as possible.
    `search` is linear, or kd-tree, in which missing values are replaced by means and most frequent values. Numbers are
    predicted by the mean of the neighbours.
    """

    predicts = frozenset({AttributeKind.NOMINAL, AttributeKind.NUMERIC})
    learned = ("cases", "targets")
    cases_: NDArray[np.float64]
    targets_: NDArray[np.float64]
    ranges_: ValueRanges

    def __init__(self, k: int = 5, search: str = _LINEAR) -> None:
        if not k >= 1 or k != int(k):
            raise LearnerError(f"k={k}: give the number of neighbours, at least 1")
        if search not in (_LINEAR, _TREE):
            raise LearnerError(f"search={search}: give {_LINEAR} or {_TREE}")
        self.k = int(k)
        self.search = search

    def _fit(self, rows: pl.DataFrame, target: pl.Series, outcome: pl.Series | None) -> None:  # noqa: ARG002
        inputs = input_matrix(rows, self.attributes_)
        self.ranges_ = ValueRanges.of(inputs, self.attributes_)
        self.cases_ = self.ranges_.scaled(inputs, self.attributes_)
        self.targets_ = codes_of(target).astype(np.float64) if self.class_.is_nominal else numbers_of(target)
        self._prepare()

    def _prepare(self) -> None:
        self._values, labels = np.unique(self.targets_, return_inverse=True)
        self._labels = labels.astype(np.int32)
        self._is_nominal = np.array([attribute.is_nominal for attribute in self.attributes_])
        if self.search == _TREE:
            from sklearn.neighbors import KDTree  # noqa: PLC0415 (importing it takes a second)

            self._tree = KDTree(self._vectors(self.cases_))

    def _vectors(self, scaled: NDArray[np.float64]) -> NDArray[np.float64]:
        """Vectors whose squared distances are those of the rows: other nominal values differ in two columns."""
        matrix = indicator_matrix(self._without_missing(scaled), self.attributes_).toarray()
        start = 0
        for attribute in self.attributes_:
            width = len(attribute.values)
            if width > 2:
                matrix[:, start : start + width] *= np.sqrt(0.5)
            start += width if width > 2 else 1
        return np.asarray(matrix)

    def _without_missing(self, scaled: NDArray[np.float64]) -> NDArray[np.float64]:
        fillers = self.ranges_.scaled(self.ranges_.fillers[None], self.attributes_)[0]
        return np.where(np.isnan(scaled), fillers, scaled)

    def _votes(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        """How many neighbours of each row have each of the distinct targets."""
        scaled = self.ranges_.scaled(inputs, self.attributes_)
        k = min(self.k, len(self.cases_))
        votes = np.zeros((len(inputs), len(self._values)))
        if self.search == _TREE:
            labels = self._labels[self._tree.query(self._vectors(scaled), k, return_distance=False)]
            np.add.at(votes, (np.arange(len(inputs))[:, None], labels), 1)
        else:
            nearest, nearest_labels = np.empty(k), np.empty(k, np.int32)
            _kernels.neighbour_votes(
                scaled, self.cases_, self._labels, self._is_nominal, k, nearest, nearest_labels, votes
            )
        return votes

    def answers(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        """The most frequent class, or the mean, of the neighbours of each row."""
        votes = self._votes(inputs)
        if self.class_.is_nominal:
            return np.asarray(self._values[votes.argmax(axis=1)])
        return np.asarray(votes @ self._values / votes.sum(axis=1))

    def size(self) -> dict[str, int]:
        """The number of stored examples."""
        return {"cases": len(self.cases_)}

    def state(self) -> tuple[dict[str, object], dict[str, NDArray[np.generic]]]:
        """The examples, and the ranges of values."""
        description, arrays = super().state()
        return description, {**arrays, **self.ranges_.arrays()}

    def restore(self, description: Mapping[str, object], arrays: Mapping[str, NDArray[np.generic]]) -> None:
        """Take them back."""
        self.ranges_ = ValueRanges.of_arrays(arrays)
        super().restore(description, arrays)
