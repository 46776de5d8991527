"""Rows as arrays of numbers: the values of nominal attributes by their number, missing values as NaN or -1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from railbird.errors import LearnerError
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from railbird.imitation.dataset import Attribute


def codes_of(column: pl.Series) -> NDArray[np.int32]:
    """The numbers of the values of a nominal column, -1 where the value is missing."""
    return column.to_physical().cast(pl.Int32).fill_null(-1).to_numpy()


def numbers_of(column: pl.Series) -> NDArray[np.float64]:
    """The values of a column as numbers, NaN where the value is missing."""
    if isinstance(column.dtype, pl.Enum):
        column = column.to_physical().cast(pl.Float64)
    return np.asarray(column.to_numpy(), dtype=np.float64)


def input_matrix(rows: pl.DataFrame, attributes: Sequence[Attribute]) -> NDArray[np.float64]:
    """A row for each row and a column for each attribute."""
    check_columns(rows, attributes)
    matrix = np.empty((len(rows), len(attributes)))
    for place, attribute in enumerate(attributes):
        matrix[:, place] = numbers_of(rows[attribute.name])
    return matrix


def check_columns(rows: pl.DataFrame, attributes: Sequence[Attribute]) -> None:
    """Raise if a column is missing, or is not of the kind or has not the values that were learned from."""
    present = rows.schema  # which is made anew each time it is asked for
    for attribute in attributes:
        if attribute.name not in present:
            raise LearnerError(f"attribute {attribute.name} of the model is missing in the rows")
        if present[attribute.name] != (pl.Enum(attribute.values) if attribute.is_nominal else pl.Float64):
            raise LearnerError(f"attribute {attribute.name} has other values than those that the model learned from")


class RowEncoder:
    """Encodes single rows, given by the names of attributes, as `input_matrix` encodes frames."""

    def __init__(self, attributes: Sequence[Attribute]) -> None:
        self._codes = [
            (attribute.name, {value: float(code) for code, value in enumerate(attribute.values)} or None)
            for attribute in attributes
        ]

    def __call__(self, row: Mapping[str, object]) -> list[float]:
        """The numbers of a row; raise if an attribute is missing altogether, or has an unknown value."""
        return [self.number(row, place) for place in range(len(self._codes))]

    def number(self, row: Mapping[str, object], place: int) -> float:
        """The number of a single attribute, NaN if its value is missing; the row may compute it when it is asked."""
        name, codes = self._codes[place]
        try:
            value = row[name]
        except KeyError:
            raise LearnerError(f"attribute {name} of the model is missing: {nearest(name, row)}") from None
        if value is None:
            return np.nan
        if codes is None:
            return float(value)  # type: ignore[arg-type]
        try:
            return codes[value]  # type: ignore[index]
        except KeyError:
            raise LearnerError(
                f"attribute {name}: {value!r} is none of its values: {nearest(str(value), codes)}"
            ) from None
