"""The simplest bots: they fold, call, raise, or do one of these at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots.bot import Bot, DeterministicBot
from railbird.bots.frequencies import Frequencies
from railbird.bots.legal import SMALLEST_RAISE, nearest_legal
from railbird.games.action import CALL, FOLD, raise_to
from railbird.rng import uniform

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.games import Action, View


class FoldBot(DeterministicBot):
    """Folds whenever it owes chips, and checks otherwise."""

    def act(self, view: View) -> Action:
        return FOLD if view.to_call(view.position) else CALL


class CallBot(DeterministicBot):
    """Always calls or checks."""

    def act(self, view: View) -> Action:  # noqa: ARG002
        return CALL


class RaiseBot(DeterministicBot):
    """Always raises, by as little as is legal; calls where it may not raise.

    Also known as `min-raise`: it is the RaiseBot of limit games (Thiel 2013, 6.7) and the MinRaiseBot of no-limit
    games (Lilienthal 2019, 3.1).
    """

    def act(self, view: View) -> Action:
        return nearest_legal(SMALLEST_RAISE, view)


class RandomBot(Bot):
    """Folds, calls and raises with given frequencies; what is not legal becomes a call.

    In no-limit games every total of a raise is equally likely. What it draws depends on its seed, the number of the
    hand and the actions before, so that a match that is taken up again goes on as it would have.
    """

    def __init__(self, *, fold: float = 1.0, call: float = 1.0, raise_: float = 1.0, seed: int = 0) -> None:
        self._frequencies = Frequencies(fold=fold, call=call, raise_=raise_)
        self._seed = seed

    def act(self, view: View) -> Action:
        turn = len(view.actions)
        drawn = self._frequencies.drawn(uniform(self._seed, view.hand, turn, 0))
        legal = view.legal_actions()
        if drawn.is_fold:
            return FOLD if legal.fold else CALL
        if not drawn.is_raise or not legal.can_raise:
            return CALL
        lowest, highest = legal.lowest_raise, legal.highest_raise
        if lowest == highest:
            return raise_to(lowest)
        return raise_to(lowest + int(uniform(self._seed, view.hand, turn, 1) * (highest - lowest + 1)))

    def probabilities(self, view: View) -> Mapping[Action, float] | None:
        legal = view.legal_actions()
        if legal.lowest_raise != legal.highest_raise:
            return None
        shares = self._frequencies
        result = {CALL: shares.call}
        result[FOLD if legal.fold else CALL] = result.get(FOLD if legal.fold else CALL, 0) + shares.fold
        raising = raise_to(legal.lowest_raise) if legal.can_raise else CALL
        result[raising] = result.get(raising, 0) + shares.raise_
        return result
