"""Imitation: converting a million decisions, the memory that it takes, and decisions of a model at the table."""

from __future__ import annotations

import os
import tempfile
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.analysis import write_log
from benchmarks.games import LIMIT, records_at_random
from benchmarks.measure import Measurement, paced_once, usage_of
from benchmarks.yardsticks import PYTHON, PYTHON_ON_ALL_CORES
from railbird.bots import make_bot
from railbird.compiled import CODE_FOLDER
from railbird.files import cache_folder
from railbird.imitation.attributes import attributes_of
from railbird.imitation.dataset import Dataset
from railbird.imitation.live.decision_row import DecisionRow
from railbird.imitation.live.watched_match import WatchedMatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from railbird.games import View

FEW, MANY = 40_000, 400_000
"""Hands of two logs; the second has about a million decisions of each player."""
GOAL = 20_000
"""Decisions a second on two cores."""
MOST_MEMORY = 1500
"""Megabytes."""
SOURCE_DECISIONS = 10_795_125
"""All decisions of table 1 of Kischka 2014."""
AT_THE_TABLE = 2000


def measure() -> Iterator[Measurement]:
    """`railbird imitate convert` as a process of its own, its start included; then single decisions."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _conversion(Path(folder))
        model = Path(folder) / "model"
        usage_of("imitate", "train", str(Path(folder) / "few"), "--out", str(model))
        bot = make_bot(f"imitation:model={model}")
        bot.match_starts(LIMIT, 0)
        yield _at_the_table("a decision of a model", bot.act)
    yield _at_the_table("all attributes of a decision", _described)


def _conversion(folder: Path) -> Iterator[Measurement]:
    environment = _without_flop_tables(folder)
    few, many = folder / "few.log", folder / "many.log"
    write_log(few, LIMIT, hands=FEW)
    write_log(many, LIMIT, hands=MANY)
    of_few = usage_of(*_command(few, folder / "few"), environment=environment)  # which compiles
    convert = partial(usage_of, *_command(many, folder / "many"), environment=environment)
    of_many, _, pace = paced_once(convert, PYTHON_ON_ALL_CORES)
    dataset = Dataset.open(folder / "many")
    decisions = sum(map(dataset.row_count, dataset.streets))
    a_second = decisions / of_many.seconds
    what = f"{decisions:,} with {len(attributes_of(LIMIT))} attributes, without flop tables"
    note = f"{what}, {of_many.processor:.0f} s of the processor"
    yield Measurement(
        "converting decisions", "a second", a_second, goal=GOAL, more_is_better=True, pace=pace, note=note
    )
    minutes = SOURCE_DECISIONS / a_second / 60
    note = f"{SOURCE_DECISIONS:,}, estimated from these"
    yield Measurement("converting those of the source", "minutes", minutes, goal=15, pace=pace, note=note)
    note = f"{of_few.megabytes:.0f} MB for a tenth of the hands"
    yield Measurement("memory of converting a million", "MB", of_many.megabytes, limit=MOST_MEMORY, note=note)


def _command(log: Path, out: Path) -> list[str]:
    return ["imitate", "convert", str(log), "--hero", "Alice", "--out", str(out)]


def _without_flop_tables(folder: Path) -> dict[str, str]:
    """The environment with a cache that has only compiled code, so that equities on the flop are computed."""
    cache = folder / "cache"
    cache.mkdir()
    (cache / CODE_FOLDER).symlink_to(cache_folder(CODE_FOLDER))
    return {**os.environ, "RAILBIRD_CACHE": str(cache)}


def _described(view: View) -> None:
    """Compute all attributes that learners may see, without those of single players, as models use them by default."""
    row = DecisionRow(WatchedMatch(LIMIT, view.seat).decision(view), attributes_of(LIMIT))
    for definition in attributes_of(LIMIT).values():
        is_used = definition.as_attribute().is_input and definition.section != "A.8"
        if is_used and view.street in definition.streets:
            row[definition.name]


def _at_the_table(name: str, decide: Callable[[View], object]) -> Measurement:
    """The median time of a decision. Equities are computed, not looked up, unless the flop tables are built."""

    def seconds_of_decisions() -> list[float]:
        seconds: list[float] = []
        for record in records_at_random(LIMIT):
            for view in (view for view, _ in record.decisions() if view.seat == 0):
                started = perf_counter()
                decide(view)
                seconds.append(perf_counter() - started)
            if len(seconds) > AT_THE_TABLE:
                break
        return seconds[len(seconds) // 10 :]  # the first ones compile

    seconds, _, pace = paced_once(seconds_of_decisions, PYTHON)
    return Measurement(name, "ms", 1000 * median(seconds), goal=1.0, pace=pace)
