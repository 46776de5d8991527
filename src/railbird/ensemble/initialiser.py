"""Lets every member play a number of times on each street before the decider takes over (Thiel 2013, 3.3.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.errors import BotError

if TYPE_CHECKING:
    from railbird.ensemble.decider import TeamChoice, TeamSituation


class StreetInitialiser:
    """Follows the member that has played least on the street, until each has played `times` times on it.

    A member that does not answer is passed over, and does not keep the others waiting.
    """

    def __init__(self, times: int) -> None:
        if not isinstance(times, int) or times < 0:
            raise BotError(f"initialise={times}: give a whole number of decisions, at least 0")
        self._times = times
        self._played: dict[int, list[int]] = {}
        """Times that each member has played, by street."""
        self._members = 0

    def new_game(self, members: int) -> None:
        """A match begins with this number of members."""
        self._played.clear()
        self._members = members

    def choose(self, situation: TeamSituation) -> TeamChoice | None:
        """A choice, or None if every member that answered has played often enough on this street."""
        played = self._played.setdefault(situation.view.street, [0] * self._members)
        member = min(situation.candidates, key=played.__getitem__)
        if played[member] >= self._times:
            return None
        played[member] += 1
        ratings = tuple(float(other == member) for other in range(self._members))
        return situation.follow(member, ratings=ratings)
