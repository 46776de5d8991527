"""The seat of a bot that plays in a thread of its own, so that a bot that does not return holds up nobody for long."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

from railbird.errors import MatchError
from railbird.play import Seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.games import Action, View
    from railbird.play import Attention

_Answer = tuple["Action | None", MatchError | None]


class ThreadedSeat(Seat):
    """Passes what its seat is shown and asked to the thread, and waits for the answer for some seconds.

    The thread of a bot that never returns cannot be ended: it is left alone, and ends with the process.
    """

    def __init__(self, seat: Seat, *, seconds: float) -> None:
        self.attention: Attention = seat.attention
        self._seat = seat
        self._seconds = seconds
        self._questions: SimpleQueue[tuple[Callable[[View], Action | None], View] | None] = SimpleQueue()
        self._answers: SimpleQueue[_Answer] = SimpleQueue()
        Thread(target=self._run, daemon=True, name="bot").start()

    def show(self, view: View) -> None:
        self._wait_for(self._seat.show, view)

    def answer(self, view: View) -> Action | None:
        return self._wait_for(self._seat.answer, view)

    def close(self) -> None:
        """Let the thread end."""
        self._questions.put(None)

    def _wait_for(self, ask: Callable[[View], Action | None], view: View) -> Action | None:
        self._questions.put((ask, view))
        try:
            action, error = self._answers.get(timeout=self._seconds)
        except Empty:
            raise MatchError(f"seat {view.seat + 1}: the bot took more than {self._seconds:g} seconds") from None
        if error is not None:
            raise error
        return action

    def _run(self) -> None:
        while (question := self._questions.get()) is not None:
            ask, view = question
            try:
                self._answers.put((ask(view), None))
            except MatchError as error:
                self._answers.put((None, error))
