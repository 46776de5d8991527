"""Tables with typed columns, for the screen, files, programs and reports."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from railbird.errors import StatisticsError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from railbird.statistics.table_columns import Cell, Column


@dataclass(frozen=True)
class Table:
    """A table in which each cell is of the kind of its column, or None."""

    key: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[tuple[Cell, ...]]

    def __post_init__(self) -> None:
        if len({*self.keys}) != len(self.keys):
            raise StatisticsError(f"table {self.key}: two columns have the same key: {', '.join(self.keys)}")
        for length in {*map(len, self.rows)} - {len(self.columns)}:
            raise StatisticsError(f"table {self.key}: a row of {length} cells for {len(self.columns)} columns")
        for column, cells in zip(self.columns, zip(*self.rows, strict=True), strict=False):
            wrong = column.kind.wrong_cell(cells)
            if wrong is not None:
                raise StatisticsError(
                    f"table {self.key}, column {column.key}: it holds {column.kind.name}, and not {wrong!r}"
                )

    @property
    def keys(self) -> list[str]:
        """The keys of the columns, from left to right."""
        return [column.key for column in self.columns]

    @property
    def defined_columns(self) -> list[Column]:
        """The columns that have a definition because their headings are not self-explanatory."""
        return [column for column in self.columns if column.meaning]

    def column(self, key: str) -> list[Cell]:
        """The cells of a column, from top to bottom."""
        place = self._place(key)
        return [row[place] for row in self.rows]

    def where(self, key: str, values: Collection[Cell]) -> Table:
        """The table with only the rows that have one of these values in a column."""
        place, wanted = self._place(key), set(values)
        return replace(self, rows=[row for row in self.rows if row[place] in wanted])

    def grouped_by(self, key: str, values: Sequence[Cell]) -> Table:
        """The table with only the rows that have these values in a column, in the order of the values."""
        place = self._place(key)
        groups: dict[Cell, list[tuple[Cell, ...]]] = {value: [] for value in values}
        for row in self.rows:
            if row[place] in groups:
                groups[row[place]].append(row)
        return replace(self, rows=[row for group in groups.values() for row in group])

    def without_empty_columns(self) -> Table:
        """The table without the columns that have no values."""
        return self._with_columns(
            [place for place in range(len(self.columns)) if any(row[place] is not None for row in self.rows)]
        )

    def with_column_before(self, key: str, other: str) -> Table:
        """The table with a column moved to the left of another."""
        moved, target = self._place(key), self._place(other)
        order = [place for place in range(len(self.columns)) if place != moved]
        order.insert(order.index(target), moved)
        return self._with_columns(order)

    def _place(self, key: str) -> int:
        if key not in self.keys:
            raise StatisticsError(f"table {self.key} has no column {key!r}: the columns are {', '.join(self.keys)}")
        return self.keys.index(key)

    def _with_columns(self, kept: Sequence[int]) -> Table:
        return replace(
            self,
            columns=[self.columns[place] for place in kept],
            rows=[tuple(row[place] for place in kept) for row in self.rows],
        )
