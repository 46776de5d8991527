"""The report on a run of 210,000 hands: its time and its memory, as a command with its start."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.arena import GAME, SIMPLE
from benchmarks.measure import Measurement, usage_of
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
        _, usage = (usage_of("report", str(run.path), str(page)) for _ in range(2))
        yield Measurement("report on 210,000 hands", "s", usage.seconds, goal=15)
        yield Measurement("its memory", "MB", usage.megabytes, goal=1000)
        yield Measurement("its page", "MB", page.stat().st_size / 1e6, goal=8)
