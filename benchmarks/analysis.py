"""Analysis of play: a log of a million hands, in seconds and in memory, and columns against objects."""

from __future__ import annotations

import tempfile
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.games import LIMIT, NO_LIMIT, records_at_random
from benchmarks.measure import Measurement, best_seconds_in_turn, paced_once, usage_of
from benchmarks.yardsticks import PYTHON
from railbird.analysis import Tally
from railbird.formats.acpc_log import MatchHeader, format_header, format_state
from railbird.formats.logs import open_log

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.games import GameDefinition

DIFFERENT, FEW, MANY = 20_000, 100_000, 1_000_000
"""Hands: those that are repeated, and the lengths of two logs."""


def measure() -> Iterator[Measurement]:
    """`railbird analyse` as a process of its own, its start included."""
    with tempfile.TemporaryDirectory() as folder:
        for game in (LIMIT, NO_LIMIT):
            kind = "limit" if game.is_limit else "no-limit"
            few, many = Path(folder) / f"{kind}.few.log", Path(folder) / f"{kind}.many.log"
            _write_log(few, game, hands=FEW)
            _write_log(many, game, hands=MANY)
            usage_of("analyse", str(few), "--json")  # which compiles
            of_few = usage_of("analyse", str(few), "--json")
            of_many, _, pace = paced_once(partial(usage_of, "analyse", str(many), "--json"), PYTHON)
            many.unlink()
            note = f"{of_many.processor:.0f} s of the processor"
            yield Measurement(f"analysing a million {kind} hands", "s", of_many.seconds, goal=20, pace=pace, note=note)
            note = f"{of_many.megabytes:.0f} MB, and {of_few.megabytes:.0f} MB"
            more = of_many.megabytes - of_few.megabytes
            yield Measurement("memory beyond that for 100,000", "MB", more, limit=10, note=note)
            yield _against_records(few, kind)


def _against_records(path: Path, kind: str) -> Measurement:
    """Reading and counting in columns, and the least that one object a hand costs: to be made, and nothing else."""

    def counted() -> None:
        tally = Tally()
        for columns in open_log(path).columns():
            tally.add(columns)

    def made() -> None:
        for _ in open_log(path):
            pass

    columns, records = best_seconds_in_turn(counted, made, repeat=3)
    note = f"{FEW / columns:,.0f} hands/s, in one process"
    return Measurement(
        f"counting {kind} hands in columns",
        "s",
        columns,
        least_ratio=1.5,
        peers={"reading them as records": records},
        note=note,
    )


def _write_log(path: Path, game: GameDefinition, *, hands: int) -> None:
    """The same hands again and again, with numbers that go on."""
    lines = [format_state(record).split(":", 2)[2] for record in islice(records_at_random(game), DIFFERENT)]
    with path.open("w") as file:
        file.write(format_header(MatchHeader("match", f"{game.name}.game", hands, seed=0)) + "\n")
        for number in range(hands):
            file.write(f"STATE:{number}:{lines[number % DIFFERENT]}\n")
