"""Weighted lists of hands with draws in constant time: Walker's alias method (1977)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.cards.hands import HAND_CARDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.cards import Card
    from railbird.equity.ranges import Range


class HandLists(NamedTuple):
    """The lists of all players, one after another."""

    starts: NDArray[np.int64]
    """The start of each player's list, and the end of the last."""
    cards: NDArray[np.uint8]
    """The two cards of each hand."""
    keep: NDArray[np.float64]
    """The probability of keeping a hand that was drawn uniformly."""
    instead: NDArray[np.int64]
    """The hand of the list to take otherwise (its alias)."""


def hand_lists(ranges: Sequence[Range]) -> HandLists:
    """The lists from which each player's hands are drawn in proportion to their weights."""
    aliases = [_alias(spread.weights[spread.hands()]) for spread in ranges]
    hands = [spread.hands() for spread in ranges]
    return HandLists(
        starts=np.cumsum([0, *map(len, hands)]),
        cards=HAND_CARDS[np.concatenate([*hands, np.empty(0, dtype=np.int64)])],
        keep=np.concatenate([*(keep for keep, _ in aliases), np.empty(0)]),
        instead=np.concatenate([*(instead for _, instead in aliases), np.empty(0, dtype=np.int64)]),
    )


def cards_of_known_hands(lists: HandLists) -> list[Card]:
    """The cards of the players whose lists have one hand."""
    known = lists.starts[:-1][np.diff(lists.starts) == 1]
    cards: list[Card] = lists.cards[known].ravel().tolist()
    return cards


def _alias(weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The probability of keeping each entry, and its alias: an entry with too much probability gives some away."""
    share = weights / weights.mean()
    keep = np.ones(len(share))
    instead = np.arange(len(share))
    short = [i for i in range(len(share)) if share[i] < 1]
    over = [i for i in range(len(share)) if share[i] > 1]
    while short and over:
        poor, rich = short.pop(), over[-1]
        keep[poor] = share[poor]
        instead[poor] = rich
        share[rich] -= 1 - share[poor]
        if share[rich] < 1:
            short.append(over.pop())
        elif share[rich] == 1:
            over.pop()
    return keep, instead
