"""Plain twins of earnings, statistics and deciders: everything is computed again from all hands, as in the source."""

from __future__ import annotations

from math import sqrt
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from railbird.ensemble import PlayedHand, TeamDecision

FOLD, CALL, RAISE = range(3)
KNOWN_FOLD = ("known-fold", "combined", "river")
ESTIMATES = ("estimation", "combined", "river")


def kind(decision: TeamDecision, member: int) -> int | None:
    answer = decision.answers[member]
    return None if answer is None else answer.kind


def estimate(
    street: int, chosen: int, played: int, other: int, other_kind: int, earlier: Sequence[PlayedHand]
) -> float | None:
    """getEstimate of 5.2.3: the mean outcome of hands in which the other member was chosen in the same situation."""
    outcomes = [
        hand.outcome
        for hand in earlier
        if any(
            decision.street == street
            and kind(decision, chosen) == played
            and kind(decision, other) == other_kind
            and other in decision.chosen
            for decision in hand.decisions
        )
    ]
    return fmean(outcomes) if outcomes else None


def share(hand: PlayedHand, place: int, reward: str) -> float:
    decisions = hand.decisions
    if reward == "decisions" or not hand.invested:
        return 1 / len(decisions)
    street = decisions[place].street
    same = sum(decision.street == street for decision in decisions)
    starts = [decision.invested for decision in decisions if decision.street == street]
    after = [decision.invested for decision in decisions if decision.street > street]
    end = after[0] if after else hand.invested
    is_first = all(decision.street >= street for decision in decisions)
    start = 0 if is_first or reward == "so-far" else starts[0]
    return (end - start) / hand.invested / same


def earnings(
    method: str, hand: PlayedHand, member: int, places: Sequence[int], *, earlier: Sequence[PlayedHand], reward: str
) -> float | None:
    total, is_present = 0.0, False
    for place in places:
        decision = hand.decisions[place]
        own = kind(decision, member)
        if own is None:
            continue
        is_present = True
        value = hand.outcome * share(hand, place, reward)
        shares = decision.shares[member]
        odds = {own: 1.0} if shares is None else dict(enumerate(shares))
        before = total
        total = 0.0
        for action, probability in odds.items():
            total += probability * _after(before, method, hand, place, member, action, earlier, value, reward)
    return total if is_present else None


def _after(
    before: float,
    method: str,
    hand: PlayedHand,
    place: int,
    member: int,
    own: int,
    earlier: Sequence[PlayedHand],
    value: float,
    reward: str,
) -> float:
    decision = hand.decisions[place]
    played = decision.action.kind
    is_river = method == "river" and decision.street == 3

    def other_outcome(other: int, other_kind: int) -> float | None:
        if not decision.chosen:
            return None
        return estimate(decision.street, decision.chosen[0], played, other, other_kind, earlier)

    def needs_estimate(other_kind: int | None) -> bool:
        if other_kind in (None, FOLD, played):
            return False
        return played == FOLD or not is_river

    if own == played:
        is_withheld = method in ESTIMATES and any(
            needs_estimate(kind(decision, other)) and other_outcome(other, kind(decision, other) or 0) is None
            for other in range(len(decision.answers))
        )
        return before if is_withheld else before + value
    if own == FOLD:
        return -decision.invested if method in KNOWN_FOLD else before - value
    if is_river and played != FOLD:
        won = hand.outcome >= 0
        return before + (10 if (own == RAISE) == won else -10)
    if method in ESTIMATES:
        found = other_outcome(member, own)
        return before if found is None else before + found * share(hand, place, reward)
    return before if played == FOLD else before + value


def weighted_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    total = sum(weights)
    return sum(value * weight for value, weight in zip(values, weights, strict=True)) / total if total else 0.0


class PlainBook:
    """Ratings computed from the list of all hands."""

    def __init__(self, members: int, **options: object) -> None:
        self.members = members
        self.options = options
        self.hands: list[PlayedHand] = []
        self.frozen: dict[tuple[int, str, tuple[int, ...], int], float | None] = {}

    def selected(self, matches: Callable[[PlayedHand, TeamDecision], bool]) -> list[tuple[PlayedHand, tuple[int, ...]]]:
        """The hands with decisions that match, with these decisions, within the window."""
        window = self.options.get("window", 0)
        last = self.hands[-1].number if self.hands else 0
        chosen = []
        for hand in self.hands:
            if window and hand.number <= last - int(str(window)):
                continue
            places = tuple(place for place, decision in enumerate(hand.decisions) if matches(hand, decision))
            if places:
                chosen.append((hand, places))
        return chosen

    def earned(self, method: str, hand: PlayedHand, places: tuple[int, ...], member: int) -> float | None:
        """Estimates are frozen at the end of a hand: they come from the hands before it."""
        key = hand.number, method, places, member
        if key not in self.frozen:
            earlier = [other for other in self.hands if other.number < hand.number]
            self.frozen[key] = earnings(method, hand, member, places, earlier=earlier, reward="decisions")
        return self.frozen[key]

    def values(self, statistic: str, matches: Callable[[PlayedHand, TeamDecision], bool]) -> list[float]:
        method = str(self.options.get("earnings", "combined"))
        half_time = float(str(self.options.get("half_time", 0)))
        only_chosen = "chosen" in str(self.options.get("by", ""))
        last = self.hands[-1].number if self.hands else 0
        result = []
        for member in range(self.members):
            pairs: list[tuple[float, float]] = []
            for hand, places in self.selected(matches):
                value = self.earned(method, hand, places, member)
                if only_chosen and not any(member in hand.decisions[place].chosen for place in places):
                    continue
                if value is None:
                    continue
                if statistic == "pot-share":
                    winnable = hand.pot - hand.invested
                    value = min(max(value, 0) / winnable, 1) if winnable else 0.0
                weight = 2 ** (-(last - hand.number) / half_time) if half_time else 1.0
                pairs.append((value, weight))
            numbers, weights = [value for value, _ in pairs], [weight for _, weight in pairs]
            mean = weighted_mean(numbers, weights)
            if statistic == "deviation":
                mean = sqrt(weighted_mean([(value - mean) ** 2 for value in numbers], weights))
            result.append(mean)
        return result

    def ratings(self, matches: Callable[[PlayedHand, TeamDecision], bool]) -> list[float]:
        statistics = str(self.options.get("statistics", "winnings")).split("+")
        weights = self.options.get("weights", (1.0,) * len(statistics))
        if len(statistics) == 1:
            return self.values(statistics[0], matches)
        totals = [0.0] * self.members
        for name, weight in zip(statistics, weights, strict=True):  # type: ignore[call-overload]
            values = self.values(name, matches)
            low, high = min(values), max(values)
            for member, value in enumerate(values):
                totals[member] += weight * ((value - low) / (high - low) if high > low else 0)
        return totals
