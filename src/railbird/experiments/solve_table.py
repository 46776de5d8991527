"""The solves of an experiment as a table: what they took, and their exploitability over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.statistics import AMOUNT, COUNT, TEXT, Column, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.experiments.solve_record import SolveRecord
    from railbird.games import GameDefinition

_TIMES = (1, 3, 10, 30, 100, 300, 1000, 3000, 10_000)
"""Seconds after which exploitability is shown."""
_MEANING = "sum of what the players could gain by deviating within the abstract game, each alone, in mbb/hand"


def solve_table(solves: Mapping[str, SolveRecord], game: GameDefinition) -> Table:
    """A table with a row for each solve. Empty columns are left out."""
    times = [time for time in _TIMES if any(solve.seconds >= time for solve in solves.values())]
    columns = [
        Column("strategy"),
        Column("algorithm", TEXT),
        Column("iterations", COUNT, "iterations, each of which updates every player once"),
        Column("seconds", AMOUNT, "time in the solver, without compilation and evaluation"),
        Column("mbb/hand", AMOUNT, f"exploitability: {_MEANING}"),
        *(Column(f"{time} s", AMOUNT, f"exploitability after up to {time:,} seconds") for time in times),
    ]
    rows = [
        (
            name,
            solve.algorithm,
            solve.iterations,
            solve.seconds,
            _in_mbb(solve.exploitability, game),
            *(_in_mbb(solve.exploitability_after(time), game) for time in times),
        )
        for name, solve in solves.items()
    ]
    return Table("solves", "Solves", columns, rows).without_empty_columns()


def _in_mbb(chips: float | None, game: GameDefinition) -> float | None:
    """Chips per hand in thousandths of a big blind."""
    return None if chips is None else 1000 * chips / game.unit
