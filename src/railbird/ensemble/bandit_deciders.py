"""Deciders from the theory of bandits: UCB1, which learns from the members that play, and Hedge, from all of them."""

from __future__ import annotations

from math import exp, log, sqrt
from typing import TYPE_CHECKING

from railbird.ensemble.decider import Decider
from railbird.ensemble.rated_deciders import DrawingDecider

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from railbird.ensemble.decider import TeamChoice, TeamSituation
    from railbird.ensemble.played_hand import PlayedHand
    from railbird.ensemble.rating_book import Ratings

_UNTRIED = 1000.0
"""Bound of a member that has not played, above all others."""


class UCB1(Decider):
    """Follows the member with the highest upper confidence bound of its mean reward (Auer et al. 2002; 4.2.1).

    The reward of a decision is the outcome of its hand divided by the number of its decisions. Rewards are scaled to
    [0, 1] by the lowest and the highest that were seen. Members that have not played come first, in order.
    """

    def new_game(self, names: Sequence[str], generator: np.random.Generator) -> None:
        super().new_game(names, generator)
        self._counts = [0] * len(names)
        """Decisions at which each member was followed; those of the current hand have no rewards yet."""
        self._rewarded = [0] * len(names)
        self._totals = [0.0] * len(names)
        self._lowest, self._highest = 0.0, 0.0

    def choose(self, situation: TeamSituation) -> TeamChoice:
        bounds = [self._bound(member) for member in range(len(self.names))]
        member = max(situation.candidates, key=bounds.__getitem__)
        self._counts[member] += 1
        return situation.follow(member, ratings=tuple(bounds))

    def _bound(self, member: int) -> float:
        count = self._counts[member]
        if not count:
            return _UNTRIED
        return self._scaled_mean(member) + sqrt(2 * log(sum(self._counts)) / count)

    def _scaled_mean(self, member: int) -> float:
        if not self._rewarded[member] or self._highest == self._lowest:
            return 0.0
        mean = self._totals[member] / self._rewarded[member]
        return (mean - self._lowest) / (self._highest - self._lowest)

    def finished(self, hand: PlayedHand) -> None:
        if not hand.decisions:
            return
        reward = hand.outcome / len(hand.decisions)
        self._lowest, self._highest = min(self._lowest, reward), max(self._highest, reward)
        for decision in hand.decisions:
            for member in decision.chosen:
                self._totals[member] += reward
                self._rewarded[member] += 1
        self._counts = [*self._rewarded]


class Hedge(DrawingDecider):
    """Follows each member with a probability that grows exponentially with its imagined earnings so far.

    After t hands the exponent is the sum of the earnings, divided by their range, times the square root of
    8 ln(members) / t: then Hedge loses little against the best member in hindsight (Cesa-Bianchi and Lugosi 2006, 2.3).
    Ratings with a window or a half-time make it follow a best member that changes.
    """

    def _chances(self, rated: Ratings, candidates: Sequence[int]) -> list[float]:
        if not rated.spread:
            return [1 / len(candidates)] * len(candidates)
        strength = sqrt(8 * log(len(self.names)) * rated.weight) / rated.spread
        best = max(rated.ratings[member] for member in candidates)
        powers = [exp(strength * (rated.ratings[member] - best)) for member in candidates]
        total = sum(powers)
        return [power / total for power in powers]
