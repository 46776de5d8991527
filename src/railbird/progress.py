"""Progress of long work: one interface for the command line, for web pages, and for callers that show nothing."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager


class Task(Protocol):
    """A piece of long work in progress."""

    def advance(self, amount: float = 1) -> None:
        """Report that `amount` more of the total is done."""

    def describe(self, text: str) -> None:
        """Replace the description in front of the progress bar."""


class Progress(Protocol):
    """Receiver of progress reports."""

    def task(self, name: str, *, total: float | None) -> AbstractContextManager[Task]:
        """Announce work of `total` parts, None if their number is not known; the work ends with the context."""


class _SilentTask:
    def advance(self, amount: float = 1) -> None:
        pass

    def describe(self, text: str) -> None:
        pass


class Silence:
    """Progress that is not shown."""

    @contextmanager
    def task(self, name: str, *, total: float | None) -> Iterator[Task]:  # noqa: ARG002
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
