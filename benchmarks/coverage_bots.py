"""Bots of known expectation, with which `benchmarks.coverage` tries the intervals of the arena.

All but the last are played against bots of their own class, so that by symmetry nobody wins anything in the long run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.bots import Bot, nearest_legal
from railbird.bots.legal import SMALLEST_RAISE
from railbird.cards import rank_of
from railbird.games import CALL, FOLD, raise_to
from railbird.rng import uniform

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.games import Action, Chips, GameDefinition, View

SWITCH = 1000
ACE = 12


class Memoryless(Bot):
    """Draws by hand and turn alone. With a higher timidity it folds to bets more often and raises less often."""

    timidity = 0.5

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed

    def act(self, view: View) -> Action:
        drawn = self.drawn(view)
        if view.to_call(view.position) and drawn < 0.7 * self.timidity:
            return FOLD
        return nearest_legal(SMALLEST_RAISE if drawn > 0.4 + 0.6 * self.timidity else CALL, view)

    def drawn(self, view: View) -> float:
        """A uniform number for this decision."""
        return uniform(self.seed, view.hand, len(view.actions))


class Drawing(Memoryless):
    """Draws from one generator that its constructor seeds."""

    def __init__(self, *, seed: int = 0) -> None:
        self.own = np.random.default_rng(seed)

    def drawn(self, view: View) -> float:  # noqa: ARG002
        return self.own.random()


class Settling(Memoryless):
    """Picks one of two styles when a match starts, and stays with it."""

    def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
        self.timidity = float(self.generator.choice([0.1, 0.9]))


class Drifting(Memoryless):
    """Changes its style a little after every hand."""

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:  # noqa: ARG002
        self.timidity = float(np.clip(self.timidity + self.generator.normal(scale=0.3), 0, 1))


class Switching(Memoryless):
    """Picks one of two styles at hand 1,000."""

    def hand_starts(self, view: View) -> None:
        if view.hand == SWITCH:
            self.timidity = float(self.generator.choice([0.1, 0.9]))


class Shoving(Bot):
    """Shoves with aces, and folds or checks everything else. It is played against bots that always call."""

    def act(self, view: View) -> Action:
        if all(rank_of(card) == ACE for card in view.hole_cards):
            legal = view.legal_actions()
            return raise_to(legal.highest_raise) if legal.can_raise else CALL
        return FOLD if view.to_call(view.position) else CALL
