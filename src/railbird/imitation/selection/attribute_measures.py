"""How much an attribute says about the class: information gain and symmetrical uncertainty."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import LearnerError
from railbird.imitation.learners.encoding import codes_of, numbers_of
from railbird.imitation.selection.discretizing import discretized, entropies

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

_SMALL = 1e-6


@dataclass(frozen=True)
class DiscreteColumns:
    """All attributes as numbers of values, numeric ones cut into intervals; the class is the last column."""

    names: tuple[str, ...]
    codes: NDArray[np.int32]
    """By column and row; -1 where the value is missing."""
    sizes: tuple[int, ...]

    @classmethod
    def of(cls, rows: pl.DataFrame, target: pl.Series) -> DiscreteColumns:
        """Discretize a frame."""
        if not hasattr(target.dtype, "categories"):
            raise LearnerError(f"{target.name} is numeric: attributes are selected for a nominal class")
        labels = codes_of(target)
        classes = len(target.dtype.categories)
        codes = np.empty((rows.width + 1, len(rows)), np.int32)
        sizes = []
        for place, column in enumerate(rows.iter_columns()):
            if hasattr(column.dtype, "categories"):
                codes[place] = codes_of(column)
                sizes.append(len(column.dtype.categories))
            else:
                codes[place], size = discretized(numbers_of(column), labels, classes)
                sizes.append(size)
        codes[-1] = labels
        return cls((*rows.columns, target.name), codes, (*sizes, classes))

    @property
    def attributes(self) -> int:
        """The number of attributes without the class, which is the column of this number."""
        return len(self.names) - 1

    @cached_property
    def _uncertainties(self) -> dict[tuple[int, int], float]:
        return {}

    def table(self, first: int, second: int, *, missing_apart: bool) -> NDArray[np.float64]:
        """How often two columns have which values; missing values are a value, or are spread over the others."""
        height, width = self.sizes[first] + 1, self.sizes[second] + 1
        # A missing value, -1, is counted in the last row or column.
        cells = (self.codes[first] % height) * width + self.codes[second] % width
        counts = np.bincount(cells, minlength=height * width).reshape(height, width).astype(np.float64)
        return counts if missing_apart else _spread(counts)

    def information_gain(self, attribute: int) -> float:
        """By how many bits an attribute reduces the entropy of the class (Weka's InfoGainAttributeEval)."""
        counts = self.table(attribute, self.attributes, missing_apart=False)
        return max(float(entropies(counts.sum(axis=0)[None])[0]) - _conditional_entropy(counts), 0.0)

    def symmetrical_uncertainty(self, first: int, second: int) -> float:
        """Twice the information gain over the sum of both entropies, from 0 to 1; missing values are a value."""
        key = (min(first, second), max(first, second))
        if key not in self._uncertainties:
            self._uncertainties[key] = _uncertainty(self.table(*key, missing_apart=True))
        return self._uncertainties[key]


def _spread(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Spread the counts of missing values, the last row and column, over the others in proportion."""
    body = counts[:-1, :-1]
    by_row, by_column, total = body.sum(axis=1), body.sum(axis=0), body.sum()
    if not total:
        return body
    rows = np.divide(by_row, total)
    columns = np.divide(by_column, total)
    return np.asarray(
        body + np.outer(rows, counts[-1, :-1]) + np.outer(counts[:-1, -1], columns) + counts[-1, -1] * body / total
    )


def _conditional_entropy(counts: NDArray[np.float64]) -> float:
    """The mean entropy of the rows."""
    return float((counts.sum(axis=1) * entropies(counts)).sum() / max(counts.sum(), 1e-300))


def _uncertainty(counts: NDArray[np.float64]) -> float:
    by_column = float(entropies(counts.sum(axis=0)[None])[0])
    by_row = float(entropies(counts.sum(axis=1)[None])[0])
    if by_column < _SMALL or by_row < _SMALL:
        return 0.0
    return 2 * (by_column - _conditional_entropy(counts)) / (by_column + by_row)
