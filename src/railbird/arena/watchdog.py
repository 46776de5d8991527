"""Ends what a bot does when it takes too long, even if it never returns."""

from __future__ import annotations

import signal
import threading
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType, TracebackType
    from typing import Self

_LOOKS = 4
"""So often in the time of one action."""


class TooSlowError(BaseException):
    """A bot is out of time. No exception, so that no bot takes it for its own."""


class Watchdog:
    """Looks at the bots of a match from time to time: setting an alarm for every action would cost too much.

    Signals arrive in the main thread only. In another one, a bot that takes too long is noticed when it returns.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._started = float("inf")
        self._is_armed = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")

    def starts(self) -> None:
        """A bot begins."""
        self._started = perf_counter()

    def ends(self) -> bool:
        """It has returned; whether it was in time."""
        taken = perf_counter() - self._started
        self._started = float("inf")
        return taken <= self.seconds

    def __enter__(self) -> Self:
        if self._is_armed:
            self._before = signal.signal(signal.SIGALRM, self._look)
            signal.setitimer(signal.ITIMER_REAL, self.seconds / _LOOKS, self.seconds / _LOOKS)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._is_armed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)

    def _look(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        if perf_counter() - self._started > self.seconds:
            self._started = float("inf")
            raise TooSlowError
