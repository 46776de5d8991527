"""The section on convergence: exploitability over iterations and over time, on logarithmic scales."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.abstraction.bucket_kinds import BUCKET_KINDS
from railbird.abstraction.bucket_parameters import bucket_options
from railbird.errors import StrategyError
from railbird.reports.figure import Figure, LegendEntry, Plot, numbers, plain
from railbird.reports.palette import Colors
from railbird.reports.plot_layout import layout_of, titled
from railbird.reports.report import Introduction, Report, Section
from railbird.reports.strategy_section import strategy_sections
from railbird.statistics import AMOUNT, COUNT, TEXT, Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from railbird.reports.figure import Part
    from railbird.strategy import Strategy

_HEIGHT = 420
_COLUMNS = (
    Column("strategy"),
    Column("game"),
    Column("algorithm"),
    Column("iterations", COUNT, "iterations, each of which updates every player once"),
    Column("seconds", AMOUNT, "time of the solver, without compilation and evaluation"),
    Column(
        "exploitability",
        TEXT,
        "sum of what the players could gain by deviating, each alone, in chips per hand",
    ),
    Column("made by"),
)


@dataclass(frozen=True)
class SolvedStrategy:
    """A strategy and its file."""

    path: Path
    strategy: Strategy

    @property
    def name(self) -> str:
        """The name that distinguishes the strategy from others."""
        return self.path.stem

    @property
    def game(self) -> str:
        """The name of the strategy's game."""
        return self.strategy.definition.name or "unnamed game"

    @property
    def command(self) -> str:
        """The command that makes such a strategy."""
        origin, definition = self.strategy.origin, self.strategy.definition
        parts = ["railbird", "solve", self.game]
        parts += ["--algorithm", origin.algorithm, "--iterations", str(origin.iterations)]
        if self.strategy.cards["kind"] in BUCKET_KINDS:
            parts += bucket_options(self.strategy.cards)
        if not definition.is_limit:
            parts += ["--bets", str(self.strategy.menu)]
        for name, value in origin.options.items():
            if name == "linear":
                parts += ["--linear"] * bool(value)
            elif (name, value) != ("threads", 1):
                parts += [f"--{name}", str(value)]
        return shlex.join(parts)


def make_solve_report(solved: Sequence[SolvedStrategy]) -> Report:
    """Make a report on strategies: how they converged, and what a single strategy plays."""
    evaluated = [each for each in solved if each.strategy.origin.points]
    if not evaluated and len(solved) > 1:
        raise StrategyError(
            f"{solved[0].path}: its exploitability was never computed, so there is nothing to compare; give a single "
            "strategy to see what it plays"
        )
    introduction = Introduction(
        summary=" ".join(_summary([each for each in solved if each.game == game]) for game in _games(solved)),
        facts={"Games": ", ".join(_games(solved)), "Strategies": str(len(solved))},
    )
    sections = _convergence(evaluated) if evaluated else []
    if len(solved) == 1:
        sections += strategy_sections(solved[0].strategy, solved[0].path)
    title = solved[0].name if len(solved) == 1 else f"{len(solved)} strategies"
    return Report(names=[title], introductions=[introduction], sections=sections)


def _convergence(solved: Sequence[SolvedStrategy]) -> list[Section]:
    names = _names(solved)
    colors = Colors.of(list(dict.fromkeys(names)))
    return [
        Section("Convergence by iterations", [_figure(solved, names, colors=colors, by_time=False)]),
        Section("Convergence by time", [_figure(solved, names, colors=colors, by_time=True)]),
    ]


def _games(solved: Sequence[SolvedStrategy]) -> list[str]:
    return list(dict.fromkeys(each.game for each in solved))


def _summary(solved: Sequence[SolvedStrategy]) -> str:
    """A sentence on the best strategy of each game."""
    evaluated = [each for each in solved if each.strategy.origin.points]
    if not evaluated:
        return f"{solved[0].game}: the exploitability is not known."
    best = min(evaluated, key=_exploitability)
    least = " is the least exploitable:" if len(evaluated) > 1 else ":"
    return (
        f"{best.game}: {best.name}{least} {_exploitability(best):.3g} chips per hand after "
        f"{best.strategy.origin.iterations:,} iterations."
    )


def _names(solved: Sequence[SolvedStrategy]) -> list[str]:
    """The names of the lines: the algorithms if they differ, with the same colour in all games, otherwise the files."""
    for candidates in ([each.strategy.origin.algorithm for each in solved], [each.name for each in solved]):
        if len({*zip([each.game for each in solved], candidates, strict=True)}) == len(solved):
            return candidates
    return [str(each.path) for each in solved]


def _exploitability(solved: SolvedStrategy) -> float:
    return solved.strategy.origin.points[-1].exploitability


def _figure(solved: Sequence[SolvedStrategy], names: Sequence[str], *, colors: Colors, by_time: bool) -> Figure:
    plots = []
    for game in _games(solved):
        lines = [
            _line(each, name, colors=colors, by_time=by_time)
            for each, name in zip(solved, names, strict=True)
            if each.game == game
        ]
        plots.append(Plot(lines, _layout(by_time=by_time), title=game))
    over = "seconds in the solver" if by_time else "iterations"
    return Figure(
        key="time" if by_time else "iterations",
        caption=f"Exploitability in chips per hand over {over}. Both scales are logarithmic; lower is better.",
        command=shlex.join(["railbird", "report", *(str(each.path) for each in solved), "report.html"]),
        tables=[_table(solved)],
        plots=plots,
        legend=[LegendEntry(name, colors.color(name), bool(colors.repeats(name))) for name in dict.fromkeys(names)],
    )


def _line(solved: SolvedStrategy, name: str, *, colors: Colors, by_time: bool) -> Part:
    points = solved.strategy.origin.points
    return {
        "type": "scatter",
        "mode": "lines+markers" if len(points) > 1 else "markers",
        "name": plain(name),
        "legendgroup": name,
        "x": numbers(point.seconds if by_time else point.iteration for point in points),
        "y": numbers(point.exploitability for point in points),
        "line": {"color": colors.color(name), "width": 2, "dash": colors.dash(name)},
        "marker": {"color": colors.color(name), "size": 5},
        "hovertemplate": "%{y:.3g}",
    }


def _layout(*, by_time: bool) -> Part:
    powers = {"type": "log", "exponentformat": "power", "dtick": 1}
    x = titled("seconds" if by_time else "iterations", showgrid=False, zeroline=False, **powers)
    y = titled("exploitability", zeroline=False, **powers)
    return layout_of(height=_HEIGHT, x=x, y=y, hovermode="closest")


def _table(solved: Sequence[SolvedStrategy]) -> Table:
    rows = [
        (
            str(each.path),
            each.game,
            each.strategy.origin.algorithm,
            each.strategy.origin.iterations,
            each.strategy.origin.seconds,
            f"{_exploitability(each):.3g}",
            each.command,
        )
        for each in solved
    ]
    return Table(key="convergence", title="Strategies", columns=_COLUMNS, rows=rows)
