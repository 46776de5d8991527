"""Analysis of play: a log of a million hands, in seconds and in memory."""

from __future__ import annotations

import tempfile
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.games import LIMIT, NO_LIMIT, records_at_random
from benchmarks.measure import Measurement, paced_once, usage_of
from benchmarks.yardsticks import PYTHON
from railbird.formats.acpc_log import format_state

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
            yield Measurement(f"analysing a million {kind} hands", "s", of_many.seconds, goal=60, pace=pace, note=note)
            note = f"{of_many.megabytes:.0f} MB, and {of_few.megabytes:.0f} MB"
            more = of_many.megabytes - of_few.megabytes
            yield Measurement("memory beyond that for 100,000", "MB", more, limit=10, note=note)


def _write_log(path: Path, game: GameDefinition, *, hands: int) -> None:
    """The same hands again and again, with numbers that go on."""
    lines = [format_state(record).split(":", 2)[2] for record in islice(records_at_random(game), DIFFERENT)]
    with path.open("w") as file:
        file.write(f"# name/game/hands/seed match {game.name}.game {hands} 0\n")
        for number in range(hands):
            file.write(f"STATE:{number}:{lines[number % DIFFERENT]}\n")
