"""Deciders that choose by ratings: the best member, or each with a probability; also by votes (Thiel 2013, 5.3)."""

from __future__ import annotations

from abc import abstractmethod
from math import exp, inf
from typing import TYPE_CHECKING

from railbird.ensemble.decider import Decider
from railbird.errors import BotError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from railbird.ensemble.decider import TeamChoice, TeamSituation
    from railbird.ensemble.played_hand import PlayedHand
    from railbird.ensemble.rating_book import RatingBook, Ratings

_KINDS = 3
_ROUNDING = 1e-9
"""Ratings that differ by less are equal: they are sums of the same numbers in another order."""


class RatedDecider(Decider):
    """Keeps the ratings of the members up to date. A subclass says how they decide."""

    def __init__(self, *, ratings: RatingBook, groups: bool = False) -> None:
        """With `groups`, members vote with their ratings, and the actions are compared instead of the members."""
        if groups not in (0, 1):
            raise BotError(f"groups={groups}: give 1 to compare actions, or 0 to compare members")
        self._book = ratings
        self.methods = ratings.methods
        self._groups = bool(groups)

    def new_game(self, names: Sequence[str], generator: np.random.Generator) -> None:
        super().new_game(names, generator)
        self._book.new_game(len(names))

    def finished(self, hand: PlayedHand) -> None:
        self.earnings = self._book.add(hand)

    def _vote(self, situation: TeamSituation, votes: Sequence[float]) -> list[tuple[int, float]]:
        """The actions that have votes, by kind, each with the sum of its votes.

        Alike members share a vote; a member that gives its probabilities divides its vote by them.
        """
        totals = [0.0] * _KINDS
        is_named = [False] * _KINDS
        for member in situation.candidates:
            vote, shares = situation.votes[member] * votes[member], situation.shares[member]
            if shares is None:
                totals[situation.kind(member)] += vote
                is_named[situation.kind(member)] = True
            else:
                for kind, share in enumerate(shares):
                    totals[kind] += share * vote
                    is_named[kind] |= share > 0
        return [(kind, total) for kind, total in enumerate(totals) if is_named[kind]]

    def _first_or_any(self, values: Sequence[tuple[int, float]], *, draws: bool) -> int:
        """The one with the greatest value; among equal ones the first, or with `draws` one at random."""
        best = max(value for _, value in values)
        margin = _ROUNDING * max(1.0, abs(best))
        equal = [place for place, value in values if value >= best - margin]
        return equal[int(self.generator.integers(len(equal)))] if draws and len(equal) > 1 else equal[0]


class MaxValue(RatedDecider):
    """Follows the member with the highest rating (5.3.1), with `draws` a random one of those (5.3.2).

    With `groups`, the action whose members have the highest sum of ratings (5.3.5).
    """

    def __init__(self, *, ratings: RatingBook, draws: bool = False, groups: bool = False) -> None:
        super().__init__(ratings=ratings, groups=groups)
        if draws not in (0, 1):
            raise BotError(f"draws={draws}: give 1 to choose among equal ratings at random, or 0 for the first")
        self._draws = bool(draws)

    def choose(self, situation: TeamSituation) -> TeamChoice:
        rated = self._book.rate(situation)
        if self._groups:
            kind = self._first_or_any(self._vote(situation, rated.ratings), draws=self._draws)
            return situation.play(kind, ratings=rated.ratings, values=rated.values)
        candidates = [(member, rated.ratings[member]) for member in situation.candidates]
        member = self._first_or_any(candidates, draws=self._draws)
        return situation.follow(member, ratings=rated.ratings, values=rated.values)


class DrawingDecider(RatedDecider):
    """Follows each member with a probability. A subclass says which.

    With `groups` it plays each action with the sum of the probabilities of those who chose it (5.3.6).
    """

    _is_scaled = True
    """Whether the probabilities are scaled to add up to 1; otherwise the options that come first get theirs in full."""

    @abstractmethod
    def _chances(self, rated: Ratings, candidates: Sequence[int]) -> list[float]:
        """The probability of each candidate."""

    def choose(self, situation: TeamSituation) -> TeamChoice:
        rated = self._book.rate(situation)
        chances = self._chances(rated, situation.candidates)
        logged = [0.0] * len(situation.names)
        for member, chance in zip(situation.candidates, chances, strict=True):
            logged[member] = chance
        if self._groups:
            votes = self._vote(situation, logged)
            kind = self._drawn([kind for kind, _ in votes], [total for _, total in votes])
            return situation.play(kind, ratings=tuple(logged), values=rated.values)
        member = self._drawn(situation.candidates, chances)
        return situation.follow(member, ratings=tuple(logged), values=rated.values)

    def _drawn(self, options: Sequence[int], chances: Sequence[float]) -> int:
        drawn = self.generator.random() * (sum(chances) if self._is_scaled else 1)
        for option, chance in zip(options, chances, strict=True):
            drawn -= chance
            if drawn < 0:
                return option
        return options[-1]


class Probabilistic(DrawingDecider):
    """Follows each member with a probability that grows with its rating (5.3.3), sharpened by a `bias` (5.3.4).

    With `scaled=0` the formulas are used as they are, although they do not add up to 1 for three members: a draw goes
    through the members, or the actions, in order. That gives the figures of Thiel's table 6.2.
    """

    def __init__(self, *, ratings: RatingBook, bias: float = 0, groups: bool = False, scaled: bool = True) -> None:
        super().__init__(ratings=ratings, groups=groups)
        if scaled not in (0, 1):
            raise BotError(f"scaled={scaled}: give 1 for probabilities that add up to 1, or 0 for the plain formulas")
        self._is_scaled = bool(scaled)
        if not isinstance(bias, int | float) or isinstance(bias, bool) or not 0 <= bias < inf:
            raise BotError(f"bias={bias}: give a number above 0, like 15, or 0 for none")
        self._bias = bias

    def _chances(self, rated: Ratings, candidates: Sequence[int]) -> list[float]:
        ratings = [rated.ratings[member] for member in candidates]
        return member_probabilities(ratings, bias=self._bias, scaled=self._is_scaled)


def member_probabilities(ratings: Sequence[float], *, bias: float = 0, scaled: bool = True) -> list[float]:
    """The probability of each member by its rating; the four cases of 5.3.3, the bias of 5.3.4.

    Where the formulas do not sum to 1, the probabilities are scaled so that they do, unless `scaled` is false.
    """
    scale = _scaled if scaled else list
    chances = scale(_unscaled(ratings))
    if bias:
        chances = scale([1 / (1 + exp(-bias * (chance - 0.5))) for chance in chances])
    return chances


def _unscaled(ratings: Sequence[float]) -> list[float]:
    total, low, high = sum(ratings), min(ratings), max(ratings)
    if total == 0:
        return [1 / len(ratings)] * len(ratings)
    if low > 0:
        return [rating / total for rating in ratings]
    if high < 0:
        return [1 - rating / total for rating in ratings]
    return [(rating + abs(low)) / (abs(low) + abs(high)) for rating in ratings]


def _scaled(chances: Sequence[float]) -> list[float]:
    total = sum(chances)
    return [chance / total for chance in chances] if total > 0 else [1 / len(chances)] * len(chances)
