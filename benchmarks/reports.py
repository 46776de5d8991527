"""The report on a run of 210,000 hands: its time and its memory, as a command with its start."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.analysis import LAUNCHER
from benchmarks.arena import GAME, SIMPLE
from benchmarks.measure import Measurement
from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.compiled import available_cores

if TYPE_CHECKING:
    from collections.abc import Iterator


def measure() -> Iterator[Measurement]:
    """Of the second report: the first one may have to compile."""
    with tempfile.TemporaryDirectory() as folder:
        run = RunFolder.create(Path(folder) / "run", RunPlan(GAME, read_entrants(SIMPLE), 1000, seed=1))
        play_run(run, workers=available_cores())
        page = Path(folder) / "report.html"
        _report(run.path, page)
        seconds, memory = _report(run.path, page)
        yield Measurement("report on 210,000 hands", "s", seconds, goal=15)
        yield Measurement("its memory", "MB", memory, goal=1000)
        yield Measurement("its page", "MB", page.stat().st_size / 1e6, goal=8)


def _report(run: Path, page: Path) -> tuple[float, float]:
    """Seconds, and the most memory of the process in MB."""
    started = perf_counter()
    command = (sys.executable, "-c", LAUNCHER, sys.executable, "-m", "railbird", "report", str(run), str(page))
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds = perf_counter() - started
    return seconds, float(done.stdout.split()[1]) / 1024
