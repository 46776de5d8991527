"""Prints tables and sentences that fit the screen, and answers as JSON."""

from __future__ import annotations

import json
from textwrap import fill
from typing import TYPE_CHECKING

import typer
from rich.cells import cell_len
from rich.table import Table as Grid

from railbird.cli.plain_console import plain_console
from railbird.cli.screen_width import screen_width
from railbird.statistics import printed
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TextIO

    from railbird.statistics import PrintedTable, Table

_GAP = 2
_ALWAYS_SHOWN = 2
"""Columns at the left that are never left out: they name the rows."""


class Screen:
    """Prints tables, and text between them, no wider than the screen."""

    def __init__(self, *, width: int | None = None, file: TextIO | None = None) -> None:
        """The default width is that of the screen; with a file, print to it instead, without styles."""
        self._console = plain_console(file=file)
        self._width = screen_width() if width is None else width

    def text(self, text: str, *, style: str = "") -> None:
        """Print sentences."""
        self._console.print(wrapped(text, width=self._width), style=style)

    def table(self, table: Table) -> None:
        """Print a table; if it is too wide, without its minor columns, then without those at the right."""
        text = printed(table)
        places = _fitting_columns(text, table, self._width)
        self._console.print(_grid(text, places))
        left_out = [heading for place, heading in enumerate(text.headings) if place not in places]
        if left_out:
            more = f"{number_of(len(left_out), 'column')} more with --wide: {', '.join(left_out)}"
            self.text(more, style="dim")


def print_table(table: Table) -> None:
    """Print a table."""
    Screen().table(table)


def wrapped(text: str, *, width: int) -> str:
    """Text in lines of at most `width` characters; words are not broken."""
    return "\n".join(fill(line, width, break_long_words=False, break_on_hyphens=False) for line in text.split("\n"))


def print_json(answer: Mapping[str, object]) -> None:
    """Print an answer for programs."""
    typer.echo(json.dumps(answer, indent=2, allow_nan=False, ensure_ascii=False))


def _fitting_columns(text: PrintedTable, table: Table, width: int) -> list[int]:
    """The places of the columns that fit into `width` characters."""
    widths = [
        max(cell_len(heading), *(cell_len(row[place]) for row in text.rows), 0)
        for place, heading in enumerate(text.headings)
    ]
    places = [*range(len(widths))]
    minor = [place for place in reversed(places) if table.columns[place].is_minor]
    others = [place for place in reversed(places) if place >= _ALWAYS_SHOWN and place not in minor]
    for place in [*minor, *others]:
        if sum(widths[shown] + _GAP for shown in places) - _GAP <= width:
            break
        places.remove(place)
    return places


def _grid(text: PrintedTable, places: Sequence[int]) -> Grid:
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for place in places:
        grid.add_column(text.headings[place], no_wrap=True, justify="left" if text.stands_left[place] else "right")
    for row in text.rows:
        grid.add_row(*(row[place] for place in places))
    return grid
