"""`railbird warm-up`: compiles what the usual commands need, so that none of them has to wait for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_MATCH = ("--hands", "2", "--seed", "1", "--workers", "1")
_FIELD = "all-in-equity richie-rich exploitable exploiting check-norris call raise"
_JOBS: tuple[tuple[str, ...], ...] = (
    # The longest first: each job compiles what the jobs before it have not begun to compile.
    (
        "solve leduc.limit.2p --algorithm cfr+ --iterations 2 --out leduc.strategy",
        f"match strategy:file=leduc.strategy call --game leduc.limit.2p {' '.join(_MATCH)}",
        "strategy show leduc.strategy --hand Kh --history cr",
    ),
    (f"match akuma all-in-equity raise {' '.join(_MATCH)}",),
    (
        # Enough players and hands for the tables of starting hands to grow.
        f"tournament {_FIELD} --hands 30 --seed 1 --workers 1 --out run",
        "report run report.html",
        "analyse run",
        "log show run",
        "export run logs",
        "log check logs/table0.match0.0.log",
    ),
    (f"match cfr-limit richie-rich --game holdem.limit.2p.reverse_blinds {' '.join(_MATCH)}",),
    (
        "equity AhKh --board Qs,Jh,2d --opponents 2",
        "equity AsAh KdKc",
        "equity AA,KK 22+ --board Qs,Jh,2d",
        "equity AhKh --board Qs,Jh,2d,9c,3s",
        "equity 7c7d AhQh KsKc --board 7h,4h,2s",
        "equity 22+ AKs 55+ --samples 1000 --seed 1",
        "equity AhKh --opponents 2",
        "range TT+,AKs",
    ),
    ("dealer warm holdem.limit.3p 2 7 A B C -b call -b call -b random -q",),
)

_START = "import sys; from railbird.cli.warm_up_command import run_commands; run_commands(sys.argv[1:])"
"""One process for all commands of a job, because starting one takes a second or two."""


def warm_up_command() -> None:
    """Compile what the commands of the README need, on all cores, once for all users of the cache folder.

    Without it, each command compiles what it needs when it is first used, and says so.
    """
    from concurrent.futures import ThreadPoolExecutor
    from functools import partial
    from time import perf_counter

    from railbird.cli.terminal import Terminal
    from railbird.compiled import available_cores
    from railbird.files import temporary_folder

    started = perf_counter()
    total = sum(map(len, _JOBS))
    with (
        temporary_folder() as folder,
        Terminal().showing() as terminal,
        terminal.task("Compiling on all cores", total=total) as task,
        ThreadPoolExecutor(available_cores()) as pool,
    ):
        for finished in pool.map(partial(_run, folder=folder), range(len(_JOBS)), _JOBS):
            task.advance(finished)
    typer.echo(f"Compiled what the usual commands need in {perf_counter() - started:.0f} seconds.")


def _run(number: int, commands: Sequence[str], *, folder: Path) -> int:
    """Run the commands of a job in a process of their own; raise RailbirdError if one fails."""
    import subprocess
    import sys

    from railbird.errors import RailbirdError

    place = folder / str(number)
    place.mkdir()
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", _START, *commands], cwd=place, capture_output=True, text=True, check=False
    )
    if done.returncode:
        *_, last = ["", *done.stderr.splitlines()]
        raise RailbirdError(f"railbird {commands[0]}: {last}")
    return len(commands)


def run_commands(commands: Sequence[str]) -> None:
    """Run commands one after the other, as far as they succeed."""
    from railbird.cli import app

    for command in commands:
        if status := app(command.split(), standalone_mode=False):
            raise SystemExit(status)
