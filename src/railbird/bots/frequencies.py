"""Frequencies with which a bot folds, calls and raises at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots.legal import SMALLEST_RAISE, nearest_legal
from railbird.errors import BotError
from railbird.games.action import CALL, FOLD

if TYPE_CHECKING:
    from railbird.games import Action, View


class Frequencies:
    """Frequencies of folds, calls and raises, normalized to sum to 1."""

    def __init__(self, *, fold: float = 0.0, call: float = 0.0, raise_: float = 0.0) -> None:
        total = fold + call + raise_
        if not min(fold, call, raise_) >= 0 or not 0 < total < float("inf"):
            raise BotError(
                f"frequencies fold={fold}, call={call}, raise={raise_}: none may be negative, and at least one must be "
                "positive"
            )
        self.fold, self.call, self.raise_ = fold / total, call / total, raise_ / total

    def drawn(self, number: float) -> Action:
        """The action for a uniform number in [0, 1): a fold, a call, or the smallest raise."""
        if number < self.fold:
            return FOLD
        return SMALLEST_RAISE if number < self.fold + self.raise_ else CALL

    def probabilities(self, view: View) -> dict[Action, float]:
        """Probability of each legal action, after illegal draws are replaced by the nearest legal action."""
        shares: dict[Action, float] = {}
        for intended, share in ((FOLD, self.fold), (CALL, self.call), (SMALLEST_RAISE, self.raise_)):
            if share:
                action = nearest_legal(intended, view)
                shares[action] = shares.get(action, 0.0) + share
        return shares
