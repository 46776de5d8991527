"""Rows as vectors of numbers between 0 and 1: nominal attributes with a column for each value, nothing missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_matrix

    from railbird.imitation.dataset import Attribute


@dataclass(frozen=True)
class ValueRanges:
    """The smallest value and the range of each numeric attribute, and what stands for missing values."""

    lows: NDArray[np.float64]
    widths: NDArray[np.float64]
    fillers: NDArray[np.float64]
    """The mean of a numeric attribute, the most frequent value of a nominal one."""

    @classmethod
    def of(cls, inputs: NDArray[np.float64], attributes: Sequence[Attribute]) -> ValueRanges:
        """Measure the columns of a matrix of inputs."""
        count = len(attributes)
        lows, widths, fillers = np.zeros(count), np.zeros(count), np.zeros(count)
        for place, attribute in enumerate(attributes):
            known = inputs[~np.isnan(inputs[:, place]), place]
            if not len(known):
                continue
            if attribute.is_nominal:
                fillers[place] = np.bincount(known.astype(np.int64)).argmax()
            else:
                lows[place], fillers[place] = known.min(), known.mean()
                widths[place] = known.max() - known.min()
        return cls(lows, widths, fillers)

    def scaled(self, inputs: NDArray[np.float64], attributes: Sequence[Attribute]) -> NDArray[np.float64]:
        """The matrix with numeric columns scaled to 0 to 1, as they were in training."""
        scaled = inputs.copy()
        for place, attribute in enumerate(attributes):
            if not attribute.is_nominal:
                width = self.widths[place]
                scaled[:, place] = (inputs[:, place] - self.lows[place]) / width if width else 0 * inputs[:, place]
        return scaled

    def filled(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        """The matrix without missing values."""
        return np.where(np.isnan(inputs), self.fillers, inputs)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """What is stored."""
        return {"lows": self.lows, "widths": self.widths, "fillers": self.fillers}

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[np.generic]]) -> ValueRanges:
        """Take back what `arrays` has given."""
        lows, widths, fillers = (np.asarray(arrays[name], np.float64) for name in ("lows", "widths", "fillers"))
        return cls(lows, widths, fillers)


def indicator_matrix(inputs: NDArray[np.float64], attributes: Sequence[Attribute]) -> csr_matrix:
    """A sparse matrix: numbers as they are, a column for each value of a nominal attribute (one if it has two)."""
    from scipy.sparse import csr_matrix  # noqa: PLC0415 (importing it takes long)

    rows, columns, values = [], [], []
    start, everything = 0, np.arange(len(inputs))
    for place, attribute in enumerate(attributes):
        column = inputs[:, place]
        width = len(attribute.values)
        if width > 2:
            rows.append(everything)
            columns.append(start + column.astype(np.int64))
            values.append(np.ones(len(inputs)))
        else:
            is_set = np.flatnonzero(column)
            rows.append(is_set)
            columns.append(np.full(len(is_set), start))
            values.append(column[is_set])
        start += max(width, 1) if width > 2 else 1
    cells = (np.concatenate(rows), np.concatenate(columns))
    return csr_matrix((np.concatenate(values), cells), shape=(len(inputs), start))
