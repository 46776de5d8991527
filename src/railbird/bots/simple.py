"""The simplest bots: they fold, call, raise, or do one of these at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots.bot import Bot
from railbird.errors import BotError
from railbird.games.action import CALL, FOLD, raise_to
from railbird.rng import uniform

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.games import Action, View


class FoldBot(Bot):
    """Folds whenever it owes chips, and checks otherwise."""

    def act(self, view: View) -> Action:
        return FOLD if view.to_call(view.position) else CALL


class CallBot(Bot):
    """Always calls or checks."""

    def act(self, view: View) -> Action:  # noqa: ARG002
        return CALL


class RaiseBot(Bot):
    """Always raises, by as little as is legal; calls where it may not raise."""

    def act(self, view: View) -> Action:
        legal = view.legal_actions()
        return raise_to(legal.lowest_raise) if legal.can_raise else CALL


class RandomBot(Bot):
    """Folds, calls and raises with given frequencies; what is not legal becomes a call.

    In no-limit games every total of a raise is equally likely. What it draws depends on its seed, the number of the
    hand and the actions before, so that a match that is taken up again goes on as it would have.
    """

    def __init__(self, *, fold: float = 1.0, call: float = 1.0, raise_: float = 1.0, seed: int = 0) -> None:
        total = fold + call + raise_
        if not min(fold, call, raise_) >= 0 or not 0 < total < float("inf"):
            raise BotError(f"frequencies fold={fold}, call={call}, raise={raise_}: none is below 0, and one is above")
        self._fold, self._call, self._raise = fold / total, call / total, raise_ / total
        self._seed = seed
        self._hand = 0

    def hand_starts(self, number: int, view: View) -> None:  # noqa: ARG002
        self._hand = number

    def act(self, view: View) -> Action:
        turn = len(view.actions)
        draw = uniform(self._seed, self._hand, turn, 0)
        legal = view.legal_actions()
        if draw < self._fold:
            return FOLD if legal.fold else CALL
        if draw < self._fold + self._raise and legal.can_raise:
            totals = legal.highest_raise - legal.lowest_raise + 1
            return raise_to(legal.lowest_raise + int(uniform(self._seed, self._hand, turn, 1) * totals))
        return CALL

    def probabilities(self, view: View) -> Mapping[Action, float] | None:
        legal = view.legal_actions()
        if legal.lowest_raise != legal.highest_raise:
            return None
        found = {CALL: self._call}
        found[FOLD if legal.fold else CALL] = found.get(FOLD if legal.fold else CALL, 0) + self._fold
        raising = raise_to(legal.lowest_raise) if legal.can_raise else CALL
        found[raising] = found.get(raising, 0) + self._raise
        return found
