"""Limits of time, as the reference dealer has them: for a response, for a player's hand, for a player's match."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.errors import MatchError


@dataclass(frozen=True)
class TimeLimits:
    """In milliseconds. The limit for the match is an average: so much for each of its hands."""

    response: int = 600_000
    hand: int = 600_000
    per_hand: int = 7_000


class Clock:
    """Adds up what each seat has used."""

    def __init__(self, limits: TimeLimits, *, seats: int, hands: int) -> None:
        self.response = limits.response / 1000
        """Seconds for a response, whatever else is left."""
        self._hand_limit = limits.hand / 1000
        self._match_limit = limits.per_hand * hands / 1000
        self._hand = [0.0] * seats
        self._match = [0.0] * seats

    def start_hand(self) -> None:
        """A new hand."""
        self._hand = [0.0] * len(self._hand)

    def left(self, seat: int) -> float:
        """The seconds in which a seat has to answer now."""
        return min(self.response, self._hand_limit - self._hand[seat], self._match_limit - self._match[seat])

    def charge(self, seat: int, seconds: float) -> None:
        """A seat has answered after so many seconds; a MatchError if that was too long."""
        if seconds < 0:
            return
        self._hand[seat] += seconds
        self._match[seat] += seconds
        if seconds > self.response or self._hand[seat] > self._hand_limit or self._match[seat] > self._match_limit:
            raise out_of_time(seat)


def out_of_time(seat: int) -> MatchError:
    """The error that ends a match."""
    return MatchError(f"seat {seat + 1} ran out of time")
