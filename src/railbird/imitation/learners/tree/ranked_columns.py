"""Columns for growing trees: each value by its rank among the values of its column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.imitation.learners.encoding import codes_of, numbers_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl
    from numpy.typing import NDArray

    from railbird.imitation.dataset import Attribute


@dataclass(frozen=True)
class RankedColumns:
    """The columns of all attributes. Nominal attributes have an offset of -1 and no values."""

    cells: NDArray[np.int32]
    """Rank or number of the value, by attribute and row; -1 where it is missing."""
    sizes: NDArray[np.int64]
    """How many values each attribute has."""
    offsets: NDArray[np.int64]
    """Where the sorted values of each numeric attribute begin in `values`."""
    values: NDArray[np.float64]

    @classmethod
    def of(cls, rows: pl.DataFrame, attributes: Sequence[Attribute]) -> RankedColumns:
        """Rank the columns of a frame."""
        cells = np.empty((len(attributes), len(rows)), dtype=np.int32)
        sizes, offsets, values, start = [], [], [np.empty(0)], 0
        for place, attribute in enumerate(attributes):
            column = rows[attribute.name]
            if attribute.is_nominal:
                cells[place] = codes_of(column)
                sizes.append(len(attribute.values))
                offsets.append(-1)
                continue
            own = rank_into(numbers_of(column), cells[place])
            sizes.append(len(own))
            offsets.append(start)
            values.append(own)
            start += len(own)
        return cls(cells, np.array(sizes, np.int64), np.array(offsets, np.int64), np.concatenate(values))


def rank_into(numbers: NDArray[np.float64], ranks: NDArray[np.int32]) -> NDArray[np.float64]:
    """Write the rank of each number, -1 for NaN, and return the distinct numbers in ascending order."""
    is_known = ~np.isnan(numbers)
    ranks.fill(-1)
    values, inverse = np.unique(numbers[is_known], return_inverse=True)
    ranks[is_known] = inverse
    return values
