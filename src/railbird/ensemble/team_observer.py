"""Observers of a team, which hear its decisions, its hands and how long everybody took; the logs are observers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.ensemble.played_hand import PlayedHand, TeamDecision


class TeamObserver:
    """Hears the events of a team; a subclass overrides the methods of the events that it listens to."""

    def game_starts(self, names: Sequence[str]) -> None:
        """A match begins, with members of these names."""

    def member_answered(self, hand: int, street: int, name: str, seconds: float) -> None:
        """A member has answered, after this time."""

    def decided(self, hand: int, decision: TeamDecision, seconds: float) -> None:
        """The team has decided what to play, after this time; the members' own time is not part of it."""

    def waited(self, hand: int, street: int, seconds: float) -> None:
        """The team has waited for the other players since its decision on this street."""

    def hand_over(self, hand: PlayedHand) -> None:
        """A hand is over."""

    def close(self) -> None:
        """The team has stopped playing."""
