"""Tables on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table as Grid

from railbird.statistics.cell_text import cell_text

if TYPE_CHECKING:
    from railbird.analysis import Table

_WIDE = 10_000


def wide_console() -> Console:
    """Names may look like markup. A long line is not pretty, but a number that has lost its end is another number."""
    return Console(highlight=False, markup=False, emoji=False, width=_WIDE)


def grid_of(table: Table) -> Grid:
    """Words on the left, numbers on the right."""
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for heading in table.columns:
        grid.add_column(heading, no_wrap=True, justify="left" if table.has_words(heading) else "right")
    for row in table.rows:
        grid.add_row(*[cell_text(cell, heading) for cell, heading in zip(row, table.columns, strict=True)])
    return grid
