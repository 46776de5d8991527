"""Tables on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table as Grid

from railbird.statistics import printed

if TYPE_CHECKING:
    from railbird.statistics import Table

_WIDE = 10_000


def wide_console() -> Console:
    """Names may look like markup. A long line is not pretty, but a number that has lost its end is another number."""
    return Console(highlight=False, markup=False, emoji=False, width=_WIDE)


def grid_of(table: Table) -> Grid:
    """A table as a grid of text."""
    text = printed(table)
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for heading, stands_left in zip(text.headings, text.stands_left, strict=True):
        grid.add_column(heading, no_wrap=True, justify="left" if stands_left else "right")
    for row in text.rows:
        grid.add_row(*row)
    return grid
