"""Tables as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.statistics.cell_text import cell_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.analysis import Table


@dataclass(frozen=True)
class ShownTable:
    """What stands on a page."""

    title: str
    headings: Sequence[str]
    words: Sequence[bool]
    """By column: whether it has words, which stand on the left, or numbers."""
    rows: Sequence[Sequence[str]]
    definitions: Mapping[str, str]


def shown(table: Table) -> ShownTable:
    """A table as people read it."""
    return ShownTable(
        title=table.title,
        headings=list(table.columns),
        words=[table.has_words(heading) for heading in table.columns],
        rows=[
            [cell_text(cell, heading) for cell, heading in zip(row, table.columns, strict=True)] for row in table.rows
        ],
        definitions=table.definitions,
    )
