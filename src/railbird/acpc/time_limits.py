"""Time limits of a seat for a response, a hand and the match, counted like the reference dealer of the ACPC."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.errors import MatchError

if TYPE_CHECKING:
    from railbird.play import TimeLimits


class Clock:
    """Adds up the time that one seat has used."""

    def __init__(self, limits: TimeLimits, *, hands: int) -> None:
        self.response = limits.response / 1000
        """Limit for a single response, in seconds."""
        self._hand_limit = limits.hand / 1000
        self._match_limit = limits.per_hand * hands / 1000
        self._hand = -1
        self._used_in_hand = 0.0
        self._used = 0.0

    def left(self, hand: int) -> float:
        """Seconds that the seat has for its next answer in this hand."""
        used_in_hand = self._used_in_hand if hand == self._hand else 0.0
        return min(self.response, self._hand_limit - used_in_hand, self._match_limit - self._used)

    def charge(self, seconds: float, *, seat: int, hand: int) -> None:
        """Charge the seat for a response; raise MatchError if a limit is exceeded."""
        if seconds < 0:
            return
        if hand != self._hand:
            self._hand, self._used_in_hand = hand, 0.0
        self._used_in_hand += seconds
        self._used += seconds
        is_late = seconds > self.response
        if is_late or self._used_in_hand > self._hand_limit or self._used > self._match_limit:
            raise out_of_time(seat)


def out_of_time(seat: int) -> MatchError:
    """The error that ends a match."""
    return MatchError(f"seat {seat + 1} ran out of time")
