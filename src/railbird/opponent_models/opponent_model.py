"""A model of one opponent: how often it folds, calls and raises in each situation, learned from what it did."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.opponent_models.situations import LEVELS, OVERBET, SITUATIONS, STEAL, STREETS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.games import Action

_TYPICAL = np.array([(0.0, 0.6, 0.4), (0.25, 0.5, 0.25), (0.25, 0.55, 0.2), (0.2, 0.65, 0.15)])
"""Frequencies of fold, call and raise of an unknown player, by the bets to call."""
_TYPICAL_PREFLOP = np.array([(0.3, 0.35, 0.35), (0.3, 0.5, 0.2), (0.1, 0.65, 0.25)])
"""The same for a steal, against a steal, and with one more bet to call."""
_TYPICAL_OVERBET = np.array([(0.5, 0.4, 0.1)])
"""The same with an overbet to call, on any street."""
_TYPICAL_SINCERITY = 0.8
_TYPICAL_AGGRESSION = 0.35
_TYPICAL_RAISE = 0.75
"""Raise of an unknown player in no-limit games, as a part of the pot after a call."""
_LARGEST_RAISE = 2.0
"""Up to this part of the pot after a call, an all-in is a raise of usual size by a player who has no more chips."""
_LARGEST_EXPONENT = 500.0


class ActionFrequencies(NamedTuple):
    """Probabilities of fold, call and raise, which sum to 1."""

    fold: float
    call: float
    raise_: float


class OpponentModel:
    """Counts of actions by situation, with a prior, so that few observations do not count for much.

    An unseen situation after the flop is judged by the same bets to call on other streets, a special situation before
    the flop by a typical player. With a `half_life` an observation counts half as much after that many hands.
    """

    def __init__(self, *, prior_weight: float, half_life: float = 0.0) -> None:
        self._prior_weight = prior_weight
        self._half_life = half_life
        self._counts = np.zeros((SITUATIONS, 3))
        self._sincere = np.zeros(2)
        self._raises = np.zeros(3)
        self._exponent = 0.0
        self._scale = 1.0
        self.actions = 0
        """Number of observed actions, all with the same weight."""
        self.showdowns = 0
        """Number of hands that the opponent has shown."""
        self.showdowns_won = 0

    def next_hand(self) -> None:
        """Let all observations so far count less, if memory decays."""
        if self._half_life <= 0:
            return
        # Later observations weigh more, instead of earlier ones less: one number changes instead of all counts.
        self._exponent += 1 / self._half_life
        self._scale = 2.0**self._exponent
        if self._exponent > _LARGEST_EXPONENT:
            self._counts /= self._scale
            self._sincere /= self._scale
            self._raises /= self._scale
            self._exponent, self._scale = 0.0, 1.0

    def observe(self, situation: int, action: Action, *, raise_part: float = 0.0, is_all_in: bool = False) -> None:
        """Count an action; `raise_part` is the size of a raise as a part of the pot after a call."""
        self._counts[situation, action.kind] += self._scale
        self.actions += 1
        if action.is_raise:
            # An all-in of less than usual says nothing about the size of other raises.
            jams = is_all_in and raise_part > _LARGEST_RAISE
            sized = not is_all_in
            self._raises += np.array([sized, raise_part * sized, jams]) * self._scale

    def observe_showdown(self, sincere: Sequence[float], *, won: bool) -> None:
        """Count a shown hand, with the probability of each of its actions that it followed from the hand's strength."""
        self._sincere += np.array([sum(sincere), len(sincere) - sum(sincere)]) * self._scale
        self.showdowns += 1
        self.showdowns_won += won

    def frequencies(self) -> NDArray[np.float64]:
        """Probabilities of fold, call and raise in every situation, in rows."""
        counts, weight, later = self._counts / self._scale, self._prior_weight, STREETS - 1
        by_street = counts[:STEAL].reshape(STREETS, LEVELS, 3)
        after_flop = _shrunk(by_street[1:].sum(axis=0), _TYPICAL, weight=weight)
        overbet = _shrunk(counts[OVERBET + 1 :].sum(axis=0, keepdims=True), _TYPICAL_OVERBET, weight=weight)
        priors = np.concatenate(
            [_TYPICAL, *[after_flop] * later, _TYPICAL_PREFLOP, _TYPICAL_OVERBET, *[overbet] * later],
        )
        return _shrunk(counts, priors, weight=weight)

    def in_situation(self, situation: int) -> ActionFrequencies:
        """Probabilities of fold, call and raise in a situation."""
        return ActionFrequencies(*self.frequencies()[situation].tolist())

    @property
    def sincerity(self) -> float:
        """Probability that the opponent's actions follow from the strength of its hand."""
        sincere, random = self._sincere / self._scale
        return float((sincere + _TYPICAL_SINCERITY * self._prior_weight) / (sincere + random + self._prior_weight))

    @property
    def aggression(self) -> float:
        """Bets and raises as a share of all actions but folds, of a typical player as long as little is known."""
        _, calls, raises = self._counts.sum(axis=0) / self._scale
        return float((raises + _TYPICAL_AGGRESSION * self._prior_weight) / (calls + raises + self._prior_weight))

    @property
    def raise_part(self) -> float:
        """Average size of the opponent's raises that are not all-in, as a part of the pot after a call."""
        raises, parts, _ = self._raises / self._scale
        return float((parts + _TYPICAL_RAISE * self._prior_weight) / (raises + self._prior_weight))

    @property
    def all_in_share(self) -> float:
        """Share of the opponent's raises that are all-in for more than a raise of usual size."""
        raises, _, jams = self._raises / self._scale
        return float(jams / (raises + jams + self._prior_weight))

    def counts(self) -> NDArray[np.float64]:
        """Weighted counts of fold, call and raise by situation."""
        return np.asarray(self._counts / self._scale)


def _shrunk(counts: NDArray[np.float64], priors: NDArray[np.float64], *, weight: float) -> NDArray[np.float64]:
    return np.asarray((counts + weight * priors) / (counts.sum(axis=-1, keepdims=True) + weight))
