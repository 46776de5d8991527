"""The report on strategies: how they converged, and what a single strategy plays."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.abstraction.bucket_kinds import BUCKET_KINDS
from railbird.abstraction.bucket_parameters import bucket_options
from railbird.errors import StrategyError
from railbird.reports.convergence_figure import ConvergenceLine, convergence_sections
from railbird.reports.report import Introduction, Report
from railbird.reports.strategy_section import strategy_sections
from railbird.reports.strategy_words import where_text
from railbird.statistics import AMOUNT, COUNT, TEXT, Column, Table
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from railbird.reports.report import Section
    from railbird.strategy import Strategy

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
    lines = [
        ConvergenceLine(name, each.game, each.strategy.origin.points)
        for name, each in zip(_names(solved), solved, strict=True)
    ]
    command = shlex.join(["railbird", "report", *(str(each.path) for each in solved), "report.html"])
    return convergence_sections(lines, table=_table(solved), command=command)


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
        f"{best.game}: {best.name}{least} {_exploitability(best):.3g} chips per hand"
        f"{where_text(best.strategy)} after {number_of(best.strategy.origin.iterations, 'iteration')}."
    )


def _names(solved: Sequence[SolvedStrategy]) -> list[str]:
    """The names of the lines: the algorithms if they differ, with the same colour in all games, otherwise the files."""
    for candidates in ([each.strategy.origin.algorithm for each in solved], [each.name for each in solved]):
        if len({*zip([each.game for each in solved], candidates, strict=True)}) == len(solved):
            return candidates
    return [str(each.path) for each in solved]


def _exploitability(solved: SolvedStrategy) -> float:
    return solved.strategy.origin.points[-1].exploitability


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
