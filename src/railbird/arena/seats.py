"""The seats of a run: what goes wrong there is counted, played as a call, and does not end the match."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from railbird.arena.watchdog import NEVER, TooSlowError
from railbird.errors import MatchError
from railbird.games import CALL

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.acpc.hand import Hand
    from railbird.acpc.seats import Seat
    from railbird.arena.incidents import IncidentKind, Incidents
    from railbird.arena.watchdog import Watchdog
    from railbird.games import Action


class ForgivingSeat:
    """Stands before the seat of a player. As with the dealer, what cannot be taken for an action is a call.

    A program that failed once is not asked again: it may be gone, or still be busy with another question.
    """

    shown_at = answered_at = 0.0

    def __init__(
        self, seat: Seat, number: int, *, incidents: Incidents, watchdog: Watchdog, is_program: bool = False
    ) -> None:
        self.attention = seat.attention
        self._seat = seat
        self._number = number
        self._incidents = incidents
        self._watchdog = watchdog
        self._is_program = is_program
        self._lost = ""

    def show(self, hand: Hand, position: int) -> None:
        if not self._lost:
            self.guarded(self._seat.show, hand, position=position)

    def follow(self, hand: Hand, position: int) -> None:
        self.guarded(self._seat.follow, hand, position=position)

    def answer(self, hand: Hand, position: int) -> Action:
        return self.ask(hand, position) or CALL

    def ask(self, hand: Hand, position: int) -> Action | None:
        """The answer, or nothing if the player fails or comes too late."""
        if self._lost:
            self._note(hand, "failed", self._lost)
            return None
        return self.guarded(self._seat.answer, hand, position=position)

    def guarded(self, ask: Callable[[Hand, int], Action | None], hand: Hand, *, position: int) -> Action | None:
        """What the seat says to a question, or nothing if it fails or comes too late."""
        watchdog = self._watchdog
        said, failure, is_late = None, "", True
        try:
            watchdog.until = perf_counter() + watchdog.seconds
            try:
                said = ask(hand, position)
            except MatchError as error:
                failure = str(error)
            is_late = perf_counter() > watchdog.until
            watchdog.until = NEVER
            if not (failure or is_late):
                return said
        except TooSlowError:
            watchdog.until = NEVER
        if is_late:
            failure = f"more than {watchdog.seconds:g} seconds"
        self._note(hand, "late" if is_late else "failed", failure)
        self._lost = failure if self._is_program and said is None else ""
        return None

    def _note(self, hand: Hand, kind: IncidentKind, message: str) -> None:
        self._incidents.add(self._number, hand.number, kind=kind, message=message)
