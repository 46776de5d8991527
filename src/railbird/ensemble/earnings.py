"""Imagined earnings: what each member would have won in a hand, whether it was followed or not (Thiel 2013, 5.2).

Sources print two rules that contradict their examples; these follow the examples: a known fold replaces what was
imagined before it, also in the combined methods, and raising more on the river pays in a hand that was won.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from railbird.ensemble.situation_estimates import SituationEstimates, TeamAnswers
from railbird.errors import BotError
from railbird.games.state_array import FOLD, RAISE
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from railbird.ensemble.played_hand import PlayedHand, TeamDecision

MemberEarnings: TypeAlias = list[float | None]
"""Earnings by member; None if a member answered at none of the decisions."""


@dataclass(frozen=True)
class EarningsMethod:
    """A rule by which earnings are imagined."""

    known_fold: bool = False
    """A member that would have folded loses what the team had put in before (5.2.2)."""
    estimates: bool = False
    """Where the outcome of another answer is unknown, it is estimated from earlier hands (5.2.3)."""
    river_bets: bool = False
    """On the last street a raise instead of a call, or the reverse, changes the outcome by the bet (6.8.1)."""


METHODS: Mapping[str, EarningsMethod] = {
    "simple": EarningsMethod(),
    "known-fold": EarningsMethod(known_fold=True),
    "estimation": EarningsMethod(estimates=True),
    "combined": EarningsMethod(known_fold=True, estimates=True),
    "river": EarningsMethod(known_fold=True, estimates=True, river_bets=True),
}
REWARDS: Mapping[str, Callable[[PlayedHand], list[float]]]
"""How the outcome of a hand is shared among its decisions; the shares of each decision."""


def method_named(name: str) -> EarningsMethod:
    """The method of this name; raise BotError if there is none."""
    if name not in METHODS:
        raise BotError(f"earnings={name}: no method is called that: {nearest(str(name), METHODS)}")
    return METHODS[name]


class EarningsCalculator:
    """Imagines the earnings of every hand by one or more methods. Estimates come from the hands before it."""

    def __init__(self, methods: Sequence[str], *, reward: str = "decisions") -> None:
        self._methods = [method_named(name) for name in methods]
        if reward not in REWARDS:
            raise BotError(f"reward={reward}: {nearest(str(reward), REWARDS)}")
        self._shares_of = REWARDS[reward]
        self.new_game()

    def new_game(self) -> None:
        """Forget all hands."""
        self._estimates = SituationEstimates()

    def add(
        self, hand: PlayedHand, parts: Mapping[Hashable, Sequence[int]]
    ) -> dict[Hashable, tuple[MemberEarnings, ...]]:
        """The earnings in each part of a hand, a part being some of its decisions: one list for each method.

        The hand is then remembered for estimates of later hands.
        """
        earnings = _HandEarnings(hand, self._shares_of(hand), self._estimates)
        result = {
            part: tuple([earnings.of_members(method, places) for method in self._methods])
            for part, places in parts.items()
        }
        self._estimates.add(hand)
        return result


class _HandEarnings:
    """The earnings of all members in one hand."""

    def __init__(self, hand: PlayedHand, shares: Sequence[float], estimates: SituationEstimates) -> None:
        self._hand = hand
        self._shares = shares
        self._estimates = estimates

    def of_members(self, method: EarningsMethod, places: Sequence[int]) -> MemberEarnings:
        """By member, the earnings of some decisions."""
        decisions = self._hand.decisions
        withheld = {place for place in places if method.estimates and self._is_unknown(method, decisions[place])}
        members = range(len(decisions[0].answers)) if decisions else range(0)
        return [self._of_member(method, member, places=places, withheld=withheld) for member in members]

    def _of_member(
        self, method: EarningsMethod, member: int, *, places: Sequence[int], withheld: set[int]
    ) -> float | None:
        total, is_present = 0.0, False
        for place in places:
            decision = self._hand.decisions[place]
            answer = decision.answers[member]
            if answer is None:
                continue
            is_present = True
            shares = decision.shares[member]
            weighted = ((answer.kind, 1.0),) if shares is None else tuple(enumerate(shares))
            before, total = total, 0.0
            for kind, share in weighted:
                if share:
                    total += share * self._after(before, method, place, member=member, kind=kind, withheld=withheld)
        return total if is_present else None

    def _after(
        self, before: float, method: EarningsMethod, place: int, *, member: int, kind: int, withheld: set[int]
    ) -> float:
        """The earnings including a decision at which the member would have played this kind of action."""
        decision, reward = self._hand.decisions[place], self._hand.outcome * self._shares[place]
        played = decision.action.kind
        if kind == played:
            return before if place in withheld else before + reward
        if kind == FOLD:
            return float(-decision.invested) if method.known_fold else before - reward
        if method.river_bets and played != FOLD and decision.street == self._hand.game.rounds - 1:
            return before + self._river_bet(decision, member, kind)
        if method.estimates:
            estimate = self._estimate(decision, member, kind)
            return before if estimate is None else before + estimate * self._shares[place]
        return before if played == FOLD else before + reward

    def _river_bet(self, decision: TeamDecision, member: int, kind: int) -> float:
        """What a raise instead of a call, or the reverse, would have changed."""
        answer = decision.answers[member]
        raised = decision.action if kind != RAISE else answer
        is_raise = raised is not None and raised.kind == RAISE
        size = raised.total - decision.bet if is_raise and raised is not None else decision.raise_size
        is_better = (kind == RAISE) == (self._hand.outcome >= 0)
        return float(size if is_better else -size)

    def _is_unknown(self, method: EarningsMethod, decision: TeamDecision) -> bool:
        """Whether the estimate for a member that would have played differently is missing.

        Then those who would have played the same are not rewarded either, so that they gain nothing on it.
        """
        played = decision.action.kind
        is_river = method.river_bets and decision.street == self._hand.game.rounds - 1 and played != FOLD
        if is_river:
            return False
        return any(
            kind > FOLD and kind != played and self._estimate(decision, member, kind) is None
            for member, kind in enumerate(decision.kinds)
        )

    def _estimate(self, decision: TeamDecision, member: int, kind: int) -> float | None:
        if not decision.chosen:
            return None
        situation = TeamAnswers(decision.street, decision.chosen[0], decision.action.kind, member, kind)
        return self._estimates.estimate(situation)


def _equal_shares(hand: PlayedHand) -> list[float]:
    """The same for every decision (5.2.1)."""
    decisions = len(hand.decisions)
    return [1 / decisions] * decisions


def _invested_by_street(hand: PlayedHand) -> dict[int, int]:
    """Chips that the team put in on each street on which it decided; blinds count for the first."""
    before = {decision.street: decision.invested for decision in reversed(hand.decisions)}
    streets = sorted(before)
    starts = [0, *(before[street] for street in streets[1:]), hand.invested]
    return {street: starts[place + 1] - starts[place] for place, street in enumerate(streets)}


def _street_shares(hand: PlayedHand) -> list[float]:
    """By what the team put in on the street of the decision (5.2.5)."""
    if not hand.invested:
        return _equal_shares(hand)
    invested = _invested_by_street(hand)
    streets = [decision.street for decision in hand.decisions]
    return [invested[street] / hand.invested / streets.count(street) for street in streets]


def _shares_so_far(hand: PlayedHand) -> list[float]:
    """By what the team had put in up to the end of the street of the decision (5.2.5)."""
    if not hand.invested:
        return _equal_shares(hand)
    invested = _invested_by_street(hand)
    streets = [decision.street for decision in hand.decisions]
    return [
        sum(chips for street, chips in invested.items() if street <= own) / hand.invested / streets.count(own)
        for own in streets
    ]


REWARDS = {"decisions": _equal_shares, "street": _street_shares, "so-far": _shares_so_far}
