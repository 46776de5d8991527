"""Support vector machines with a linear kernel, a machine for each pair of classes."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import LearnerError
from railbird.imitation.learners.dense_inputs import ValueRanges, indicator_matrix
from railbird.imitation.learners.encoding import codes_of, input_matrix
from railbird.imitation.learners.learner import Classifier

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl
    from numpy.typing import NDArray
    from scipy.sparse import csr_matrix

_CACHE_MEGABYTES = 500


class SupportVectors(Classifier):
    """Linear machines that vote, as SMO in Weka with its defaults (Platt 1998); trained by libsvm.

    Numeric values are scaled to 0 to 1, nominal ones have a column for each value, missing ones are replaced by means
    and most frequent values. `cost` is the price of errors (C). Training takes time with the square of the number of
    rows: use shares of the data.
    """

    learned = ("weights", "offsets", "present")
    weights_: NDArray[np.float64]
    """A row for each pair of classes: positive sums vote for the first."""
    offsets_: NDArray[np.float64]
    present_: NDArray[np.int64]
    """The classes that occurred."""
    ranges_: ValueRanges

    def __init__(self, cost: float = 1.0) -> None:
        if not cost > 0:
            raise LearnerError(f"cost={cost}: give a number above 0")
        self.cost = cost

    def _fit(self, rows: pl.DataFrame, target: pl.Series, outcome: pl.Series | None) -> None:  # noqa: ARG002
        from sklearn.svm import SVC  # noqa: PLC0415 (importing it takes a second)

        inputs = input_matrix(rows, self.attributes_)
        self.ranges_ = ValueRanges.of(inputs, self.attributes_)
        codes = codes_of(target)
        self.present_ = np.unique(codes).astype(np.int64)
        matrix = self._matrix(inputs)
        if len(self.present_) == 1:
            self.weights_, self.offsets_ = np.zeros((0, matrix.shape[1])), np.zeros(0)
            return
        machine = SVC(C=self.cost, kernel="linear", cache_size=_CACHE_MEGABYTES).fit(matrix, codes)
        self.weights_ = np.asarray(machine.coef_.todense())
        self.offsets_ = np.asarray(machine.intercept_)
        if len(self.present_) == 2:  # libsvm turns the sign of a single pair
            self.weights_, self.offsets_ = -self.weights_, -self.offsets_

    def _matrix(self, inputs: NDArray[np.float64]) -> csr_matrix:
        filled = self.ranges_.filled(inputs)
        return indicator_matrix(self.ranges_.scaled(filled, self.attributes_), self.attributes_)

    def probabilities_of(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        """The share of the votes for each class."""
        votes = np.zeros((len(inputs), len(self.labels_)))
        if len(self.present_) == 1:
            votes[:, self.present_[0]] = 1
            return votes
        sums = np.asarray(self._matrix(inputs) @ self.weights_.T) + self.offsets_
        for pair, (first, second) in enumerate(combinations(self.present_, 2)):
            votes[:, first] += sums[:, pair] > 0
            votes[:, second] += sums[:, pair] <= 0
        return votes / len(self.offsets_)

    def size(self) -> dict[str, int]:
        """The number of weights."""
        return {"weights": self.weights_.size}

    def state(self) -> tuple[dict[str, object], dict[str, NDArray[np.generic]]]:
        """The weights of all pairs, and the ranges of values."""
        description, arrays = super().state()
        return description, {**arrays, **self.ranges_.arrays()}

    def restore(self, description: Mapping[str, object], arrays: Mapping[str, NDArray[np.generic]]) -> None:
        """Take them back."""
        self.ranges_ = ValueRanges.of_arrays(arrays)
        super().restore(description, arrays)
