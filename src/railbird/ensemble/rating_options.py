"""The options of ratings: which earnings, which statistics of them, over which hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from railbird.ensemble.earnings import REWARDS, method_named
from railbird.errors import BotError
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

STATISTICS = ("winnings", "pot-share", "deviation")
"""Average winnings, average share of the pot won, and the standard deviation of winnings (Thiel 2013, 4.2.2)."""
ASPECTS = ("street", "position", "opponents", "answers", "chosen")
"""By what earlier hands may be selected, so that they resemble the present situation (Thiel 2013, 3.3.5)."""


@dataclass(frozen=True)
class RatingOptions:
    """How members are rated. In a spec, words and numbers of a list are joined by `+`."""

    earnings: str = "combined"
    """The method by which earnings are imagined."""
    watched: str | Sequence[str] = ()
    """Further methods, which are computed and logged without deciding anything."""
    reward: str = "decisions"
    """How the outcome of a hand is shared among its decisions."""
    statistics: str | Sequence[str] = "winnings"
    weights: float | Sequence[float] = ()
    """The weight of each statistic in the rating (default: 1 each)."""
    by: str | Sequence[str] = "street"
    """Aspects of the present situation that a hand must share to count."""
    window: int | Sequence[int] = 0
    """Number of hands that count, the last ones of the match; 0 for all. Of several windows the best is used."""
    half_time: float = 0
    """Hands after which the weight of a hand is half; 0 for the same weight for all."""
    fewest: int = 0
    """With fewer hands against the same opponents, hands against any opponents count."""

    def __post_init__(self) -> None:
        for name in (self.earnings, *words(self.watched)):
            method_named(name)
        _check_words("statistics", words(self.statistics), STATISTICS)
        _check_words("by", words(self.by), ASPECTS)
        _check_words("reward", (self.reward,), REWARDS)
        for window in windows(self.window):
            if not isinstance(window, int) or window < 0:
                raise BotError(f"window={window}: give a whole number of hands, or 0 for all hands")
        if not _is_number(self.half_time) or self.half_time < 0:
            raise BotError(f"half_time={self.half_time}: give a number of hands above 0, or 0 for equal weights")
        if not isinstance(self.fewest, int) or self.fewest < 0:
            raise BotError(f"fewest={self.fewest}: give a whole number of hands, at least 0")
        if self.fewest and "opponents" not in words(self.by):
            raise BotError(f"fewest={self.fewest}: it needs hands by opponents: write by=street+opponents")
        given = len(self.statistic_weights)
        if given != len(words(self.statistics)) or not all(map(_is_number, self.statistic_weights)):
            raise BotError(
                f"weights={self.weights}: give a number for each of the {len(words(self.statistics))} statistics"
            )

    @property
    def statistic_weights(self) -> tuple[float, ...]:
        """The weight of each statistic."""
        if not isinstance(self.weights, Sequence):
            return (self.weights,)
        return tuple(self.weights) or (1.0,) * len(words(self.statistics))


def words(value: str | Sequence[str]) -> tuple[str, ...]:
    """A list of words, which a spec joins by `+`."""
    if isinstance(value, str):
        return tuple(value.split("+")) if value else ()
    return tuple(value) if isinstance(value, Sequence) else (value,)


def windows(value: int | Sequence[int]) -> tuple[int, ...]:
    """The lengths of one or more windows."""
    return tuple(value) if isinstance(value, Sequence) else (value,)


def _check_words(option: str, given: Sequence[str], known: Iterable[str]) -> None:
    for word in given:
        if word not in known:
            raise BotError(f"{option}={word}: {nearest(str(word), known)}")
    if not given and option != "by":
        raise BotError(f"{option} is empty: give one of {', '.join(known)}")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
