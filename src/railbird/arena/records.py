"""Reads the hands of a run in columns or as records, and counts them."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import polars as pl

from railbird.analysis.counting import count_hands
from railbird.arena.hand_table import columns_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.analysis import Tally
    from railbird.arena.store import RunFolder
    from railbird.formats.columns import HandColumns
    from railbird.games import HandRecord
    from railbird.progress import Progress


def count_run(tally: Tally, folder: RunFolder, *, progress: Progress) -> list[str]:
    """Count all hands of a run, and return the problems."""
    hands = folder.plan.hands * len(folder.plan.chunks())
    with progress.task(f"Reading {folder.path.name}", total=hands) as task:
        return count_hands(tally, run_columns(folder), path=folder.path, task=task)


def run_columns(folder: RunFolder) -> Iterator[HandColumns]:
    """Yield all hands of a complete run in columns, in the order of the matches."""
    plan = folder.plan
    names = [entrant.name for entrant in plan.entrants]
    for table in folder.hands_in_batches():
        yield columns_of(table, game=plan.game, names=names)


def match_columns(folder: RunFolder, chunk: int) -> HandColumns:
    """The hands of one match of a complete run, by the number of its chunk."""
    plan = folder.plan
    table = pl.read_parquet(folder.hand_files()[chunk])
    return columns_of(table, game=plan.game, names=[entrant.name for entrant in plan.entrants])


def run_records(folder: RunFolder) -> Iterator[HandRecord]:
    """Yield all hands of a complete run as records."""
    return chain.from_iterable(run_columns(folder))
