"""An exploiting bot that plays badly for a part of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots.bad_play import bad_action, bad_probabilities
from railbird.bots.reference.exploiting import REACTIONS, ExploitingBot
from railbird.errors import BotError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.games import Action, View


class BadPhaseBot(ExploitingBot):
    """The exploiting bot, but from hand `first` up to hand `last`, which is not included, it plays badly.

    Then it folds 40 % of the time before the flop, 60 % on the flop, 80 % on the turn and always on the river, and
    otherwise calls; it checks where it owes nothing (Thiel 2013, 3.2.6 and 6.3).
    """

    def __init__(self, *, first: int = 1750, last: int = 2500, reactions: int = REACTIONS, seed: int = 0) -> None:
        if not 0 <= first <= last:
            raise BotError(f"a bad phase from hand {first} up to hand {last}: give 0 <= first <= last")
        super().__init__(reactions=reactions)
        self._first, self._last = first, last
        self._seed = seed

    def act(self, view: View) -> Action:
        return bad_action(view, seed=self._seed) if self._is_bad(view) else super().act(view)

    def probabilities(self, view: View) -> Mapping[Action, float] | None:
        return bad_probabilities(view) if self._is_bad(view) else super().probabilities(view)

    def _is_bad(self, view: View) -> bool:
        return self._first <= view.hand < self._last
