"""Draws how solves converge: exploitability over iterations and over time, on logarithmic scales."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from railbird.reports.figure import Figure, LegendEntry, Plot, numbers, plain
from railbird.reports.palette import Colors
from railbird.reports.plot_layout import layout_of, titled
from railbird.reports.report import Section

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.reports.figure import Part
    from railbird.statistics import Table

_HEIGHT = 420


class SolvePoint(Protocol):
    """A point of a solve at which its strategy was evaluated."""

    @property
    def iteration(self) -> int:
        """Number of iterations so far."""

    @property
    def seconds(self) -> float:
        """Time in the solver so far."""

    @property
    def exploitability(self) -> float:
        """Sum of all gains from deviating, in chips per hand."""


@dataclass(frozen=True)
class ConvergenceLine:
    """The curve of a solve."""

    name: str
    """The name in the legend. Lines of different games may share it, and its colour."""
    game: str
    points: Sequence[SolvePoint]
    factor: float = 1.0
    """From chips to the unit of the figure."""


def convergence_sections(
    lines: Sequence[ConvergenceLine], *, table: Table, command: str, unit: str = "chips per hand"
) -> list[Section]:
    """The curves by iterations and by time, a plot for each game."""
    colors = Colors.of(list(dict.fromkeys(line.name for line in lines)))

    def section(title: str, *, by_time: bool) -> Section:
        over = "seconds in the solver" if by_time else "iterations"
        figure = Figure(
            key="time" if by_time else "iterations",
            caption=f"Exploitability in {unit} over {over}. Both scales are logarithmic; lower is better.",
            command=command,
            tables=[table],
            plots=_plots(lines, colors=colors, by_time=by_time),
            legend=[LegendEntry(name, colors.color(name), bool(colors.repeats(name))) for name in colors.places],
        )
        return Section(title, [figure])

    return [section("Convergence by iterations", by_time=False), section("Convergence by time", by_time=True)]


def _plots(lines: Sequence[ConvergenceLine], *, colors: Colors, by_time: bool) -> list[Plot]:
    return [
        Plot(
            [_trace(line, colors=colors, by_time=by_time) for line in lines if line.game == game],
            _layout(by_time=by_time),
            title=game,
        )
        for game in dict.fromkeys(line.game for line in lines)
    ]


def _trace(line: ConvergenceLine, *, colors: Colors, by_time: bool) -> Part:
    name, points = line.name, line.points
    return {
        "type": "scatter",
        "mode": "lines+markers" if len(points) > 1 else "markers",
        "name": plain(name),
        "legendgroup": name,
        "x": numbers(point.seconds if by_time else point.iteration for point in points),
        "y": numbers(line.factor * point.exploitability for point in points),
        "line": {"color": colors.color(name), "width": 2, "dash": colors.dash(name)},
        "marker": {"color": colors.color(name), "size": 5},
        "hovertemplate": "%{y:.3g}",
    }


def _layout(*, by_time: bool) -> Part:
    powers = {"type": "log", "exponentformat": "power", "dtick": 1}
    x = titled("seconds" if by_time else "iterations", showgrid=False, zeroline=False, **powers)
    y = titled("exploitability", zeroline=False, **powers)
    return layout_of(height=_HEIGHT, x=x, y=y, hovermode="closest")
