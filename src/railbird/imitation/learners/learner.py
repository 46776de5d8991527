"""The contract of learners: the constructor stores parameters, `fit` learns, a trailing underscore marks the result.

Rows are Polars frames with a column for each attribute, as datasets have them: numbers or Enum values, null where a
value is missing. No learner can be fitted to a column that looks into the future or is what is to be predicted.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np
import polars as pl

from railbird.errors import LearnerError
from railbird.imitation.dataset import CLASS_PREFIX, Attribute, AttributeKind, AttributePrefix
from railbird.imitation.learners.encoding import RowEncoder, input_matrix

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray


class Learner(ABC):
    """Learns to predict a class attribute from other attributes."""

    predicts: ClassVar[frozenset[AttributeKind]] = frozenset({AttributeKind.NOMINAL})
    """The kinds of class attributes that it can predict."""
    learned: ClassVar[tuple[str, ...]] = ()
    """The arrays that it learns, which are stored: attributes with these names and an underscore."""
    attributes_: tuple[Attribute, ...]
    class_: Attribute
    process_bytes_: int = 0
    """The most memory of a process that training started."""

    def fit(self, rows: pl.DataFrame, target: pl.Series, *, outcome: pl.Series | None = None) -> Self:
        """Learn from rows and the class of each; `outcome` is what the hero won in each hand, for learners that ask.

        Rows without a class are left out.
        """
        self.__dict__.pop("encode_row", None)
        self.attributes_ = tuple(_input_of(column) for column in rows.iter_columns())
        self.class_ = _attribute_of(target, is_class=True)
        if self.class_.kind not in self.predicts:
            kinds = " or ".join(sorted(kind.value for kind in self.predicts))
            raise LearnerError(
                f"{type(self).__name__} predicts {kinds} attributes, and {target.name} is {self.class_.kind}"
            )
        if target.null_count():
            known = target.is_not_null()
            rows, target = rows.filter(known), target.filter(known)
            outcome = None if outcome is None else outcome.filter(known)
        if not self.attributes_:
            raise LearnerError("there is no attribute to learn from")
        if not len(rows):
            raise LearnerError(f"there is no row with a value of {target.name} to learn from")
        self._fit(rows, target, outcome)
        return self

    @abstractmethod
    def _fit(self, rows: pl.DataFrame, target: pl.Series, outcome: pl.Series | None) -> None:
        """Learn; `attributes_` and `class_` are set."""

    @abstractmethod
    def predict(self, rows: pl.DataFrame) -> pl.Series:
        """The predicted class of each row."""

    @abstractmethod
    def predict_one(self, row: Mapping[str, object]) -> str | float:
        """The predicted class of one row, given by the names of attributes; a value that is None is missing."""

    @abstractmethod
    def size(self) -> dict[str, int]:
        """How large the model is, in its own terms: nodes and leaves, rules, cases."""

    def parameters(self) -> dict[str, object]:
        """The parameters of the constructor."""
        return {name: getattr(self, name) for name in inspect.signature(type(self)).parameters}

    def state(self) -> tuple[dict[str, object], dict[str, NDArray[np.generic]]]:
        """What was learned, as JSON values and arrays, which are stored."""
        return {}, {name: getattr(self, f"{name}_") for name in self.learned}

    def restore(self, description: Mapping[str, object], arrays: Mapping[str, NDArray[np.generic]]) -> None:  # noqa: ARG002
        """Take back what `state` has given; `attributes_` and `class_` are set."""
        for name in self.learned:
            setattr(self, f"{name}_", np.asarray(arrays[name]))
        self._prepare()

    def _prepare(self) -> None:  # noqa: B027 (most learners have nothing to prepare)
        """Compute what predicting needs from what was learned."""

    @cached_property
    def encode_row(self) -> RowEncoder:
        """Encodes single rows as numbers."""
        return RowEncoder(self.attributes_)

    @property
    def labels_(self) -> Sequence[str]:
        """The values of the class attribute."""
        return self.class_.values


class MatrixLearner(Learner):
    """A learner that predicts from rows as numbers."""

    @abstractmethod
    def answers(self, inputs: NDArray[np.float64]) -> NDArray[np.float64] | NDArray[np.int64]:
        """The number of the class of each row of inputs, or its predicted number."""

    def predict(self, rows: pl.DataFrame) -> pl.Series:
        """The predicted class of each row."""
        answers = self.answers(input_matrix(rows, self.attributes_))
        if self.class_.is_nominal:
            return class_series(self.class_, answers.astype(np.int64))
        return pl.Series(self.class_.name, answers)

    def predict_one(self, row: Mapping[str, object]) -> str | float:
        """The predicted class of one row."""
        answer = self.answers(np.array([self.encode_row(row)]))[0]
        return self.labels_[int(answer)] if self.class_.is_nominal else float(answer)


class Classifier(MatrixLearner):
    """A learner that predicts probabilities of classes."""

    @abstractmethod
    def probabilities_of(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        """The probability of each class in each row of inputs."""

    def class_probabilities(self, rows: pl.DataFrame) -> NDArray[np.float64]:
        """The probability of each class in each row."""
        return self.probabilities_of(input_matrix(rows, self.attributes_))

    def answers(self, inputs: NDArray[np.float64]) -> NDArray[np.int64]:
        """The most probable class of each row of inputs."""
        return np.asarray(self.probabilities_of(inputs).argmax(axis=1))


def class_series(attribute: Attribute, codes: NDArray[np.integer]) -> pl.Series:
    """A column of a nominal attribute from the numbers of its values."""
    return pl.Series(attribute.name, attribute.values, dtype=pl.Enum(attribute.values)).gather(codes)


def _input_of(column: pl.Series) -> Attribute:
    attribute = _attribute_of(column, is_class=column.name.startswith(CLASS_PREFIX))
    if not attribute.is_input:
        raise LearnerError(f"{column.name} cannot be learned from: it looks into the future, is a class or is text")
    return attribute


def _attribute_of(column: pl.Series, *, is_class: bool) -> Attribute:
    prefix = AttributePrefix.of(column.name)
    if isinstance(column.dtype, pl.Enum):
        return Attribute(column.name, AttributeKind.NOMINAL, tuple(column.dtype.categories), prefix, is_class)
    if column.dtype == pl.Float64:
        return Attribute(column.name, AttributeKind.NUMERIC, prefix=prefix, is_class=is_class)
    if column.dtype == pl.String:
        return Attribute(column.name, AttributeKind.STRING, prefix=prefix, is_class=is_class)
    raise LearnerError(f"{column.name} has type {column.dtype}: numbers are Float64, and words are Enum")
