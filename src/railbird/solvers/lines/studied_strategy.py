"""A strategy with what is known about its play: reach and value of choices and of lines of betting."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from railbird.memory import available_memory
from railbird.solvers.exact.play_values import play_values
from railbird.solvers.lines.line_values import exact_lines, sampled_lines
from railbird.solvers.sizes import solve_size

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.solvers.exact.play_values import PlayValues
    from railbird.solvers.lines.line_values import LineValues
    from railbird.strategy import Decision, Strategy

DEALS = 20_000
"""Number of deals in a sample; the standard error of a reach is then below 0.004."""
_LONGEST = 30.0
"""Seconds that an exact evaluation may take by the estimate of `solve_size`."""


class StudiedStrategy:
    """A strategy with reach and value of its choices, exact if all deals can be enumerated in seconds."""

    def __init__(self, strategy: Strategy, *, seed: int = 0) -> None:
        self.strategy = strategy
        self._seed = seed

    @cached_property
    def play(self) -> PlayValues | None:
        """By card class; None where deals can only be sampled."""
        strategy, cards = self.strategy, self.strategy.game.cards
        if not can_be_enumerated(strategy) or not cards.has_perfect_recall or cards.enumeration is None:
            return None
        return play_values(strategy.game, strategy.checked_probabilities())

    @cached_property
    def lines(self) -> LineValues:
        """Over all cards; sampled, with the seed, if `play` is None."""
        if self.play is None:
            return sampled_lines(self.strategy, deals=DEALS, seed=self._seed)
        return exact_lines(self.strategy.game, self.play)

    @property
    def sampled_deals(self) -> int | None:
        """Number of sampled deals; None if all deals are enumerated."""
        return DEALS if self.play is None else None

    def reach_of(self, decision: Decision) -> NDArray[np.float64] | None:
        """By card class: the probability that the information set is reached in a hand."""
        return None if self.play is None else np.asarray(self.play.reach[decision.cells].sum(axis=1))

    def value_of(self, decision: Decision) -> NDArray[np.float64] | None:
        """By card class: chips that the player to act wins on average once there; NaN where nobody ever gets."""
        if self.play is None:
            return None
        shares = self.strategy.probabilities_of(decision.cells)
        return np.asarray((shares * self.play.values[decision.cells]).sum(axis=1))


def can_be_enumerated(strategy: Strategy) -> bool:
    """Whether the game of a strategy is so small that all its deals can be evaluated in seconds."""
    size = solve_size(strategy.definition, strategy.menu, algorithm="cfr")
    return size.fits(available_memory()) and 2 * size.evaluation_seconds < _LONGEST
