"""Rows of cells under headings, each with its definition: what the screen, files and reports show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True)
class Rate:
    """What is won in so many hands, with how sure that is."""

    mean: float
    margin: float
    """Half of the 95 % interval; infinite if nothing is known about it."""

    @property
    def margins_from_zero(self) -> float:
        """Beyond 1, or below -1, 0 is not in the interval."""
        if not self.mean:
            return 0.0
        return self.mean / self.margin if self.margin else self.mean * float("inf")

    def times(self, factor: float) -> Rate:
        """In another unit."""
        return Rate(self.mean * factor, self.margin * factor)

    def minus(self, other: Rate) -> Rate:
        """The difference to a rate from other hands."""
        return Rate(self.mean - other.mean, hypot(self.margin, other.margin))


Cell: TypeAlias = str | int | float | Rate | None
"""None where there is nothing to divide by, or nothing to say."""


@dataclass(frozen=True)
class Table:
    """Shares are between 0 and 1."""

    key: str
    title: str
    columns: Mapping[str, str]
    """Headings and what they mean."""
    rows: Sequence[tuple[Cell, ...]]

    @property
    def definitions(self) -> dict[str, str]:
        """Of the headings that do not speak for themselves."""
        return {heading: meaning for heading, meaning in self.columns.items() if meaning}

    def column(self, heading: str) -> list[Cell]:
        """The cells under a heading, from top to bottom."""
        place = list(self.columns).index(heading)
        return [row[place] for row in self.rows]

    def has_words(self, heading: str) -> bool:
        """Whether the cells under a heading are words, which stand on the left; numbers stand on the right."""
        cells = [cell for cell in self.column(heading) if cell is not None]
        return bool(cells) and all(isinstance(cell, str) for cell in cells)

    def where(self, heading: str, value: Cell) -> Table:
        """Only the rows with this cell under a heading."""
        cells = self.column(heading)
        return replace(self, rows=[row for row, cell in zip(self.rows, cells, strict=True) if cell == value])

    def without_empty_columns(self) -> Table:
        """Those with nothing in them left out."""
        return self._with_columns(
            [place for place in range(len(self.columns)) if any(row[place] is not None for row in self.rows)]
        )

    def with_column_before(self, heading: str, other: str) -> Table:
        """The same with a column moved to the left of another one."""
        headings = [name for name in self.columns if name != heading]
        headings.insert(headings.index(other), heading)
        return self._with_columns([list(self.columns).index(name) for name in headings])

    def _with_columns(self, kept: Sequence[int]) -> Table:
        headings = list(self.columns)
        return replace(
            self,
            columns={headings[place]: self.columns[headings[place]] for place in kept},
            rows=[tuple(row[place] for place in kept) for row in self.rows],
        )
