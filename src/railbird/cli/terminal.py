"""Progress bars and notices of compilation on standard error."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from railbird.progress import report_compilation_to

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.progress import Task


class Terminal:
    """Progress of long work on standard error: bars on a terminal, only the notice of compilation otherwise."""

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        self._display = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f} %"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=self._console,
            transient=True,
            disable=not self._console.is_terminal,
        )
        self._compiling: TaskID | None = None
        self._compiled = 0

    @contextmanager
    def task(self, name: str, *, total: float | None) -> Iterator[Task]:
        """Show a progress bar for a piece of work."""
        bar = _Bar(self._display, self._display.add_task(name, total=total))
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
        self._display.update(self._compiling, description=f"Compiling kernel {self._compiled + 1}: {name}")

    def compiled(self) -> None:
        """Count the compiled kernels."""
        self._compiled += 1
        if self._compiling is not None:
            self._display.update(self._compiling, description=f"Compiled {self._compiled}")

    @contextmanager
    def showing(self) -> Iterator[Terminal]:
        """Show progress within the context."""
        with report_compilation_to(self), self._display:
            yield self


class _Bar:
    def __init__(self, display: Progress, number: TaskID) -> None:
        self._display = display
        self.number = number

    def advance(self, amount: float = 1) -> None:
        self._display.advance(self.number, amount)

    def describe(self, text: str) -> None:
        self._display.update(self.number, description=text)
