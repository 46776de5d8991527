"""How long work tells how far it is: one interface for the command line, for pages, and for silence."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager


class Task(Protocol):
    """One piece of long work under way."""

    def advance(self, amount: int = 1) -> None:
        """Say that `amount` more of the announced total is done."""

    def describe(self, text: str) -> None:
        """Say more about the work: what stands before its bar."""


class Progress(Protocol):
    """Where long work reports."""

    def task(self, name: str, *, total: int) -> AbstractContextManager[Task]:
        """Announce work of `total` parts; it is over when the context ends."""


class _SilentTask:
    def advance(self, amount: int = 1) -> None:
        pass

    def describe(self, text: str) -> None:
        pass


class Silence:
    """Progress that nobody watches."""

    @contextmanager
    def task(self, name: str, *, total: int) -> Iterator[Task]:  # noqa: ARG002
        yield _SilentTask()


class CompileListener(Protocol):
    """What wants to know that a kernel has to be compiled, which takes seconds, once."""

    def compiling(self, name: str) -> None:
        """The kernel `name` is not in the cache: compiling it begins."""

    def compiled(self) -> None:
        """It is compiled."""


compile_listeners: list[CompileListener] = []
"""Who is told. The list is here, and not with the compiler, so that it can be filled before that is loaded."""


@contextmanager
def telling_of_compilation(listener: CompileListener) -> Iterator[None]:
    """Tell `listener` of every kernel that has to be compiled while the context lasts."""
    compile_listeners.append(listener)
    try:
        yield
    finally:
        compile_listeners.remove(listener)
