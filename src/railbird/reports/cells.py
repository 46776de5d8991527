"""Tables as text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from railbird.analysis.cells import cell_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.analysis import Table
    from railbird.analysis.tables import Cell

_RATE = re.compile(r"[+-][\d,.]+( ± [\d,.]+)?")


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
    headings = list(table.columns)
    return ShownTable(
        title=table.title,
        headings=headings,
        words=[any(_is_word(row[place]) for row in table.rows) for place in range(len(headings))],
        rows=[[cell_text(cell, heading) for cell, heading in zip(row, headings, strict=True)] for row in table.rows],
        definitions={heading: meaning for heading, meaning in table.columns.items() if meaning},
    )


def rate_text(mean: float, margin: float) -> str:
    """With half of its interval, if that is known."""
    return f"{mean:+,.1f} ± {margin:,.1f}" if isfinite(margin) else f"{mean:+,.1f}"


def _is_word(cell: Cell) -> bool:
    return isinstance(cell, str) and not _RATE.fullmatch(cell)
