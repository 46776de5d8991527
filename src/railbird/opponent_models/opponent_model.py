"""A model of one opponent: how often it folds, calls and raises in each situation, learned from what it did."""

from __future__ import annotations

from math import inf, log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.errors import ModelError
from railbird.games.action import CALL
from railbird.opponent_models.situations import LEVELS, OVERBET, SITUATIONS, STEAL, STREETS, check_situation

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
_LEAST = 1e-3
"""Least probability of an action, so that none is impossible."""
_FORCED_CALL = 3
"""After the kinds of actions: a call by a player who could not have raised."""


class ActionFrequencies(NamedTuple):
    """Probabilities of fold, call and raise, which sum to 1."""

    fold: float
    call: float
    raise_: float


class _Memory:
    """What was observed from some hand on, weighted."""

    def __init__(self) -> None:
        self.counts = np.zeros((SITUATIONS, 4))
        self.sincere = np.zeros(2)
        self.raises = np.zeros(3)
        self.actions = 0

    def divide(self, scale: float) -> None:
        self.counts /= scale
        self.sincere /= scale
        self.raises /= scale


class OpponentModel:
    """Counts of actions by situation, with a prior, so that few observations do not count for much.

    An unseen situation after the flop is judged by the same bets to call on other streets, a special situation before
    the flop by a typical player. A call that was the only way to stay in the hand says how often the opponent folds,
    but not whether it would have raised. With a `half_life` an observation counts half as much after that many hands.

    With `change_odds` the model notices when the opponent changes, by Page's cumulative sum test (Page 1954): a second
    memory begins anew as long as it explains the opponent's actions no better than the whole one does. Once it
    explains those since its beginning `change_odds` times better, everything before is forgotten. How often
    that happens although the opponent has not changed can only be measured: both memories estimate the frequencies, and
    the actions of one hand follow from the same cards.

    Raise ModelError if `prior_weight` is not above 0, `half_life` is neither 0 nor at least 1, or `change_odds` is
    neither 0 nor above 1.
    """

    def __init__(self, *, prior_weight: float, half_life: float = 0.0, change_odds: float = 0.0) -> None:
        check_parameters(prior_weight=prior_weight, half_life=half_life, change_odds=change_odds)
        self._prior_weight = prior_weight
        self._half_life = half_life
        self._change_odds = change_odds
        self._memory = _Memory()
        self._recent = _Memory()
        self._evidence = 0.0
        """Logarithm of the odds that the opponent has changed since the recent memory began."""
        self._log_odds: NDArray[np.float64] | None = None
        """What an action says about that, by situation and column of the counts; None until a hand's first action."""
        self._frequencies: NDArray[np.float64] | None = None
        self._exponent = 0.0
        self._scale = 1.0
        self.changes = 0
        """Number of changes that were noticed."""
        self.showdowns = 0
        """Number of hands that the opponent has shown."""
        self.showdowns_won = 0

    @property
    def actions(self) -> int:
        """Number of actions observed since the last change, all with the same weight."""
        return self._memory.actions

    def next_hand(self) -> None:
        """Let all observations so far count less, if memory decays, and none from before a change."""
        if self._change_odds > 0:
            self._look_for_change()
        if self._half_life <= 0:
            return
        # Later observations weigh more, instead of earlier ones less: one number changes instead of all counts.
        self._exponent += 1 / self._half_life
        self._scale = 2.0**self._exponent
        self._frequencies = None
        if self._exponent > _LARGEST_EXPONENT:
            self._memory.divide(self._scale)
            self._recent.divide(self._scale)
            self._exponent, self._scale = 0.0, 1.0

    def _look_for_change(self) -> None:
        self._log_odds = None
        if self._evidence > log(self._change_odds):
            self._memory = self._recent
            self._frequencies = None
            self.changes += 1
        elif self._evidence > 0:
            return
        if self._recent.actions:
            self._recent = _Memory()
        self._evidence = 0.0

    def observe(
        self,
        situation: int,
        action: Action,
        *,
        can_raise: bool = True,
        raise_part: float = 0.0,
        is_all_in: bool = False,
    ) -> None:
        """Count an action; `raise_part` is the size of a raise as a part of the pot after a call."""
        check_situation(situation)
        column = _FORCED_CALL if action.is_call and not can_raise else action.kind
        if self._change_odds > 0:
            if self._log_odds is None:
                self._log_odds = _log_odds(self._frequencies_from(self._recent), self.frequencies())
            self._evidence += float(self._log_odds[situation, column])
        # An all-in of less than usual says nothing about the size of other raises.
        jams = is_all_in and raise_part > _LARGEST_RAISE
        sized = not is_all_in
        for memory in self._memories():
            memory.counts[situation, column] += self._scale
            memory.actions += 1
            if action.is_raise:
                memory.raises += np.array([sized, raise_part * sized, jams]) * self._scale
        self._frequencies = None

    def observe_showdown(self, sincere: Sequence[float], *, won: bool) -> None:
        """Count a shown hand, with the probability of each of its actions that it followed from the hand's strength."""
        for memory in self._memories():
            memory.sincere += np.array([sum(sincere), len(sincere) - sum(sincere)]) * self._scale
        self.showdowns += 1
        self.showdowns_won += won

    def _memories(self) -> tuple[_Memory, ...]:
        return (self._memory, self._recent) if self._change_odds > 0 else (self._memory,)

    def frequencies(self) -> NDArray[np.float64]:
        """Probabilities of fold, call and raise in every situation, in rows; not to be written to."""
        if self._frequencies is None:
            self._frequencies = self._frequencies_from(self._memory)
            self._frequencies.flags.writeable = False
        return self._frequencies

    def _frequencies_from(self, memory: _Memory) -> NDArray[np.float64]:
        counts, weight, later = memory.counts / self._scale, self._prior_weight, STREETS - 1
        by_street = counts[:STEAL].reshape(STREETS, LEVELS, 4)
        after_flop = _shrunk(by_street[1:].sum(axis=0), _TYPICAL, weight=weight)
        overbet = _shrunk(counts[OVERBET + 1 :].sum(axis=0, keepdims=True), _TYPICAL_OVERBET, weight=weight)
        priors = np.concatenate(
            [_TYPICAL, *[after_flop] * later, _TYPICAL_PREFLOP, _TYPICAL_OVERBET, *[overbet] * later],
        )
        return _shrunk(counts, priors, weight=weight)

    def in_situation(self, situation: int) -> ActionFrequencies:
        """Probabilities of fold, call and raise in a situation."""
        check_situation(situation)
        return ActionFrequencies(*self.frequencies()[situation].tolist())

    @property
    def sincerity(self) -> float:
        """Probability that the opponent's actions follow from the strength of its hand."""
        sincere, random = self._memory.sincere / self._scale
        return float((sincere + _TYPICAL_SINCERITY * self._prior_weight) / (sincere + random + self._prior_weight))

    @property
    def aggression(self) -> float:
        """Share of raises among free calls and raises; near that of a typical player while little is known."""
        _, calls, raises, _ = self._memory.counts.sum(axis=0) / self._scale
        return float((raises + _TYPICAL_AGGRESSION * self._prior_weight) / (calls + raises + self._prior_weight))

    @property
    def raise_part(self) -> float:
        """Average size of the opponent's raises that are not all-in, as a part of the pot after a call."""
        raises, parts, _ = self._memory.raises / self._scale
        return float((parts + _TYPICAL_RAISE * self._prior_weight) / (raises + self._prior_weight))

    @property
    def all_in_share(self) -> float:
        """Share of the opponent's raises that are all-in for more than a raise of usual size."""
        raises, _, jams = self._memory.raises / self._scale
        return float(jams / (raises + jams + self._prior_weight))

    def counts(self) -> NDArray[np.float64]:
        """Weighted counts of fold, call and raise by situation."""
        counts = self._memory.counts / self._scale
        counts[:, CALL.kind] += counts[:, _FORCED_CALL]
        return np.asarray(counts[:, :_FORCED_CALL])


def check_parameters(*, prior_weight: float, half_life: float, change_odds: float) -> None:
    """Raise ModelError for parameters that no model can have."""
    if not 0 < prior_weight < inf:
        raise ModelError(f"prior_weight={prior_weight}: give a number of observations above 0")
    if half_life != 0 and not 1 <= half_life < inf:
        raise ModelError(f"half_life={half_life}: give at least 1 hand, or 0 for a memory that does not decay")
    if change_odds != 0 and not 1 < change_odds < inf:
        raise ModelError(f"change_odds={change_odds}: give odds above 1, or 0 not to look for changes")


def _log_odds(recent: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.log(_with_staying(recent)) - np.log(_with_staying(whole)))


def _with_staying(frequencies: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probabilities in the columns of the counts: a forced call is as probable as not to fold."""
    staying = 1.0 - frequencies[:, :1]
    return np.maximum(np.hstack([frequencies, staying]), _LEAST)


def _shrunk(counts: NDArray[np.float64], priors: NDArray[np.float64], *, weight: float) -> NDArray[np.float64]:
    """Frequencies by their most likely values; forced calls count in the ratio of the other calls and the raises."""
    free = counts[..., :_FORCED_CALL] + weight * priors
    free[..., 1:] *= 1.0 + counts[..., _FORCED_CALL:] / free[..., 1:].sum(axis=-1, keepdims=True)
    return np.asarray(free / free.sum(axis=-1, keepdims=True))
