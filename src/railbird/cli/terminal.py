"""Progress of long work and notices of compilation on standard error."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from datetime import timedelta
from threading import Event, Thread
from typing import TYPE_CHECKING

from rich.progress import BarColumn, Progress, ProgressColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.text import Text

from railbird.cli.plain_console import plain_console
from railbird.progress import duration_text, report_compilation_to

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.progress import Task as ShownTask

    from railbird.progress import Task

SECONDS_BETWEEN_LINES = 10.0
"""Seconds between lines of progress where there is no terminal."""


class Terminal:
    """Progress of long work on standard error: bars on a terminal, otherwise a line every ten seconds."""

    def __init__(self) -> None:
        self._console = plain_console(stderr=True, width=None)
        self._display = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f} %"),
            TimeElapsedColumn(),
            _TimeLeft(),
            console=self._console,
            transient=True,
            disable=not self._console.is_terminal,
        )
        self._compiling: TaskID | None = None
        self._compiled = 0

    @contextmanager
    def task(self, name: str, *, total: float | None, done: int = 0) -> Iterator[Task]:
        """Show the progress of a piece of work."""
        bar = _Bar(self._display, self._display.add_task(name, total=total, completed=done, done_before=done))
        try:
            yield bar
        finally:
            self._display.remove_task(bar.number)

    def compiling(self, name: str) -> None:
        """Explain once why the first run takes longer, then show which kernel is being compiled."""
        if self._compiling is None:
            self._console.print(
                "Compiling for first use, which takes some seconds; the next start is fast.",
                style="dim",
                soft_wrap=True,
            )
            self._compiling = self._display.add_task("", total=None)
        text = f"Compiling kernel {self._compiled + 1}: {name}"
        self._display.update(self._compiling, description=text, visible=True)

    def compiled(self) -> None:
        """Count the compiled kernels."""
        self._compiled += 1
        if self._compiling is not None:
            self._display.update(self._compiling, visible=False)

    @contextmanager
    def showing(self) -> Iterator[Terminal]:
        """Show progress within the context."""
        with ExitStack() as stack:
            stack.enter_context(report_compilation_to(self))
            stack.enter_context(self._display)
            if not self._console.is_terminal:
                stack.enter_context(self._printing_lines())
            yield self

    @contextmanager
    def _printing_lines(self) -> Iterator[None]:
        """Print a line of progress at intervals, whether or not the work advances."""
        is_over = Event()

        def print_lines() -> None:
            while not is_over.wait(SECONDS_BETWEEN_LINES):
                if tasks := [task for task in self._display.tasks if task.visible]:
                    self._console.print(_line(tasks[-1]), soft_wrap=True)

        printing = Thread(target=print_lines, daemon=True)
        printing.start()
        try:
            yield
        finally:
            is_over.set()
            printing.join()


def _line(task: ShownTask) -> str:
    """The progress of a task in one line."""
    parts = [] if task.total is None else [f"{task.percentage:.0f} %"]
    parts.append(f"{duration_text(task.elapsed or 0.0)} so far")
    left = _seconds_left(task)
    if left is not None:
        parts.append(f"{duration_text(left)} left")
    return f"{task.description}: {', '.join(parts)}"


def _seconds_left(task: ShownTask) -> float | None:
    """Expected seconds left at the mean pace so far; None at the start, at the end, and without a total.

    Rich uses the pace of the last seconds, which stands still during a long part.
    """
    done_now: float = task.completed - task.fields.get("done_before", 0)
    if task.total is None or task.elapsed is None or task.finished or done_now <= 0:
        return None
    return task.elapsed * (task.total - task.completed) / done_now


class _TimeLeft(ProgressColumn):
    def render(self, task: ShownTask) -> Text:
        left = _seconds_left(task)
        shown = "-:--:--" if left is None else str(timedelta(seconds=round(left)))
        return Text(shown, style="progress.remaining")


class _Bar:
    def __init__(self, display: Progress, number: TaskID) -> None:
        self._display = display
        self.number = number

    def advance(self, amount: float = 1) -> None:
        self._display.advance(self.number, amount)

    def describe(self, text: str) -> None:
        self._display.update(self.number, description=text)
