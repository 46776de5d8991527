"""Naive Bayes for numeric and nominal attributes: normal distributions, and frequencies with one added to each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.imitation.learners.encoding import codes_of, input_matrix
from railbird.imitation.learners.learner import Classifier

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

_LEAST = 1e-75
"""The least probability of a value, so that one value alone never decides."""
_DEFAULT_PRECISION = 0.01


class NaiveBayes(Classifier):
    """Attributes count as independent of each other within a class.

    A numeric attribute has a normal distribution in each class. What counts is the probability of an interval around
    the value, as wide as the mean distance of the attribute's values (John and Langley 1995; the defaults of Weka).
    """

    learned = ("priors", "means", "deviations", "precisions", "frequencies")
    priors_: NDArray[np.float64]
    means_: NDArray[np.float64]
    deviations_: NDArray[np.float64]
    precisions_: NDArray[np.float64]
    frequencies_: NDArray[np.float64]
    """Logarithms of the probabilities of the values of all nominal attributes, by class."""

    def _fit(self, rows: pl.DataFrame, target: pl.Series, outcome: pl.Series | None) -> None:  # noqa: ARG002
        inputs, codes = input_matrix(rows, self.attributes_), codes_of(target)
        classes, count = len(self.labels_), len(self.attributes_)
        totals = np.bincount(codes, minlength=classes)
        self.priors_ = np.log((totals + 1) / (totals.sum() + classes))
        self.means_, self.deviations_ = np.zeros((classes, count)), np.zeros((classes, count))
        self.precisions_ = np.full(count, _DEFAULT_PRECISION)
        parts = [np.zeros((classes, 0))]
        for place, attribute in enumerate(self.attributes_):
            is_known = ~np.isnan(inputs[:, place])
            known, labels = inputs[is_known, place], codes[is_known]
            if attribute.is_nominal:
                counts = np.zeros((classes, len(attribute.values)))
                np.add.at(counts, (labels, known.astype(np.int64)), 1)
                parts.append(np.log((counts + 1) / (counts.sum(axis=1, keepdims=True) + len(attribute.values))))
            else:
                self._fit_normal(place, known, labels)
        self.frequencies_ = np.concatenate(parts, axis=1)

    def _fit_normal(self, place: int, known: NDArray[np.float64], labels: NDArray[np.int32]) -> None:
        distinct = np.unique(known)
        if len(distinct) > 1:
            self.precisions_[place] = (distinct[-1] - distinct[0]) / (len(distinct) - 1)
        precision = self.precisions_[place]
        rounded = np.rint(known / precision) * precision
        for label in range(len(self.labels_)):
            own = rounded[labels == label]
            deviation = own.std() if len(own) else 0.0
            self.means_[label, place] = own.mean() if len(own) else 0.0
            self.deviations_[label, place] = deviation if deviation > 1e-10 else precision / 6

    def probabilities_of(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        """The probabilities of the classes by Bayes' theorem."""
        from scipy.special import ndtr  # noqa: PLC0415 (importing it takes half a second)

        logs = np.tile(self.priors_, (len(inputs), 1))
        start = 0
        for place, attribute in enumerate(self.attributes_):
            is_known = ~np.isnan(inputs[:, place])
            known = inputs[is_known, place]
            if attribute.is_nominal:
                logs[is_known] += self.frequencies_[:, start + known.astype(np.int64)].T
                start += len(attribute.values)
                continue
            half = self.precisions_[place] / 2
            rounded = np.rint(known / (2 * half)) * 2 * half
            distances = rounded[:, None] - self.means_[:, place]
            deviations = self.deviations_[:, place]
            shares = ndtr((distances + half) / deviations) - ndtr((distances - half) / deviations)
            logs[is_known] += np.log(np.maximum(shares, _LEAST))
        logs -= logs.max(axis=1, keepdims=True)
        probabilities = np.exp(logs)
        return np.asarray(probabilities / probabilities.sum(axis=1, keepdims=True))

    def size(self) -> dict[str, int]:
        """The number of estimated numbers."""
        normals = 2 * sum(not attribute.is_nominal for attribute in self.attributes_) * len(self.labels_)
        return {"parameters": len(self.priors_) + normals + self.frequencies_.size}
