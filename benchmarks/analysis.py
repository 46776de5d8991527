"""Analysis of play: a million hands of a log and of a stored run, time and memory, and columns against objects."""

from __future__ import annotations

import tempfile
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.arena import GAME, SIMPLE
from benchmarks.games import LIMIT, NO_LIMIT, records_at_random
from benchmarks.measure import Measurement, best_seconds_in_turn, paced_once, usage_of
from benchmarks.yardsticks import PYTHON
from railbird.analysis import Tally
from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.arena.records import run_columns, run_records
from railbird.compiled import available_cores
from railbird.formats.acpc_log import MatchHeader, format_header, format_state
from railbird.formats.logs import open_log

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from railbird.formats.columns import HandColumns
    from railbird.games import GameDefinition, HandRecord

DIFFERENT, FEW, MANY = 20_000, 100_000, 1_000_000
"""Hands: those that are repeated, and the lengths of two logs."""
FEW_STORED, MANY_STORED = 500, 5_000
"""Hands in a match of two runs: the 35 tables in all orders of seats have 105,000 and 1,050,000."""
LOG_GOAL, RUN_GOAL = 20, 14
"""Seconds. A third of what a million hands took while every hand was an object: 60 of a log at most, 42 of a run."""


def measure() -> Iterator[Measurement]:
    """`railbird analyse` as a process of its own, its start included."""
    with tempfile.TemporaryDirectory() as folder:
        for game in (LIMIT, NO_LIMIT):
            kind = "limit" if game.is_limit else "no-limit"
            few, many = Path(folder) / f"{kind}.few.log", Path(folder) / f"{kind}.many.log"
            write_log(few, game, hands=FEW)
            write_log(many, game, hands=MANY)
            yield from _time_and_memory(few, many, kind=kind, goal=LOG_GOAL)
            many.unlink()
            yield _against_records(open_log(few).columns, partial(open_log, few), kind=kind, hands=FEW)
        few_stored = _stored_run(Path(folder) / "few", hands=FEW_STORED)
        many_stored = _stored_run(Path(folder) / "many", hands=MANY_STORED)
        yield from _time_and_memory(few_stored.path, many_stored.path, kind="stored", goal=RUN_GOAL)
        hands = few_stored.plan.hands * len(few_stored.plan.chunks())
        yield _against_records(
            partial(run_columns, few_stored), partial(run_records, few_stored), kind="stored", hands=hands
        )


def _time_and_memory(few: Path, many: Path, *, kind: str, goal: float) -> Iterator[Measurement]:
    usage_of("analyse", str(few), "--json")  # which compiles
    of_few = usage_of("analyse", str(few), "--json")
    of_many, _, pace = paced_once(partial(usage_of, "analyse", str(many), "--json"), PYTHON)
    note = f"{of_many.processor:.0f} s of the processor"
    yield Measurement(f"analysing a million {kind} hands", "s", of_many.seconds, goal=goal, pace=pace, note=note)
    note = f"{of_many.megabytes:.0f} MB, and {of_few.megabytes:.0f} MB"
    more = of_many.megabytes - of_few.megabytes
    yield Measurement(f"memory beyond that for 100,000 {kind}", "MB", more, limit=10, note=note)


def _against_records(
    columns: Callable[[], Iterable[HandColumns]], records: Callable[[], Iterable[HandRecord]], *, kind: str, hands: int
) -> Measurement:
    """Reading and counting in columns, and the least that one object a hand costs: to be made, and nothing else."""

    def counted() -> None:
        tally = Tally()
        for batch in columns():
            tally.add(batch)

    def made() -> None:
        for _ in records():
            pass

    in_columns, as_records = best_seconds_in_turn(counted, made, repeat=3)
    return Measurement(
        f"counting {kind} hands in columns",
        "s",
        in_columns,
        least_ratio=3,
        peers={"reading them as records": as_records},
        note=f"{hands / in_columns:,.0f} hands/s, in one process",
    )


def _stored_run(path: Path, *, hands: int) -> RunFolder:
    return play_run(
        RunFolder.create(path, RunPlan(GAME, read_entrants(SIMPLE), hands, seed=1)), workers=available_cores()
    )


def write_log(path: Path, game: GameDefinition, *, hands: int) -> None:
    """The same hands again and again, with numbers that go on."""
    lines = [format_state(record).split(":", 2)[2] for record in islice(records_at_random(game), DIFFERENT)]
    with path.open("w") as file:
        file.write(format_header(MatchHeader("match", f"{game.name}.game", hands, seed=0)) + "\n")
        for number in range(hands):
            file.write(f"STATE:{number}:{lines[number % DIFFERENT]}\n")
