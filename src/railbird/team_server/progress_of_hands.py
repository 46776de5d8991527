"""Shows the hands that a team has played and the chips that it has won as progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.ensemble import TeamObserver

if TYPE_CHECKING:
    from railbird.ensemble import PlayedHand
    from railbird.progress import Task


class ProgressOfHands(TeamObserver):
    """Describes a task anew after every hand; the protocol does not tell how many there will be."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._hands = 0
        self._chips = 0.0

    def hand_over(self, hand: PlayedHand) -> None:
        self._hands += 1
        self._chips += hand.outcome
        self._task.describe(f"{self._hands:,} hands, {self._chips:+,.0f} chips")
