"""The seat of a bot that plays in a thread of its own, so that a bot that does not return holds up nobody for long."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from railbird.errors import MatchError
from railbird.own_thread import OwnThread
from railbird.play import Seat

if TYPE_CHECKING:
    from concurrent.futures import Future

    from railbird.games import Action, View
    from railbird.play import Attention


class ThreadedSeat(Seat):
    """Passes what its seat is shown and asked to the thread, and waits for the answer for some seconds."""

    def __init__(self, seat: Seat, *, seconds: float) -> None:
        self.attention: Attention = seat.attention
        self._seat = seat
        self._seconds = seconds
        self._thread = OwnThread("bot")

    def show(self, view: View) -> None:
        self._wait_for(self._thread.submit(partial(self._seat.show, view)), view)

    def answer(self, view: View) -> Action | None:
        answer = self._thread.submit(partial(self._seat.answer, view))
        self._wait_for(answer, view)
        return answer.result()

    def close(self) -> None:
        """Let the thread end."""
        self._thread.close()

    def _wait_for(self, call: Future[None] | Future[Action | None], view: View) -> None:
        """Wait for the end of a call; raise MatchError if it fails, or takes too long."""
        try:
            call.result(timeout=self._seconds)
        except TimeoutError:
            raise MatchError(f"seat {view.seat + 1}: the bot took more than {self._seconds:g} seconds") from None
