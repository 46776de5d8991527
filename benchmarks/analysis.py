"""Analysis of play: a log of a million hands, in seconds and in memory."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.games import LIMIT, NO_LIMIT, records_at_random
from benchmarks.measure import Measurement
from railbird.formats.acpc_log import format_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.games import GameDefinition

DIFFERENT, FEW, MANY = 20_000, 100_000, 1_000_000
"""Hands: those that are repeated, and the lengths of two logs."""
LAUNCHER = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
"""
"""A small process between: a process is said to need at least as much memory as the one that has started it."""


def measure() -> Iterator[Measurement]:
    """`railbird analyse` as a process of its own, its start included."""
    with tempfile.TemporaryDirectory() as folder:
        for game in (LIMIT, NO_LIMIT):
            kind = "limit" if game.is_limit else "no-limit"
            few, many = Path(folder) / f"{kind}.few.log", Path(folder) / f"{kind}.many.log"
            _write_log(few, game, FEW)
            _write_log(many, game, MANY)
            _analyse(few)  # which compiles
            *_, memory_of_few = _analyse(few)
            seconds, processor, memory = _analyse(many)
            many.unlink()
            note = f"{processor:.0f} s of the processor"
            yield Measurement(f"analysing a million {kind} hands", "s", seconds, goal=60, note=note)
            note = f"{memory:.0f} MB, and {memory_of_few:.0f} MB"
            yield Measurement("memory beyond that for 100,000", "MB", memory - memory_of_few, goal=10, note=note)


def _analyse(log: Path) -> tuple[float, float, float]:
    """Seconds, seconds of the processor, and the most memory of the process in MB."""
    started = perf_counter()
    command = (sys.executable, "-c", LAUNCHER, sys.executable, "-m", "railbird", "analyse", str(log), "--json")
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds = perf_counter() - started
    processor, kilobytes = map(float, done.stdout.split())
    return seconds, processor, kilobytes / 1024


def _write_log(path: Path, game: GameDefinition, hands: int) -> None:
    """The same hands again and again, with numbers that go on."""
    lines = [format_state(record).split(":", 2)[2] for record in islice(records_at_random(game), DIFFERENT)]
    with path.open("w") as file:
        file.write(f"# name/game/hands/seed match {game.name}.game {hands} 0\n")
        for number in range(hands):
            file.write(f"STATE:{number}:{lines[number % DIFFERENT]}\n")
