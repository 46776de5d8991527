"""Formats tables for the screen and for pages: the text of each cell and the alignment of each column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.statistics.table import Table


@dataclass(frozen=True)
class PrintedTable:
    """The text of a table."""

    headings: Sequence[str]
    stands_left: Sequence[bool]
    """Whether each column is left-aligned."""
    rows: Sequence[Sequence[str]]


def printed(table: Table) -> PrintedTable:
    """Format all cells of a table, row by row."""
    kinds = [column.kind for column in table.columns]
    return PrintedTable(
        headings=[column.heading for column in table.columns],
        stands_left=[column.kind.stands_left(table.column(column.key)) for column in table.columns],
        rows=[[kind.text(cell) for kind, cell in zip(kinds, row, strict=True)] for row in table.rows],
    )
