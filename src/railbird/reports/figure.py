"""A figure as a plain object: the JSON that Plotly draws, the tables behind it, and the command that makes it."""

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
"""A Plotly trace or layout."""
_DIGITS = 6


@dataclass(frozen=True)
class Plot:
    """A single drawing. Text and lines take their colours from the page that shows it."""

    data: Sequence[Part]
    layout: Part
    title: str = ""
    choice: str = ""
    """The choice to which the plot belongs. Plots of the same choice are shown together."""

    def as_json(self) -> dict[str, object]:
        """The plot as JSON for the page."""
        return {"title": self.title, "choice": self.choice, "data": list(self.data), "layout": self.layout}


@dataclass(frozen=True)
class LegendEntry:
    """The meaning of a colour. Its traces have the entry's name as their group."""

    name: str
    color: str
    is_striped: bool = False
    """Whether another entry has the same colour."""


@dataclass(frozen=True)
class Figure:
    """Plots, if there is something to draw, and the tables with all their data."""

    key: str
    caption: str
    command: str
    """The command that prints or writes the data of the figure."""
    tables: Sequence[Table] = ()
    plots: Sequence[Plot] = ()
    legend: Sequence[LegendEntry] = ()
    shows_tables: bool = False
    """Whether the tables are the main content rather than the data behind a plot."""
    choice_label: str = "Player"
    """What the choices of the plots are."""

    @property
    def choices(self) -> list[str]:
        """The choices, shown one at a time; empty if all plots are shown."""
        return [choice for choice in dict.fromkeys(plot.choice for plot in self.plots) if choice]

    @property
    def panels(self) -> list[str]:
        """The titles of the plots that are shown at the same time."""
        return [plot.title for plot in self.plots if plot.choice == self.plots[0].choice]

    def as_json(self) -> dict[str, object]:
        """The whole figure as JSON, for pages and programs."""
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
    """Escape a text so that Plotly does not read HTML tags or formulas in it."""
    return escape(text, quote=False).replace("$", "&#36;")


def numbers(values: Iterable[float]) -> list[float | None]:
    """Convert numbers to JSON: rounded, and None where a number is not finite."""
    return [float(f"{value:.{_DIGITS}g}") if isfinite(value) else None for value in values]
