"""The value of a single hand, computed without tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.equity.exact import run_outs_by_score

if TYPE_CHECKING:
    from railbird.cards import Cards

BEST_SCORE = 2 * 990
"""The score of a hand that beats all opposing hands."""
RUN_OUTS = {0: 2_118_760, 3: 1_081, 4: 46, 5: 1}
"""Number of run-outs by number of board cards."""


class HandValue(NamedTuple):
    """Sums over all run-outs of a hand's score on the river, 2 * beaten + tied opposing hands."""

    scores: int
    """Sum of the scores."""
    squares: int
    """Sum of the squared scores."""
    run_outs: int
    """Number of run-outs; 1 on the river."""

    @property
    def mean(self) -> float:
        """E[HS], the equity against one random hand."""
        return self.scores / (self.run_outs * BEST_SCORE)

    @property
    def mean_square(self) -> float:
        """E[HS^2], which favours hands that can become very strong."""
        return self.squares / (self.run_outs * BEST_SCORE**2)


def hand_value(hand: Cards, board: Cards = ()) -> HandValue:
    """The value of a hand on a board of 0, 3, 4 or 5 cards of the full deck."""
    by_score = run_outs_by_score(hand, board)
    scores = np.arange(len(by_score))
    return HandValue(int(by_score @ scores), int(by_score @ scores**2), int(by_score.sum()))
