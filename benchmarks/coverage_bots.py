"""Bots of known expectation, with which `benchmarks.coverage` tries the intervals of the arena.

All but the last are played against bots of their own class, so that by symmetry nobody wins anything in the long run.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from railbird.bots import Bot
from railbird.cards import rank_of
from railbird.games import CALL, FOLD, raise_to
from railbird.rng import uniform

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.games import Action, Chips, GameDefinition, View

SWITCH = 1000
ACE = 12
STYLES = (0.1, 0.9)
_STEPS = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
"""Odd numbers of 64 bits, by which the hand, the street and the bet change the number that is mixed."""


class Styled(Bot):
    """Draws a number for each decision. With a higher timidity it folds to bets more often and raises less often.

    In no-limit a third of its raises are all-in, the others as small as possible.
    """

    timidity = 0.5

    def act(self, view: View) -> Action:
        drawn = self.drawn(view)
        if drawn < 0.7 * self.timidity:
            return FOLD if view.to_call(view.position) else CALL
        boldness = 1 - self.timidity
        if drawn < 1 - 0.6 * boldness:
            return CALL
        _, lowest, highest = view.legal_actions()
        if not highest:
            return CALL
        return raise_to(lowest if drawn < 1 - 0.2 * boldness else highest)

    @abstractmethod
    def drawn(self, view: View) -> float:
        """A uniform number for this decision."""


class Memoryless(Styled):
    """Draws by seed, hand and turn alone. Compiled code plays the same: see `_kernels`."""

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed

    def drawn(self, view: View) -> float:
        # A player sees each bet of a street once.
        hand, street, bet = _STEPS
        return uniform(self.seed + view.hand * hand + view.street * street + view.bet * bet)

    def timidities(self, hands: int) -> list[float]:
        """The timidity in each hand of a match that has started, for compiled code."""
        return [self.timidity] * hands


class Drawing(Styled):
    """Draws from one generator that its constructor seeds."""

    def __init__(self, *, seed: int = 0) -> None:
        self.own = np.random.default_rng(seed)

    def drawn(self, view: View) -> float:  # noqa: ARG002
        return self.own.random()


class Settling(Memoryless):
    """Picks one of two styles when a match starts, and stays with it."""

    def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
        self.timidity = STYLES[self.generator.integers(2)]


class Drifting(Memoryless):
    """Changes its style a little after every hand."""

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:  # noqa: ARG002
        self.drift()

    def drift(self) -> None:
        self.timidity = min(max(self.timidity + self.generator.normal(scale=0.3), 0.0), 1.0)

    def timidities(self, hands: int) -> list[float]:
        drawn = []
        for _ in range(hands):
            drawn.append(self.timidity)
            self.drift()
        return drawn


class Switching(Memoryless):
    """Picks one of two styles at hand 1,000."""

    def hand_starts(self, view: View) -> None:
        if view.hand == SWITCH:
            self.switch()

    def switch(self) -> None:
        self.timidity = STYLES[self.generator.integers(2)]

    def timidities(self, hands: int) -> list[float]:
        before = [self.timidity] * min(hands, SWITCH)
        if hands > SWITCH:
            self.switch()
        return before + [self.timidity] * (hands - len(before))


class Shoving(Bot):
    """Shoves with aces, and folds or checks everything else. It is played against bots that always call."""

    def act(self, view: View) -> Action:
        if all(rank_of(card) == ACE for card in view.hole_cards):
            legal = view.legal_actions()
            return raise_to(legal.highest_raise) if legal.can_raise else CALL
        return FOLD if view.to_call(view.position) else CALL
