"""Counts all hands of a source, reports progress, and collects problems."""

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
    """Count the hands of a log, with progress by bytes read, and return the problems."""
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
    """Count batches of hands and return a problem if hands were refused.

    Progress is measured by `done` (default: by the number of hands).
    """
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
