"""`railbird warm-up`: compiles what the usual commands need, so that none of them has to wait for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_MATCH = ("--hands", "2", "--seed", "1", "--workers", "1")
_FIELD = "all-in-equity richie-rich exploitable exploiting check-norris call raise"
_LIBRARY = "library"
"""Stands for the calls from Python, among the commands of the jobs."""
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
    (_LIBRARY,),
    ("dealer warm holdem.limit.3p 2 7 A B C -b call -b call -b random -q",),
)

_START = "import sys; from railbird.cli.warm_up_command import run_commands; run_commands(sys.argv[1:])"
"""One process for all commands of a job, because starting one takes a second or two."""


def warm_up_command() -> None:
    """Compile what the commands of the README need, on all cores, once for all users of the cache folder.

    Without it, each command compiles what it needs when it is first used, and says so.
    """
    from concurrent.futures import ThreadPoolExecutor, as_completed
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
        running = [pool.submit(_run, number, commands, folder=folder) for number, commands in enumerate(_JOBS)]
        for finished in as_completed(running):
            task.advance(finished.result())
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
        if command == _LIBRARY:
            _call_the_library()
        elif status := app(command.split(), standalone_mode=False):
            raise SystemExit(status)


def _call_the_library() -> None:
    """What the README's examples call from Python, with and without the flop tables, and the building of these."""
    import numpy as np

    from railbird.cards import parse_cards
    from railbird.cards.isomorphism import HAND_FLOP
    from railbird.cards.strength import strength, strengths
    from railbird.equity.flop import flop_equities
    from railbird.equity.flop_tables import FlopTables
    from railbird.equity.flop_tables.build import compile_build
    from railbird.equity.metrics import draws, final_strength, hand_strength, potential

    hand, flop, river = "AhKh", "Qs Jh 2d", "9c 3s"
    for cards in (hand + flop, hand + flop + "9c", hand + flop + river):
        strength(cards)
    strengths(np.array([parse_cards(hand + flop + river)], dtype=np.uint8))
    deal = np.array([parse_cards(hand + flop)], dtype=np.uint8)
    flop_equities(deal, opponents=1)
    counts = np.zeros((HAND_FLOP.size, 3), dtype=np.uint32)
    counts.flags.writeable = False  # as in the stored tables
    FlopTables(counts, counts).equities(deal, opponents=1)
    for metric in (hand_strength, final_strength, potential, draws):
        metric(hand, flop)
    compile_build()
