"""Rates the members of a team by statistics of their imagined earnings in earlier hands (Thiel 2013, 3.3.5 and 4.2.2).

All statistics are kept up to date with every hand, so a rating takes the same time at any length of a match.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from railbird.ensemble.earnings import EarningsCalculator
from railbird.ensemble.played_hand import answer_kinds
from railbird.ensemble.rating_options import windows, words
from railbird.ensemble.running_ratings import RunningRatings

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from railbird.ensemble.decider import TeamSituation
    from railbird.ensemble.earnings import MemberEarnings
    from railbird.ensemble.played_hand import PlayedHand
    from railbird.ensemble.rating_options import RatingOptions
    from railbird.ensemble.running_ratings import Series, WeightedSums

Aspects: TypeAlias = tuple[str, ...]
_WHOLE = "whole hand"
_ROUNDING = 1e-9
"""Statistics that differ by less, relatively, are equal."""
_KEPT_OF_RECORD = 0.999
"""How much of the record of a window is kept from hand to hand: half of it after about 700 hands."""
_WINNINGS, _POT_SHARE = range(2)
"""Kinds of values in a series: earnings, shares of the pot if they are rated, then the earnings by other methods."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of all members in a situation, with the statistics behind them by member."""

    ratings: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]
    weight: float
    """Number of hands behind them; with a half-time, the sum of their weights."""
    spread: float
    """The greatest difference between the earnings of two members that was seen in a hand."""


class RatingBook:
    """The ratings of a team's members. Show it every hand; it says how the members rate in a situation."""

    def __init__(self, options: RatingOptions) -> None:
        self._statistics = words(options.statistics)
        self._weights = options.statistic_weights
        self.methods = (options.earnings, *words(options.watched))
        self._calculator = EarningsCalculator(self.methods, reward=options.reward)
        self._only_chosen = "chosen" in words(options.by)
        aspects = tuple(aspect for aspect in words(options.by) if aspect != "chosen")
        self._fewest = options.fewest
        self._levels: list[Aspects] = [aspects]
        """The aspects by which hands are selected; on the second level, which has more hands, without opponents."""
        if options.fewest:
            self._levels.append(tuple(aspect for aspect in aspects if aspect != "opponents"))
        self._windows = windows(options.window)
        self._half_time = options.half_time
        rated = 1 + ("pot-share" in self._statistics)
        self._watched = range(rated, rated + len(self.methods) - 1)
        """Kinds of values that are logged without being rated."""

    def new_game(self, members: int) -> None:
        """Forget all hands: a match begins with this number of members."""
        self._members = members
        self._calculator.new_game()
        shape = {"kinds": self._watched.stop, "members": members}
        self._running = [
            [RunningRatings(**shape, window=window, half_time=self._half_time) for window in self._windows]
            for _ in self._levels
        ]
        self._records = [0.0] * len(self._windows)
        """By window, what the members that it favoured would have earned lately."""
        self._spread = 0.0
        self._favourites: dict[Hashable, list[int]] = {}
        """By situation of the current hand, the member that each window favours."""

    def rate(self, situation: TeamSituation) -> Ratings:
        """Rate the members in a situation."""
        key = _key_now(situation, self._levels[0])
        sums = [running.of(key) for running in self._running[0]]
        if self._fewest and max(0 if of_window is None else of_window.hands for of_window in sums) < self._fewest:
            wider = _key_now(situation, self._levels[1])
            sums = [running.of(wider) for running in self._running[1]]
        rated = [self._rated(of_window) for of_window in sums]
        best = 0
        if len(rated) > 1:
            candidates = situation.candidates
            self._favourites[key] = [max(candidates, key=ratings.__getitem__) for _, ratings in rated]
            best = max(range(len(rated)), key=self._records.__getitem__)
        return self._with_values(sums[best], *rated[best])

    def add(self, hand: PlayedHand) -> dict[str, MemberEarnings]:
        """Add a hand that is over; return the imagined earnings of the whole hand by method."""
        places = [*range(len(hand.decisions))]
        parts_by_level = [_parts(hand, aspects) for aspects in self._levels]
        parts: dict[Hashable, list[int]] = {_WHOLE: places}
        for level, parts_of_level in enumerate(parts_by_level):
            parts |= {(level, key): of_key for key, of_key in parts_of_level.items()}
        earned = self._calculator.add(hand, parts) if places else {}
        for level, parts_of_level in enumerate(parts_by_level):
            values = {key: self._series(hand, of_key, earned[level, key]) for key, of_key in parts_of_level.items()}
            for running in self._running[level]:
                running.add(hand.number, values)
            if not level and self._favourites:
                self._update_records(values)
        # Nobody could have changed the outcome of a hand without decisions.
        nobody: MemberEarnings = [hand.outcome] * self._members
        whole = earned.get(_WHOLE, (nobody,) * len(self.methods))
        return dict(zip(self.methods, whole, strict=True))

    def _series(self, hand: PlayedHand, places: Sequence[int], earnings: Sequence[MemberEarnings]) -> Series:
        first, *others = earnings
        known = [value for value in first if value is not None]
        self._spread = max(self._spread, max(known, default=0.0) - min(known, default=0.0))
        if self._only_chosen:
            chosen = {member for place in places for member in hand.decisions[place].chosen}
            first = [value if member in chosen else None for member, value in enumerate(first)]
        if "pot-share" not in self._statistics:
            return (first, *others)
        winnable = hand.pot - hand.invested
        shares = [None if value is None else _pot_share(value, winnable) for value in first]
        return (first, shares, *others)

    def _update_records(self, values: dict[Hashable, Series]) -> None:
        for window in range(len(self._windows)):
            earned = [
                values[key][_WINNINGS][favourites[window]]
                for key, favourites in self._favourites.items()
                if key in values
            ]
            self._records[window] *= _KEPT_OF_RECORD
            self._records[window] += sum(chips for chips in earned if chips is not None)
        self._favourites.clear()

    def _rated(self, sums: WeightedSums | None) -> tuple[Sequence[Sequence[float]], tuple[float, ...]]:
        """The statistics of all members, and their ratings."""
        if sums is None:
            nothing = (0.0,) * self._members
            return [nothing] * len(self._statistics), nothing
        statistics = [_statistic(name, sums) for name in self._statistics]
        return statistics, tuple(self._combined(statistics))

    def _with_values(
        self, sums: WeightedSums | None, statistics: Sequence[Sequence[float]], ratings: tuple[float, ...]
    ) -> Ratings:
        if sums is None:
            values = ((0.0,) * (len(self._statistics) + len(self._watched)),) * self._members
            return Ratings(ratings, values, 0.0, self._spread)
        values = tuple(zip(*statistics, *[sums.means(kind) for kind in self._watched], strict=True))
        return Ratings(ratings, values, max(sums.weights), self._spread)

    def _combined(self, statistics: Sequence[Sequence[float]]) -> list[float]:
        """The weighted sum of the statistics; several are first normalised to [0, 1] over all members (4.2.2)."""
        if len(statistics) == 1:
            return [self._weights[0] * value for value in statistics[0]]
        totals = [0.0] * self._members
        for weight, values in zip(self._weights, map(_normalised, statistics), strict=True):
            for member, value in enumerate(values):
                totals[member] += weight * value
        return totals


def _statistic(name: str, sums: WeightedSums) -> list[float]:
    if name == "deviation":
        return sums.deviations()
    return sums.means(_WINNINGS if name == "winnings" else _POT_SHARE)


def _normalised(values: Sequence[float]) -> list[float]:
    low, high = min(values), max(values)
    is_equal = high - low <= _ROUNDING * max(abs(low), abs(high))
    return [0.0 if is_equal else (value - low) / (high - low) for value in values]


def _pot_share(earned: float, winnable: int) -> float:
    """The share of the pot that was won, without what the team itself had put in; 0 for a loss (4.2.2)."""
    return min(max(earned, 0.0) / winnable, 1.0) if winnable else 0.0


def _key_now(situation: TeamSituation, aspects: Aspects) -> Hashable:
    view = situation.view
    values = {
        "street": view.street,
        "position": view.position,
        "opponents": situation.opponents,
        "answers": answer_kinds(situation.answers) if "answers" in aspects else None,
    }
    return tuple([values[aspect] for aspect in aspects])


def _parts(hand: PlayedHand, aspects: Aspects) -> dict[Hashable, list[int]]:
    """The decisions of a hand by what they have in common."""
    parts: dict[Hashable, list[int]] = {}
    for place in range(len(hand.decisions)):
        parts.setdefault(_key_then(hand, place, aspects), []).append(place)
    return parts


def _key_then(hand: PlayedHand, place: int, aspects: Aspects) -> Hashable:
    decision = hand.decisions[place]
    values = {
        "street": decision.street,
        "position": hand.position,
        "opponents": decision.opponents,
        "answers": decision.kinds,
    }
    return tuple([values[aspect] for aspect in aspects])
