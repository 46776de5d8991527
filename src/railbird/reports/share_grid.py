"""Grids whose cells are divided by colour: how often each choice is made in each cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.reports.figure import LegendEntry, Plot, numbers, plain
from railbird.reports.palette import choice_color
from railbird.reports.plot_layout import layout_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.reports.figure import Part

_FILLED = 0.94
"""The part of a cell that is coloured."""
_ROW = 34
_MARGINS = 60


@dataclass(frozen=True)
class GridCell:
    """A cell of a grid."""

    row: int
    column: int
    label: str
    """The text in the cell; may be empty."""
    title: str
    """The text in front of the shares when the mouse is over the cell."""
    shares: Mapping[str, float]
    """By choice: its share of the cell."""


def share_grid(
    cells: Sequence[GridCell],
    *,
    words: Sequence[str],
    rows: Sequence[str],
    columns: Sequence[str],
    tallest: int,
    choice: str = "",
) -> Plot:
    """Draw a grid with the names of its rows and columns, which may be empty.

    `words` are the choices of all grids of a figure, which have the same colours, as `choices_in` sorts them.
    `tallest` is the number of rows of the largest grid that is shown in its place.
    """
    traces = [_bars(cells, word, words=words) for word in choices_in(cells)]
    across = {
        "tickvals": list(range(len(columns))),
        "ticktext": [plain(name) for name in columns],
        "side": "top",
        "range": [-0.5, len(columns) - 0.5],
        **_QUIET,
    }
    down = {
        "tickvals": list(range(len(rows))),
        "ticktext": [plain(name) for name in rows],
        "range": [len(rows) - 0.5, -0.5],
        **_QUIET,
    }
    layout = layout_of(height=_MARGINS + _ROW * tallest, x=across, y=down, barmode="overlay", bargap=0)
    return Plot([*traces, _labels(cells)], layout, choice=choice)


_QUIET = {"showgrid": False, "zeroline": False, "fixedrange": True}


def choices_in(cells: Sequence[GridCell]) -> list[str]:
    """The choices of all cells, each once: folds first, then checks and calls, then bets and raises by size."""
    return sorted(dict.fromkeys(word for cell in cells for word in cell.shares), key=_aggression)


def _aggression(word: str) -> tuple[int, float]:
    order, size = ("fold", "check", "call"), word.rpartition(" ")[2]
    return order.index(word) if word in order else len(order), float(size) if size.isdecimal() else 0.0


def legend_of(words: Sequence[str]) -> list[LegendEntry]:
    """The colours of choices."""
    return [LegendEntry(word, choice_color(word, words)) for word in words]


def _bars(cells: Sequence[GridCell], word: str, *, words: Sequence[str]) -> Part:
    """The part of every cell that belongs to one choice."""
    chosen = [cell for cell in cells if cell.shares.get(word, 0.0) > 0]
    return {
        "type": "bar",
        "orientation": "h",
        "name": plain(word),
        "legendgroup": word,
        "base": numbers(cell.column - _FILLED / 2 + _FILLED * _before(cell, word, words) for cell in chosen),
        "x": numbers(_FILLED * cell.shares[word] for cell in chosen),
        "y": [cell.row for cell in chosen],
        "width": _FILLED,
        "marker": {"color": choice_color(word, words), "line": {"width": 0}},
        "customdata": [plain(_description(cell)) for cell in chosen],
        "hovertemplate": "%{customdata}<extra></extra>",
    }


def _before(cell: GridCell, word: str, words: Sequence[str]) -> float:
    return sum(cell.shares.get(other, 0.0) for other in words[: words.index(word)])


def _description(cell: GridCell) -> str:
    return f"{cell.title}: " + ", ".join(f"{word} {100 * share:.1f} %" for word, share in cell.shares.items())


def _labels(cells: Sequence[GridCell]) -> Part:
    return {
        "type": "scatter",
        "mode": "text",
        "x": [cell.column for cell in cells],
        "y": [cell.row for cell in cells],
        "text": [plain(cell.label) for cell in cells],
        "textfont": {"size": 10, "color": "#1c2127"},
        "hoverinfo": "skip",
    }
