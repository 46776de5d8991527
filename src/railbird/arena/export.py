"""Exports the hands of a run: an ACPC (Annual Computer Poker Competition) log or a PHH file for each match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.arena.hand_table import columns_of
from railbird.errors import FormatError, StoreError
from railbird.files import written_whole
from railbird.formats.acpc_log import format_score, format_states
from railbird.formats.phh_records import from_record
from railbird.formats.phh_writing import format_phh
from railbird.games.payoffs import chips_of
from railbird.play import TimeLimits, log_header
from railbird.progress import Silence

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.arena.store import RunFolder
    from railbird.formats.columns import HandColumns
    from railbird.games import Chips, HandRecord
    from railbird.play import MatchPlan
    from railbird.progress import Progress


def export_run(
    folder: RunFolder,
    target: Path,
    *,
    phh: bool = False,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> int:
    """Write a file for each match into a folder, and return the number of files.

    Raise StoreError before anything is written if one of them exists, unless `overwrite` is set.
    """
    tables = folder.hands_of_chunks()
    chunks = folder.plan.chunks()
    suffix = ".phhs" if phh else ".log"
    paths = [target / f"{folder.plan.match_plan(chunk).name}{suffix}" for chunk in chunks]
    existing = [path for path in paths if path.exists()]
    if existing and not overwrite:
        raise StoreError(f"{existing[0]} exists: export to another folder, or replace such files with --overwrite")
    response = round(1000 * folder.plan.seconds_per_action)
    with (progress or Silence()).task("Writing matches", total=len(chunks)) as task:
        for path, chunk, table in zip(paths, chunks, tables, strict=True):
            plan = folder.plan.match_plan(chunk)
            hands = columns_of(table, game=plan.game, names=plan.names)
            if phh:
                _write_phh(hands, path)
            else:
                _write_log(hands, path, plan, limits=TimeLimits(response=response))
            task.advance()
    return len(chunks)


def _write_log(hands: HandColumns, path: Path, plan: MatchPlan, *, limits: TimeLimits) -> None:
    """Write the log that a dealer would have written."""
    score = format_score(_totals(hands), plan.names)
    with written_whole(path) as file:
        file.write(log_header(plan, limits).encode())
        file.write(format_states(hands))
        file.write(f"{score}\n".encode())


def _totals(hands: HandColumns) -> list[Chips]:
    """The total winnings of each player, in the order of the names."""
    totals = np.zeros(len(hands.names), dtype=np.int64)
    np.add.at(totals, hands.players, hands.payoffs)
    return list(map(chips_of, totals.tolist()))


def _write_phh(hands: HandColumns, path: Path) -> None:
    """Write a PHH file. If PHH cannot express the game, raise FormatError and create no file or folder."""
    text = "".join(_phh_of(record, number, path) for number, record in enumerate(hands, start=1))
    with written_whole(path) as file:
        file.write(text.encode())


def _phh_of(record: HandRecord, number: int, path: Path) -> str:
    try:
        return format_phh(from_record(record), number=number)
    except FormatError as error:
        raise FormatError(f"{path}: hand {record.number} cannot be written: {error}") from None
