"""Progress of long work: one interface for the command line, for web pages, and for callers that show nothing.

Also the text in which an expected time is printed.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager


_UNITS = (("days", 86_400), ("hours", 3600), ("minutes", 60), ("seconds", 1))


def duration_text(seconds: float) -> str:
    """An expected time as text: `about 90 seconds`, `about 3 hours`."""
    for unit, length in _UNITS:
        if seconds >= 2 * length:
            return f"about {seconds / length:,.0f} {unit}"
    return f"about {seconds:.1f} seconds" if seconds >= 0.1 else "less than 0.1 seconds"


class Task(Protocol):
    """A piece of long work in progress."""

    def advance(self, amount: float = 1) -> None:
        """Report that `amount` more of the total is done."""

    def describe(self, text: str) -> None:
        """Replace the description in front of the progress bar."""


class Progress(Protocol):
    """Receiver of progress reports."""

    def task(self, name: str, *, total: float | None, done: int = 0) -> AbstractContextManager[Task]:
        """Announce work of `total` parts, None if their number is not known; the work ends with the context.

        `done` parts were finished earlier, for example before a run was resumed.
        """


class _SilentTask:
    def advance(self, amount: float = 1) -> None:
        pass

    def describe(self, text: str) -> None:
        pass


class Silence:
    """Progress that is not shown."""

    @contextmanager
    def task(self, name: str, *, total: float | None, done: int = 0) -> Iterator[Task]:  # noqa: ARG002
        yield _SilentTask()


class CompileListener(Protocol):
    """Receiver of notices that a kernel is being compiled, which takes seconds on first use."""

    def compiling(self, name: str) -> None:
        """Called when the compilation of the kernel `name` begins, because it is not in the cache."""

    def compiled(self) -> None:
        """Called when the compilation has ended."""


compile_listeners: list[CompileListener] = []
"""The active listeners. The list is here, not in `compiled`, so that it can be filled before Numba is loaded."""


@contextmanager
def report_compilation_to(listener: CompileListener) -> Iterator[None]:
    """Notify `listener` of every kernel compiled within the context."""
    compile_listeners.append(listener)
    try:
        yield
    finally:
        compile_listeners.remove(listener)
