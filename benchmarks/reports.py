"""The report on a run of 210,000 hands: its time and its memory, as a command with its start."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.arena import GAME, SIMPLE
from benchmarks.measure import Measurement, paced_once, usage_of
from benchmarks.yardsticks import PYTHON
from railbird.analysis import Tally, counters
from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.arena.records import count_run, run_records
from railbird.compiled import available_cores
from railbird.games import CALL, FOLD
from railbird.games.state_array import RAISE
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Iterator


def measure() -> Iterator[Measurement]:
    """Of the second report: the first one may have to compile."""
    with tempfile.TemporaryDirectory() as folder:
        run = RunFolder.create(Path(folder) / "run", RunPlan(GAME, read_entrants(SIMPLE), 1000, seed=1))
        play_run(run, workers=available_cores())
        page = Path(folder) / "report.html"
        usage_of("report", str(run.path), str(page))  # which compiles
        usage, _, pace = paced_once(lambda: usage_of("report", str(run.path), str(page)), PYTHON)
        yield Measurement("report on 210,000 hands", "s", usage.seconds, goal=15, pace=pace)
        yield Measurement("its memory", "MB", usage.megabytes, limit=1000)
        yield Measurement("its page", "MB", page.stat().st_size / 1e6, limit=8)
        yield Measurement("totals of its hands that do not agree", "", _disagreements(run), limit=0)


def _disagreements(run: RunFolder) -> int:
    """Categories add up to the hands and to their chips, chips to nothing, counts of actions to the stored actions."""
    tally, stored = Tally(), Counter[int]()
    count_run(tally, run, progress=Silence())
    for record in run_records(run):
        stored.update(action.kind for action in record.actions)
    rows = np.array([tally.counts(player) for player in range(len(tally.names))])
    sizes = rows[:, counters.CATEGORY_HANDS : counters.CATEGORY_HANDS + counters.CATEGORIES].sum(axis=1)
    chips = rows[:, counters.CATEGORY_NET : counters.CATEGORY_NET + counters.CATEGORIES].sum(axis=1)
    wrong = int((sizes != rows[:, counters.HANDS]).sum()) + int((chips != rows[:, counters.NET]).sum())
    kinds = (
        rows[:, counters.ACTIONS : counters.ACTIONS + 4 * counters.ACTION_KINDS].sum(axis=0).reshape(4, -1).sum(axis=0)
    )
    calls = kinds[counters.CHECKS] + kinds[counters.CALLS]
    counted = {FOLD.kind: kinds[counters.FOLDS], CALL.kind: calls, RAISE: kinds[counters.RAISES]}
    wrong += int(rows[:, counters.NET].sum() != 0)
    return wrong + sum(int(stored[kind] != count) for kind, count in counted.items())
