"""A thread that runs calls one after the other, so that a call that does not return holds up nobody else for long."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

_Result = TypeVar("_Result")


class OwnThread:
    """Runs calls in their order. A caller waits for the result as long as it likes.

    The thread of a call that never returns cannot be ended: it is left alone, and ends with the process.
    """

    def __init__(self, name: str) -> None:
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        Thread(target=self._run, daemon=True, name=name).start()

    def submit(self, call: Callable[[], _Result]) -> Future[_Result]:
        """Run a call after all earlier ones, and return at once. The future gets its result, or what it raises."""
        future: Future[_Result] = Future()
        self._calls.put(partial(_settle, future, call))
        return future

    def close(self) -> None:
        """Let the thread end after the calls that were submitted."""
        self._calls.put(None)

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            call()


def _settle(future: Future[_Result], call: Callable[[], _Result]) -> None:
    try:
        result = call()
    except (Exception, SystemExit) as error:  # noqa: BLE001
        future.set_exception(error)
    else:
        future.set_result(result)
