"""Layout that all plots share: no background, text that fits, rows of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.reports.figure import plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.reports.figure import Part

QUARTERS = (0, 0.25, 0.5, 0.75, 1)
_ROW = 28
_LONGEST_LABEL = 22


def layout_of(*, height: int, x: Part, y: Part, **others: object) -> dict[str, object]:
    """The layout of a plot with two axes."""
    return {
        "height": height,
        "margin": {"l": 8, "r": 20, "t": 12, "b": 8, "pad": 4},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": "system-ui, sans-serif", "size": 12},
        "showlegend": False,
        "hoverlabel": {"align": "left", "namelength": -1},
        "xaxis": _axis(x),
        "yaxis": _axis(y),
        **others,
    }


def rows_of(names: Sequence[str]) -> dict[str, object]:
    """An axis with a row for each player, the first on top. Positions are numbers, so names may be anything."""
    return {
        "tickvals": list(range(len(names))),
        "ticktext": [plain(shortened(name)) for name in names],
        "range": [len(names) - 0.5, -0.5],
        "showgrid": False,
        "zeroline": False,
    }


def height_of(rows: int) -> int:
    """The height of a plot with `rows` rows."""
    return 70 + _ROW * rows


def shortened(name: str) -> str:
    """Shorten a name so that it leaves space for the plot."""
    return name if len(name) <= _LONGEST_LABEL else f"{name[: _LONGEST_LABEL - 1]}…"


def titled(text: str, **others: object) -> dict[str, object]:
    """An axis with a title."""
    return {"title": {"text": text, "standoff": 14}, **others}


def _axis(settings: Mapping[str, object]) -> dict[str, object]:
    return {"automargin": True, "zeroline": True, "ticks": "", **settings}
