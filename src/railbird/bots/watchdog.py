"""Interrupts a bot that takes too long, even if it never returns."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING

from railbird.progress import report_compilation_to

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

_LOOKS = 4
"""Number of checks in the time of one action."""
NEVER = float("inf")
_NOBODY = -1


class TooSlowError(BaseException):
    """A bot is out of time. It is not an Exception, so that bots do not catch it by accident."""


class Watchdog:
    """Checks the time of the bots of a match at intervals, because setting an alarm for every action costs too much.

    Signals arrive in the main thread only. In another thread, a slow bot is noticed when it returns. The time of
    compiling kernels does not count.
    """

    def __init__(self, seconds: float, asked: memoryview | list[int] | None = None) -> None:
        self.seconds = seconds
        self.asked = [_NOBODY, _NOBODY] if asked is None else asked
        """The seat and the hand of the bot that is being asked. They are set with every question."""
        self.until = NEVER
        """When the bot that is being asked runs out of time. It is set and reset with every question."""
        self._is_asked = False

    def compiling(self, name: str) -> None:  # noqa: ARG002
        """Stop the clock while a kernel is compiled."""
        self._is_asked = self.until < NEVER
        self.until = NEVER

    def compiled(self) -> None:
        """Restart the clock if a bot is being asked. The match itself has kernels too."""
        if self._is_asked:
            self.until = perf_counter() + self.seconds

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch the bots as long as the context lasts."""
        can_look = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
        with report_compilation_to(self):
            if not can_look:
                yield
                return
            before = signal.signal(signal.SIGALRM, self._look)
            signal.setitimer(signal.ITIMER_REAL, self.seconds / _LOOKS, self.seconds / _LOOKS)
            try:
                yield
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)

    def _look(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        if perf_counter() > self.until:
            self.until = 0.0  # a bot that catches everything is interrupted again, and is late in any case
            raise TooSlowError
