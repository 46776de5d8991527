"""Counts all hands of a source, shows its progress, and says what could not be counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from railbird.analysis.tally import Tally
    from railbird.formats.columns import HandColumns
    from railbird.formats.logs import Log
    from railbird.progress import Progress, Task


def count_log(tally: Tally, log: Log, *, progress: Progress) -> list[str]:
    """Count a log, with progress by the bytes that are read, and return what could not be used."""
    with progress.task(f"Reading {log.path.name}", total=log.path.stat().st_size) as task:
        refused = count_hands(tally, log.columns(), path=log.path, task=task, done=lambda: log.position)
    return [*map(str, log.problems), *refused]


def count_hands(
    tally: Tally,
    batches: Iterable[HandColumns],
    *,
    path: Path,
    task: Task,
    done: Callable[[], int] | None = None,
) -> list[str]:
    """Count any source, with progress by what is done, or by hands, and return that hands were refused."""
    refused_before, done_before = tally.refused, 0
    for columns in batches:
        tally.add(columns)
        now = done_before + len(columns) if done is None else done()
        task.advance(now - done_before)
        done_before = now
    refused = tally.refused - refused_before
    if not refused:
        return []
    if refused == 1:
        return [f"{path}: 1 hand is not legal, not over, or wins more chips than there are"]
    return [f"{path}: {refused:,} hands are not legal, not over, or win more chips than there are"]
