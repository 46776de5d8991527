"""The 7,462 strength classes of poker hands, from 7-5-4-3-2 to the royal flush, and their names."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from railbird.cards.card import RANKS
from railbird.errors import CardError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ACE = 12
FIVE = 3
CLASS_COUNT = 7462


class Category(IntEnum):
    """The nine hand categories; the higher wins."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


class HandClass(NamedTuple):
    """The category of a hand, and its ranks in the order in which ties are broken."""

    category: Category
    ranks: tuple[int, ...]


def best_without_flush(ranks: Iterable[int]) -> HandClass:
    """The best class that five or more cards with these ranks make without a flush."""
    counts = Counter(ranks)
    by_count = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    first, *others = by_count
    pairs = [rank for rank in by_count if counts[rank] >= 2]
    top = straight_top(counts)
    if counts[first] == 4:
        return HandClass(Category.FOUR_OF_A_KIND, (first, max(others)))
    if counts[first] == 3 and len(pairs) > 1:
        return HandClass(Category.FULL_HOUSE, (first, max(pairs[1:])))
    if top is not None:
        return HandClass(Category.STRAIGHT, (top,))
    if counts[first] == 3:
        return HandClass(Category.THREE_OF_A_KIND, (first, *_highest(others, 2)))
    if len(pairs) > 1:
        high, low = pairs[:2]
        return HandClass(Category.TWO_PAIR, (high, low, max(set(by_count) - {high, low})))
    if pairs:
        return HandClass(Category.PAIR, (first, *_highest(others, 3)))
    return HandClass(Category.HIGH_CARD, _highest(by_count, 5))


def best_flush(ranks: Iterable[int]) -> HandClass:
    """The best class that five or more cards of one suit with these ranks make."""
    ranks = set(ranks)
    top = straight_top(ranks)
    if top is not None:
        return HandClass(Category.STRAIGHT_FLUSH, (top,))
    return HandClass(Category.FLUSH, _highest(ranks, 5))


def straight_top(ranks: Iterable[int]) -> int | None:
    """The highest rank of the best straight in these ranks, or None; an ace also counts below a deuce."""
    present = set(ranks)
    for top in range(ACE, FIVE, -1):
        if all(rank in present for rank in range(top - 4, top + 1)):
            return top
    return FIVE if {ACE, 0, 1, 2, FIVE} <= present else None


def _highest(ranks: Iterable[int], count: int) -> tuple[int, ...]:
    return tuple(sorted(ranks, reverse=True)[:count])


def rank_multisets(size: int) -> Iterator[tuple[int, ...]]:
    """All multisets of `size` ranks in ascending order, with no rank more than four times."""
    for ranks in combinations_with_replacement(range(13), size):
        if all(ranks[i] != ranks[i + 4] for i in range(size - 4)):
            yield ranks


@cache
def hand_classes() -> tuple[HandClass, ...]:
    """All classes, weakest first: the class of strength s is at index s - 1."""
    classes = {best_without_flush(ranks) for ranks in rank_multisets(5)}
    classes |= {best_flush(ranks) for ranks in combinations(range(13), 5)}
    return tuple(sorted(classes))


def category(strength: int) -> Category:
    """The category of a strength."""
    return _class_of(strength).category


def describe(strength: int) -> str:
    """Describe a strength in words: `two pair, aces and kings, queen kicker`."""
    kind, ranks = _class_of(strength)
    first, last = ranks[0], ranks[-1]
    match kind:
        case Category.STRAIGHT_FLUSH:
            return "royal flush" if first == ACE else f"straight flush, {_NAMES[first]} high"
        case Category.FOUR_OF_A_KIND:
            return f"four of a kind, {_plural(first)}, {_NAMES[last]} kicker"
        case Category.FULL_HOUSE:
            return f"full house, {_plural(first)} full of {_plural(last)}"
        case Category.FLUSH:
            return f"flush, {_listed(ranks)} high"
        case Category.STRAIGHT:
            return f"straight, {_NAMES[first]} high"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {_plural(first)}, {_listed(ranks[1:])} kickers"
        case Category.TWO_PAIR:
            return f"two pair, {_plural(first)} and {_plural(ranks[1])}, {_NAMES[last]} kicker"
        case Category.PAIR:
            return f"pair of {_plural(first)}, {_listed(ranks[1:])} kickers"
        case _:
            return f"high card, {_listed(ranks)}"


def _class_of(strength: int) -> HandClass:
    if not 1 <= strength <= CLASS_COUNT:
        raise CardError(f"no hand has the strength {strength}: strengths run from 1 (weakest) to {CLASS_COUNT}")
    return hand_classes()[strength - 1]


_NAMES = (
    "deuce",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)


def _plural(rank: int) -> str:
    return "sixes" if _NAMES[rank] == "six" else f"{_NAMES[rank]}s"


def _listed(ranks: tuple[int, ...]) -> str:
    return "-".join(RANKS[rank] for rank in ranks)
