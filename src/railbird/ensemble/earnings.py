"""Imagined earnings: what each member would have won in a hand, whether it was followed or not (Thiel 2013, 5.2).

Sources print two rules that contradict their examples; these follow the examples: a known fold replaces what was
imagined before it, also in the combined methods, and raising more on the river pays in a hand that was won.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from railbird.ensemble.played_hand import NO_ANSWER
from railbird.ensemble.situation_estimates import SituationEstimates
from railbird.errors import BotError
from railbird.games.state_array import FOLD, RAISE
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from railbird.ensemble.played_hand import ActionShares, PlayedHand, TeamDecision

MemberEarnings: TypeAlias = list[float | None]
"""Earnings by member; None if a member answered at none of the decisions."""
_Step: TypeAlias = tuple[float, float]
"""How a decision changes the earnings before it: the factor that they keep, 0 after a known fold, and what is added."""
_NOTHING: _Step = (1.0, 0.0)


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
        raise BotError(f"no method of earnings is called {name!r}: {nearest(str(name), METHODS)}")
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
        hand_steps = _HandSteps(hand, self._shares_of(hand), self._estimates)
        by_method = [hand_steps.of_method(method) for method in self._methods]
        result = {part: tuple([_totals(steps, places) for steps in by_method]) for part, places in parts.items()}
        self._estimates.add(hand)
        return result


def _totals(steps: Sequence[Sequence[_Step | None]], places: Sequence[int]) -> MemberEarnings:
    """By member, the earnings of some decisions; steps are by decision and member."""
    totals: MemberEarnings = [None] * len(steps[0]) if steps else []
    for place in places:
        for member, step in enumerate(steps[place]):
            if step is not None:
                kept, added = step
                before = totals[member]
                totals[member] = added if before is None else kept * before + added
    return totals


class _HandSteps:
    """How each decision of a hand changes the earnings of each member."""

    def __init__(self, hand: PlayedHand, shares: Sequence[float], estimates: SituationEstimates) -> None:
        self._hand = hand
        self._shares = shares
        self._rewards: list[_Step] = [(1.0, hand.outcome * share) for share in shares]
        self._estimates = estimates
        self._other_outcomes = [self._estimated(decision) for decision in hand.decisions]

    def of_method(self, method: EarningsMethod) -> list[list[_Step | None]]:
        """The steps of a method by decision and member; None for a member that did not answer."""
        return [self._at(method, place) for place in range(len(self._hand.decisions))]

    def _at(self, method: EarningsMethod, place: int) -> list[_Step | None]:
        decision = self._hand.decisions[place]
        played = decision.action.kind
        is_river = method.river_bets and played != FOLD and decision.street == self._hand.game.rounds - 1
        outcomes, is_unknown = self._other_outcomes[place]
        # If an estimate is missing, those who would have played the same gain nothing on the others.
        same = _NOTHING if method.estimates and is_unknown and not is_river else self._rewards[place]
        steps: list[_Step | None] = []
        for member, kind in enumerate(decision.kinds):
            shares = decision.shares[member]
            if kind == NO_ANSWER:
                steps.append(None)
            elif shares is not None:
                steps.append(self._mixed(method, place, member, shares=shares, same=same, is_river=is_river))
            elif kind == played:
                steps.append(same)
            else:
                steps.append(self._other(method, place, member, kind=kind, is_river=is_river, outcome=outcomes[member]))
        return steps

    def _mixed(
        self, method: EarningsMethod, place: int, member: int, *, shares: ActionShares, same: _Step, is_river: bool
    ) -> _Step:
        """The mean step of a member that plays each kind of action with a probability."""
        decision = self._hand.decisions[place]
        kept = added = 0.0
        for kind, share in enumerate(shares):
            if share:
                step = same
                if kind != decision.action.kind:
                    outcome = self._estimate(decision, member, kind)
                    step = self._other(method, place, member, kind=kind, is_river=is_river, outcome=outcome)
                kept += share * step[0]
                added += share * step[1]
        return kept, added

    def _other(
        self, method: EarningsMethod, place: int, member: int, *, kind: int, is_river: bool, outcome: float | None
    ) -> _Step:
        """The step of another action than the one played; the outcome is estimated."""
        decision, reward = self._hand.decisions[place], self._rewards[place]
        if kind == FOLD:
            return (0.0, float(-decision.invested)) if method.known_fold else (1.0, -reward[1])
        if is_river:
            return 1.0, self._river_bet(decision, member, kind)
        if method.estimates:
            return _NOTHING if outcome is None else (1.0, outcome * self._shares[place])
        return _NOTHING if decision.action.kind == FOLD else reward

    def _river_bet(self, decision: TeamDecision, member: int, kind: int) -> float:
        """What a raise instead of a call, or the reverse, would have changed."""
        answer = decision.answers[member]
        raised = decision.action if kind != RAISE else answer
        is_raise = raised is not None and raised.kind == RAISE
        size = raised.total - decision.bet if is_raise and raised is not None else decision.raise_size
        is_better = (kind == RAISE) == (self._hand.outcome >= 0)
        return float(size if is_better else -size)

    def _estimated(self, decision: TeamDecision) -> tuple[list[float | None], bool]:
        """By member, the estimated outcome if its answer had been played; and whether one that is needed is missing."""
        kinds, played = decision.kinds, decision.action.kind
        outcomes: list[float | None] = [None] * len(kinds)
        is_unknown = False
        for member, kind in enumerate(kinds):
            if kind > FOLD and kind != played:
                outcomes[member] = self._estimate(decision, member, kind)
                is_unknown |= outcomes[member] is None
        return outcomes, is_unknown

    def _estimate(self, decision: TeamDecision, member: int, kind: int) -> float | None:
        if not decision.chosen:
            return None
        return self._estimates.estimate((decision.street, decision.chosen[0], decision.action.kind, member, kind))


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
