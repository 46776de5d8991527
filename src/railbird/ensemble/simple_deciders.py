"""Deciders that remember no hands: a random member, votes, and a fixed order of members (Thiel 2013, 2.2 and 4.1)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import floor
from typing import TYPE_CHECKING

from railbird.ensemble.decider import Decider
from railbird.errors import BotError
from railbird.games.action import CALL

if TYPE_CHECKING:
    from railbird.ensemble.decider import TeamChoice, TeamSituation

_KINDS = 3
_HALF = 0.5
_DIGITS = 9
"""Votes are shares such as 1/3, whose sums have rounding errors."""


class RandomDecider(Decider):
    """Follows a member at random, each with the same probability (4.1.1)."""

    def choose(self, situation: TeamSituation) -> TeamChoice:
        share = 1 / len(situation.candidates)
        ratings = tuple(0.0 if answer is None else share for answer in situation.answers)
        return situation.follow(int(self.generator.choice(situation.candidates)), ratings=ratings)


class MajorityVote(Decider):
    """Plays the action of most members (4.1.2); in a tie, that of the member who is listed first among those tied."""

    def choose(self, situation: TeamSituation) -> TeamChoice:
        votes = [0.0] * _KINDS
        first: dict[int, int] = {}
        for member in situation.candidates:
            kind = situation.kind(member)
            votes[kind] += situation.votes[member]
            first.setdefault(kind, member)
        return _played(situation, max(first, key=lambda kind: (round(votes[kind], _DIGITS), -first[kind])))


class RoundingVote(Decider):
    """Plays the mean of the answers, with a fold as 1, a call as 2 and a raise as 3 (Butolen and Zorman 2012).

    The mean is rounded, a half towards the call; the team may play an action that no member chose.
    """

    def choose(self, situation: TeamSituation) -> TeamChoice:
        total = sum(situation.votes[member] * situation.kind(member) for member in situation.candidates)
        mean = round(total / sum(situation.votes), _DIGITS)
        return _played(situation, floor(mean + _HALF) if mean <= CALL.kind else -floor(_HALF - mean))


def _played(situation: TeamSituation, kind: int) -> TeamChoice:
    """An action for which members have voted; those who did are rated 1 in the logs."""
    voters = situation.voters(kind)
    return situation.play(kind, ratings=tuple(float(member in voters) for member in range(len(situation.names))))


class FixedTransition(Decider):
    """Follows each member for a number of hands of the match, in order (4.1.3).

    The last one, whose number may be left out, goes on to the end; with `repeat` the first follows again instead. A
    member that does not answer is replaced by the next one that does.
    """

    def __init__(self, *, hands: int | Sequence[int], repeat: bool = False) -> None:
        numbers = [*hands] if isinstance(hands, Sequence) else [hands]
        wrong = next((number for number in numbers if not isinstance(number, int) or number < 1), None)
        if wrong is not None or not numbers:
            raise BotError(f"hands={wrong}: a member plays a whole number of hands, at least 1")
        if repeat not in (0, 1):
            raise BotError(f"repeat={repeat}: give 1 to start again after the last member, or 0 to stay with it")
        self._ends = [*accumulate(numbers)]
        self._repeat = bool(repeat)

    def check_members(self, members: int) -> None:
        wanted = (members,) if self._repeat else (members - 1, members)
        if len(self._ends) not in wanted:
            who = "with repeat every member has" if self._repeat else "every member but the last has"
            raise BotError(f"{len(self._ends)} numbers of hands for {members} members: {who} its own")

    def choose(self, situation: TeamSituation) -> TeamChoice:
        number = situation.view.hand
        member = bisect_right(self._ends, number % self._ends[-1] if self._repeat else number)
        member = min(member, len(situation.names) - 1)
        while situation.answers[member] is None:
            member = (member + 1) % len(situation.names)
        ratings = tuple(float(other == member) for other in range(len(situation.names)))
        return situation.follow(member, ratings=ratings)
