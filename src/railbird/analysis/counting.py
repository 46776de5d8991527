"""Counts all hands of a source, reports progress, and collects problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.formats.payoff_checks import is_doubtful, payoff_verdicts, problems_with_payoffs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from railbird.analysis.tally import Tally
    from railbird.formats.columns import HandColumns
    from railbird.formats.logs import Log
    from railbird.progress import Progress, Task


def count_log(tally: Tally, log: Log, *, progress: Progress, trust: bool = False) -> list[str]:
    """Count the hands of a log, with progress by bytes read, and return the problems.

    Hands whose payoffs are not those of their cards and actions are left out, unless the log is trusted.
    """
    doubts = Doubts(log.path, advice=", and --trust takes them as they are")
    batches = log.columns() if trust else map(doubts.without_doubtful, log.columns())
    with progress.task(f"Reading {log.path.name}", total=log.path.stat().st_size) as task:
        refused = count_hands(tally, batches, path=log.path, task=task, done=lambda: log.position)
    return [*map(str, log.problems), *refused, *doubts.summary()]


class Doubts:
    """Leaves out the hands whose payoffs are doubtful, and counts them."""

    def __init__(self, path: Path, *, advice: str = "") -> None:
        """The advice says how to count them all the same."""
        self._path = path
        self._advice = advice
        self._hands = 0
        self._first = ""

    def without_doubtful(self, columns: HandColumns) -> HandColumns:
        """The hands of a batch whose payoffs are not doubtful."""
        verdicts = payoff_verdicts(columns)
        doubtful = is_doubtful(verdicts)
        if not doubtful.any():
            return columns
        if not self._hands:
            self._first = str(next(problems_with_payoffs(self._path, columns, verdicts)))
        self._hands += int(doubtful.sum())
        return columns.where(~doubtful)

    def summary(self) -> list[str]:
        """A message if hands were left out."""
        if not self._hands:
            return []
        hands = "1 hand is" if self._hands == 1 else f"{self._hands:,} hands are"
        return [f"{self._first}; {hands} left out for their payoffs{self._advice}"]


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
