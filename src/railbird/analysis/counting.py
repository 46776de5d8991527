"""Counts all hands of a source, shows how far it is, and says what could not be counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from railbird.analysis.tally import Tally
    from railbird.formats.logs import Log
    from railbird.games import HandRecord
    from railbird.progress import Progress, Task

_AT_ONCE = 1000


def count_log(tally: Tally, log: Log, *, progress: Progress) -> list[str]:
    """Of a log, by the bytes that are read; what could not be used is told."""
    with progress.task(f"Reading {log.path.name}", total=log.path.stat().st_size) as task:
        refused = count_hands(tally, watched(log, task, done=lambda: log.position), path=log.path)
    return [*map(str, log.problems), *refused]


def count_hands(tally: Tally, records: Iterable[HandRecord], *, path: Path) -> list[str]:
    """Of any source; that hands were refused is told."""
    before = tally.refused
    tally.add_all(records)
    refused = tally.refused - before
    if not refused:
        return []
    if refused == 1:
        return [f"{path}: 1 hand is not legal, not over, or wins more chips than there are"]
    return [f"{path}: {refused:,} hands are not legal, not over, or win more chips than there are"]


def watched(
    records: Iterable[HandRecord], task: Task, *, done: Callable[[], int] | None = None
) -> Iterator[HandRecord]:
    """The same records, with progress by what is done, or by hands."""
    before = 0
    for number, record in enumerate(records, start=1):
        yield record
        if number % _AT_ONCE == 0:
            now = number if done is None else done()
            task.advance(now - before)
            before = now
