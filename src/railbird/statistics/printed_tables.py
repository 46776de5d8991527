"""Tables as people read them: the text and the alignment of each column, for the screen and for pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.statistics.table import Table


@dataclass(frozen=True)
class PrintedTable:
    """What is printed of a table."""

    headings: Sequence[str]
    stands_left: Sequence[bool]
    """By column: whether it is aligned to the left."""
    rows: Sequence[Sequence[str]]


def printed(table: Table) -> PrintedTable:
    """The texts of all cells, row by row."""
    kinds = [column.kind for column in table.columns]
    return PrintedTable(
        headings=[column.heading for column in table.columns],
        stands_left=[column.kind.stands_left(table.column(column.key)) for column in table.columns],
        rows=[[kind.text(cell) for kind, cell in zip(kinds, row, strict=True)] for row in table.rows],
    )
