"""Observers of a match: they hear of every event, with the dealer's knowledge."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.games import Action, Chips, State
    from railbird.play.correction import Correction
    from railbird.play.match_plan import MatchPlan

_log = logging.getLogger(__name__)


class MatchObserver:
    """Hears what happens in a match; a subclass overrides what it listens to.

    An observer gets states, which hold all cards: it must not pass them on to a player.
    """

    def match_starts(self, plan: MatchPlan) -> None:
        """The first hand is about to be played."""

    def hand_starts(self, state: State) -> None:
        """A hand has been dealt, and nobody has been shown it yet."""

    def action_corrected(self, seat: int, state: State, correction: Correction) -> None:
        """The answer of a seat is not legal in this state, and another action is about to be played."""

    def action_played(self, seat: int, action: Action, *, before: State, after: State) -> None:
        """A seat has acted, in position `before.acting`, and nobody has been shown it yet."""

    def hand_over(self, state: State, payoffs: tuple[Chips, ...], seats: tuple[int, ...]) -> None:
        """A hand has ended; payoffs and seats are by position."""

    def match_over(self, totals: tuple[Chips, ...]) -> None:
        """The last hand has ended; totals are by seat."""


class CorrectionWarnings(MatchObserver):
    """Logs a warning for every action that was corrected."""

    def action_corrected(self, seat: int, state: State, correction: Correction) -> None:
        _log.warning("seat %d, hand %d: %s", seat + 1, state.hand, correction.warning)
