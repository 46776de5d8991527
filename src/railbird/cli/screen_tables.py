"""Prints tables, and answers as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.table import Table as Grid

from railbird.statistics import printed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.statistics import Table

_WIDE = 10_000


def wide_console() -> Console:
    """A console without markup, which names may look like, and without wrapping, which could cut off digits."""
    return Console(highlight=False, markup=False, emoji=False, width=_WIDE)


def print_table(table: Table) -> None:
    """Print a table."""
    wide_console().print(grid_of(table))


def print_json(answer: Mapping[str, object]) -> None:
    """Print an answer for programs."""
    typer.echo(json.dumps(answer, indent=2, allow_nan=False, ensure_ascii=False))


def grid_of(table: Table) -> Grid:
    """Convert a table to a grid of text."""
    text = printed(table)
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for heading, stands_left in zip(text.headings, text.stands_left, strict=True):
        grid.add_column(heading, no_wrap=True, justify="left" if stands_left else "right")
    for row in text.rows:
        grid.add_row(*row)
    return grid
