"""Deliberately broken bots, one for each check of the conformance kit, which must catch them."""

from __future__ import annotations

import random
import sys
import time
from typing import TYPE_CHECKING

from railbird.bots.bot import Bot
from railbird.errors import BotError
from railbird.games import CALL, FOLD, State, raise_to

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import FrameType

    from railbird.games import Action, GameDefinition, View


class SlowBot(Bot):
    """Prepares when it is first asked for an action, instead of at the start of the match, and answers too late."""

    def __init__(self, *, seconds: float = 1.1) -> None:
        self._seconds = seconds
        self._is_prepared = False

    def act(self, view: View) -> Action:  # noqa: ARG002
        if not self._is_prepared:
            time.sleep(self._seconds)
            self._is_prepared = True
        return CALL


class RecklessBot(Bot):
    """Raises without checking that a raise is legal."""

    def act(self, view: View) -> Action:
        return raise_to(view.legal_actions().lowest_raise)


class UnseededBot(Bot):
    """Draws from the global random generator, so that no seed reproduces its actions."""

    def act(self, view: View) -> Action:
        return FOLD if view.legal_actions().fold and random.random() < 0.5 else CALL  # noqa: S311


class PeekingBot(Bot):
    """Searches the call stack for the dealer's state, and folds if an opponent holds a higher card."""

    def act(self, view: View) -> Action:
        frame: FrameType | None = sys._getframe()
        while frame is not None:
            for value in frame.f_locals.values():
                if isinstance(value, State) and max(map(max, value.deal.hole_cards)) > max(view.hole_cards):
                    return FOLD if view.legal_actions().fold else CALL
            frame = frame.f_back
        return CALL


class GrudgingBot(Bot):
    """Folds once it has seen ten raises, and does not forget them when another match begins."""

    def __init__(self) -> None:
        self._raises = 0

    def action_played(self, position: int, action: Action, view: View) -> None:  # noqa: ARG002
        self._raises += action.is_raise

    def act(self, view: View) -> Action:
        return FOLD if view.legal_actions().fold and self._raises >= 10 else CALL


class TrustingBot(Bot):
    """Assumes that its answer is always the action that is played."""

    def __init__(self) -> None:
        self._answer: Action | None = None

    def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
        self._answer = None

    def hand_starts(self, view: View) -> None:  # noqa: ARG002
        self._answer = None

    def action_played(self, position: int, action: Action, view: View) -> None:
        if position == view.position and self._answer is not None:
            if action != self._answer:
                raise BotError(f"{action} was played instead of {self._answer}")
            self._answer = None

    def act(self, view: View) -> Action:  # noqa: ARG002
        self._answer = CALL
        return self._answer


class BoastfulBot(Bot):
    """Claims that it always raises, but calls."""

    def act(self, view: View) -> Action:  # noqa: ARG002
        return CALL

    def probabilities(self, view: View) -> Mapping[Action, float] | None:
        legal = view.legal_actions()
        return {raise_to(legal.lowest_raise): 1.0} if legal.can_raise else {CALL: 1.0}
