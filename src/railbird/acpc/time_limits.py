"""The time that a seat has, as the reference dealer counts it: for a response, for a hand, for the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.errors import MatchError

if TYPE_CHECKING:
    from railbird.play import TimeLimits


class Clock:
    """Adds up the time that one seat has used."""

    def __init__(self, limits: TimeLimits, *, hands: int) -> None:
        self.response = limits.response / 1000
        """Seconds for a response, whatever else is left."""
        self._hand_limit = limits.hand / 1000
        self._match_limit = limits.per_hand * hands / 1000
        self._hand = -1
        self._used_in_hand = 0.0
        self._used = 0.0

    def left(self, hand: int) -> float:
        """The seconds in which the seat has to answer now, in this hand."""
        used_in_hand = self._used_in_hand if hand == self._hand else 0.0
        return min(self.response, self._hand_limit - used_in_hand, self._match_limit - self._used)

    def charge(self, seconds: float, *, seat: int, hand: int) -> None:
        """Count the seconds after which the seat has answered; a MatchError if they were too many."""
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
