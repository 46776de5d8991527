"""A figure as a plain object: what Plotly draws, as JSON, with the tables behind it and the command that makes it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from html import escape
from math import isfinite
from typing import TYPE_CHECKING, TypeAlias

from railbird.statistics import table_as_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from railbird.statistics import Table

Part: TypeAlias = "Mapping[str, object]"
"""A trace or a layout of Plotly."""
_DIGITS = 6


@dataclass(frozen=True)
class Plot:
    """One drawing. It has no colours of the page: letters and lines take them from where it is shown."""

    data: Sequence[Part]
    layout: Part
    title: str = ""
    choice: str = ""
    """In a figure with choices, the plots of the same choice are shown together."""

    def as_json(self) -> dict[str, object]:
        """For the page."""
        return {"title": self.title, "choice": self.choice, "data": list(self.data), "layout": self.layout}


@dataclass(frozen=True)
class LegendEntry:
    """What a colour means. The traces that it stands for have its name as their group."""

    name: str
    color: str
    is_striped: bool = False
    """Whether the colour stands for somebody else too."""


@dataclass(frozen=True)
class Figure:
    """Plots, if there is something to draw; and the tables, which have all that is drawn."""

    key: str
    caption: str
    command: str
    """The command that prints or writes what is shown."""
    tables: Sequence[Table] = ()
    plots: Sequence[Plot] = ()
    legend: Sequence[LegendEntry] = ()
    shows_tables: bool = False
    """Whether the tables are what is to be looked at, and not what is behind a plot."""

    @property
    def choices(self) -> list[str]:
        """The choices, which are shown one at a time; none if all plots are shown."""
        return [choice for choice in dict.fromkeys(plot.choice for plot in self.plots) if choice]

    @property
    def panels(self) -> list[str]:
        """The titles of the plots that are shown at a time."""
        return [plot.title for plot in self.plots if plot.choice == self.plots[0].choice]

    def as_json(self) -> dict[str, object]:
        """All of it, for pages and programs."""
        return {
            "key": self.key,
            "caption": self.caption,
            "command": self.command,
            "legend": [asdict(entry) for entry in self.legend],
            "shows_tables": self.shows_tables,
            "plots": [plot.as_json() for plot in self.plots],
            "tables": [table_as_json(table) for table in self.tables],
        }


def plain(text: str) -> str:
    """A text in which Plotly finds no tags, which it reads as HTML does, and no formulas."""
    return escape(text, quote=False).replace("$", "&#36;")


def numbers(values: Iterable[float]) -> list[float | None]:
    """As JSON has them: short, and none where there is no number."""
    return [float(f"{value:.{_DIGITS}g}") if isfinite(value) else None for value in values]
