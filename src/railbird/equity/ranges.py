"""Ranges: the hands that a player may hold, each with a weight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from railbird.cards.card import as_cards, format_cards
from railbird.cards.hands import CLASS_COUNT, CLASS_OF_HAND, HAND_COUNT, HAND_MASKS, format_hand, hand_index
from railbird.equity.range_parsing import parse_weights, strongest_hands
from railbird.equity.range_printing import format_grid, format_weights
from railbird.errors import RangeError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from railbird.cards.card import Card


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Range:
    """An immutable, non-empty set of weighted hands.

    `weights` has a number for each of the 1,326 hands: above 0 and at most 1 for a hand in the range, 0 for all
    others. `str` formats the range in its shortest notation, which `Range.parse` reads back.
    """

    weights: NDArray[np.float64]

    def __post_init__(self) -> None:
        # Adding zero turns -0.0 into 0.0, so that equal ranges have equal bytes and therefore equal hashes.
        weights = np.array(self.weights, dtype=np.float64) + 0.0
        _check_weights(weights)
        weights.flags.writeable = False
        object.__setattr__(self, "weights", weights)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a range: `22+, A5s-A2s, KTo+:0.5, JTs-54s, AsKh`, `random` or `top 15%`."""
        return cls(parse_weights(text))

    @classmethod
    def of_hands(cls, hands: Iterable[int | str]) -> Self:
        """The range of the hands with these numbers, each with a weight of 1."""
        weights = np.zeros(HAND_COUNT)
        for given in hands:
            hand = _hand_number(given) if isinstance(given, str) else given
            if not 0 <= hand < HAND_COUNT:
                raise RangeError(f"there is no hand {hand}: hands are numbered from 0 (2c2d) to 1325 (AhAs)")
            weights[hand] = 1.0
        return cls(weights)

    @classmethod
    def random(cls) -> Self:
        """All 1,326 hands."""
        return cls(np.ones(HAND_COUNT))

    @classmethod
    def top(cls, fraction: float) -> Self:
        """The classes with the highest equity against one random hand that fit within a fraction of all hands."""
        return cls.of_hands(strongest_hands(fraction).tolist())

    @property
    def combos(self) -> float:
        """The sum of the weights."""
        return float(self.weights.sum())

    def hands(self) -> NDArray[np.intp]:
        """The numbers of the hands in the range, ascending."""
        return (self.weights > 0).nonzero()[0]

    def without(self, cards: str | Iterable[Card]) -> Self:
        """The range without the hands that contain a dead card; raise RangeError if no hand is left."""
        dead = as_cards(cards)
        weights = self.weights * (HAND_MASKS & np.uint64(sum(1 << card for card in dead)) == 0)
        if not weights.any():
            raise RangeError(f"no hand of {self} is left when {format_cards(dead, separator=' ')} are dead")
        weights.flags.writeable = False
        left = object.__new__(type(self))  # the weights need no check: they are those of a range
        object.__setattr__(left, "weights", weights)
        return left

    def grid(self) -> NDArray[np.float64]:
        """The mean weight of each class as a 13 x 13 grid: aces first, suited above the diagonal, offsuit below."""
        sums = np.bincount(CLASS_OF_HAND, weights=self.weights, minlength=CLASS_COUNT)
        return (sums / np.bincount(CLASS_OF_HAND)).reshape(13, 13)

    def format_grid(self) -> str:
        """The grid as plain text: names for full classes, percentages for partial classes, dots for the others."""
        return format_grid(self.grid())

    def __len__(self) -> int:
        return int(np.count_nonzero(self.weights))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return np.array_equal(self.weights, other.weights)

    def __hash__(self) -> int:
        return hash(self.weights.tobytes())

    def __str__(self) -> str:
        return format_weights(self.weights)

    def __repr__(self) -> str:
        return f"Range.parse({str(self)!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[NDArray[np.float64]]]:
        # Unpickling goes through the constructor, because an unpickled array would be writable.
        return type(self), (self.weights,)


def _hand_number(text: str) -> int:
    cards = as_cards(text)
    if len(cards) != 2:
        raise RangeError(f"no hand {text!r}: a hand is two cards, like AhKh")
    return hand_index(*cards)


def _check_weights(weights: NDArray[np.float64]) -> None:
    if weights.shape != (HAND_COUNT,):
        raise RangeError(f"weights of shape {weights.shape}: a range has a weight for each of {HAND_COUNT} hands")
    # The condition is negated to catch NaN, for which no comparison is true.
    wrong = np.flatnonzero(~((weights >= 0) & (weights <= 1)))
    if len(wrong) > 0:
        hand = int(wrong[0])
        raise RangeError(
            f"{format_hand(hand)} has the weight {float(weights[hand])}: "
            "a weight is above 0 and at most 1, or 0 for a hand outside the range"
        )
    if not weights.any():
        raise RangeError("empty range: at least one hand needs a weight above 0")
