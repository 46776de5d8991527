"""The seat of a player in a run, where failures are counted and played as calls instead of ending the match."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from railbird.arena.worker_memory import NOBODY
from railbird.bots.watchdog import NEVER, TooSlowError
from railbird.errors import MatchError
from railbird.games import CALL

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.arena.incidents import IncidentKind, Incidents
    from railbird.bots.watchdog import Watchdog
    from railbird.games import Action, View
    from railbird.play import Seat


class ForgivingSeat:
    """Wraps the seat of a player. As with the dealer, an answer that is not a legal action counts as a call.

    A program that failed once is not asked again, because it may have died or be busy with an earlier question.
    """

    def __init__(self, seat: Seat, *, incidents: Incidents, watchdog: Watchdog, is_program: bool = False) -> None:
        self.attention = seat.attention
        self._seat = seat
        self._incidents = incidents
        self._watchdog = watchdog
        self._is_program = is_program
        self._lost = ""

    def show(self, view: View) -> None:
        if not self._lost:
            self.guarded(self._seat.show, view)

    def follow(self, view: View) -> None:
        self.guarded(self._seat.follow, view)

    def answer(self, view: View) -> Action:
        return self.ask(view) or CALL

    def ask(self, view: View) -> Action | None:
        """Ask for an action; None if the player fails or takes too long."""
        if self._lost:
            self._note(view, "failed", self._lost)
            return None
        return self.guarded(self._seat.answer, view)

    def guarded(self, ask: Callable[[View], Action | None], view: View) -> Action | None:
        """Call `ask` on the player's behalf; None if it fails or takes too long."""
        watchdog = self._watchdog
        asked = watchdog.asked
        asked[0], asked[1] = view.seat, view.hand
        answer, failure, is_late = None, "", True
        cause: BaseException | None = None
        try:
            watchdog.until = perf_counter() + watchdog.seconds
            try:
                answer = ask(view)
            except MatchError as error:
                failure, cause = str(error), error.__cause__
            is_late = perf_counter() > watchdog.until
            watchdog.until = NEVER
            asked[0] = NOBODY
            if not (failure or is_late):
                return answer
        except TooSlowError as error:
            cause = error
            watchdog.until = NEVER
            asked[0] = NOBODY
        if is_late:
            failure = f"more than {watchdog.seconds:g} seconds"
        self._note(view, "late" if is_late else "failed", failure, cause)
        self._lost = failure if self._is_program and answer is None else ""
        return None

    def _note(self, view: View, kind: IncidentKind, message: str, cause: BaseException | None = None) -> None:
        self._incidents.add(view.seat, view.hand, kind=kind, message=message, cause=cause)
