"""How often a bot folds, calls and raises that draws its actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots.legal import SMALLEST_RAISE, nearest_legal
from railbird.errors import BotError
from railbird.games.action import CALL, FOLD

if TYPE_CHECKING:
    from railbird.games import Action, View


class Frequencies:
    """The frequencies of the three kinds of actions; whatever they sum to, they are kept as parts of one."""

    def __init__(self, *, fold: float = 0.0, call: float = 0.0, raise_: float = 0.0) -> None:
        total = fold + call + raise_
        if not min(fold, call, raise_) >= 0 or not 0 < total < float("inf"):
            raise BotError(f"frequencies fold={fold}, call={call}, raise={raise_}: none is below 0, and one is above")
        self.fold, self.call, self.raise_ = fold / total, call / total, raise_ / total

    def drawn(self, number: float) -> Action:
        """What a number from 0 up to 1 stands for: a fold, a call, or a raise, the smallest there is."""
        if number < self.fold:
            return FOLD
        return SMALLEST_RAISE if number < self.fold + self.raise_ else CALL

    def probabilities(self, view: View) -> dict[Action, float]:
        """How likely each action is if what is drawn is made legal."""
        found: dict[Action, float] = {}
        for meant, share in ((FOLD, self.fold), (CALL, self.call), (SMALLEST_RAISE, self.raise_)):
            if share:
                action = nearest_legal(meant, view)
                found[action] = found.get(action, 0.0) + share
        return found
