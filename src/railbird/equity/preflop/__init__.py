"""The shipped preflop tables: the 169 classes against 1 to 9 random opponents, and every hand against every other.

The counts are exact against one and two opponents and for hand against hand, and sampled against three to nine
opponents. `railbird.equity.preflop.build` makes the tables. Reading them needs no compiled code.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.hands import CLASS_OF_HAND, HAND_COUNT, hands_in_class
from railbird.cards.suits import renamed_hands

if TYPE_CHECKING:
    from numpy.typing import NDArray

RANDOM_FILE = Path(__file__).parent / "against_random.npz"
MATCHUP_FILE = Path(__file__).parent / "matchups.npz"
STANDARD_ERROR = 0.0002
"""The largest standard error of the sampled equities."""
BOARDS = 1_712_304
"""The number of boards that two known hands leave possible."""
EXACT_OPPONENTS = (1, 2)


@cache
def counts_against_random(opponents: int) -> NDArray[np.int64]:
    """Deals of each class that were lost, won alone, shared by two players, by three, and so on."""
    with np.load(RANDOM_FILE) as stored:
        counts: NDArray[np.int64] = stored[str(opponents)]
        return counts


def class_equities(opponents: int) -> NDArray[np.float64]:
    """Equity of each class against `opponents` random hands."""
    return _means(counts_against_random(opponents))


def class_standard_errors(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Standard error of the sampled equity of each class."""
    shares = _shares(counts)
    totals = counts.sum(axis=1)
    squares = counts @ shares**2 / totals
    return np.asarray(np.sqrt((squares - _means(counts) ** 2) / totals))


def _shares(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """The share of the pot of a loser, then of one of 1, 2, ... winners."""
    return np.array([0.0, *(1 / np.arange(1, counts.shape[1]))])


def _means(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.asarray(counts @ _shares(counts) / counts.sum(axis=1))


@cache
def strongest_classes() -> tuple[int, ...]:
    """The 169 classes by descending equity against one random hand."""
    order = np.argsort(-class_equities(1), kind="stable")
    return tuple(order.tolist())


def representative(hand_class: int) -> int:
    """The hand that represents a class: its first."""
    return int(hands_in_class(hand_class)[0])


@cache
def matchups() -> NDArray[np.uint32]:
    """For each pair of hands, the boards on which the first wins and on which both tie; 0 if they share a card."""
    with np.load(MATCHUP_FILE) as stored:
        by_class: NDArray[np.uint32] = stored["matchups"]
    table = np.empty((HAND_COUNT, HAND_COUNT, 2), dtype=np.uint32)
    for hand in range(HAND_COUNT):
        hand_class = int(CLASS_OF_HAND[hand])
        isomorphic = next(numbers for numbers in renamed_hands() if numbers[hand] == representative(hand_class))
        table[hand] = by_class[hand_class, isomorphic]
    return table
