"""Prints the cost of a run or a solve before it starts, and asks at a terminal whether a long one shall be done."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.progress import duration_text

if TYPE_CHECKING:
    from railbird.arena import RunCost

Yes = Annotated[
    bool,
    typer.Option("--yes", "-y", help="Do not ask before a run of more than ten minutes (default: ask, at a terminal)."),
]
_LONG = 600.0
"""Seconds beyond which a run is asked about."""
_UNITS = (("GB", 1e9), ("MB", 1e6), ("kB", 1e3))


def announce_cost(text: str, seconds: float | None, *, yes: bool) -> None:
    """Print the cost; at a terminal, ask before long work and stop if it shall not be done."""
    typer.echo(text, err=True)
    is_long = seconds is not None and seconds > _LONG
    if is_long and not yes and sys.stdin.isatty() and not typer.confirm("Start?", err=True):
        typer.echo("railbird: nothing was started", err=True)
        raise typer.Exit(1)


def cost_text(cost: RunCost, *, of_total: str = "", where: str = "") -> str:
    """Format the hands, the expected time and the disk space of a run; `where` follows the number of processes."""
    time = "time unknown because bots of your own and bots that record are not tried beforehand"
    if cost.seconds is not None:
        time = f"{duration_text(cost.seconds)} on {cost.workers} process{'es' * (cost.workers > 1)}{where}"
    return f"{cost.hands:,}{of_total} hands, {time}, {_size(cost.bytes)} of disk space"


def _size(number: float) -> str:
    unit, factor = next(((unit, factor) for unit, factor in _UNITS if number >= factor), _UNITS[-1])
    return f"{number / factor:,.0f} {unit}"
