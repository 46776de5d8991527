"""Ends what a bot does when it takes too long, even if it never returns."""

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
"""So often in the time of one action."""
NEVER = float("inf")


class TooSlowError(BaseException):
    """A bot is out of time. No exception, so that no bot takes it for its own."""


class Watchdog:
    """Looks at the bots of a match from time to time: setting an alarm for every action would cost too much.

    Signals arrive in the main thread only. In another one, a bot that takes too long is noticed when it returns. The
    time that compiling takes, once, is not the bot's.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.until = NEVER
        """When the bot that is asked now is out of time. It is set, and set back, with every question."""
        self._is_asked = False

    def compiling(self, name: str) -> None:  # noqa: ARG002
        """The clock stands still."""
        self._is_asked = self.until < NEVER
        self.until = NEVER

    def compiled(self) -> None:
        """It begins anew, if a bot is asked: the match itself has kernels too."""
        if self._is_asked:
            self.until = perf_counter() + self.seconds

    @contextmanager
    def watching(self) -> Iterator[None]:
        """As long as the context lasts."""
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
            self.until = 0.0  # a bot that catches everything is told again, and late in any case
            raise TooSlowError
