"""Build the shipped preflop tables: `python -m railbird.equity.preflop.build` writes them, in about ten minutes.

The 169 classes against one and two random opponents are exact, against three to nine opponents sampled to a
standard error of at most 0.0002; every hand against every other hand is exact.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.hands import CLASS_COUNT, CLASS_OF_HAND, HAND_CARDS, HAND_COUNT, hand_numbers
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.cards.suits import SUIT_PERMUTATIONS, renamed
from railbird.equity.exact import count_against_random, count_known_hands
from railbird.equity.preflop import (
    MATCHUP_FILE,
    RANDOM_FILE,
    STANDARD_ERROR,
    class_standard_errors,
    representative,
)
from railbird.equity.preflop._kernels import sample_classes
from railbird.files import written_whole
from railbird.rng import kernel_state

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEED = 2026
# Two players with the same class in one deal are not independent, which makes the true error 0.5 % larger.
_TARGET = 0.975 * STANDARD_ERROR
_CHUNK = 10_000_000
_log = logging.getLogger(__name__)


def build_against_random() -> dict[str, NDArray[np.int64]]:
    """The counts against each number of opponents, by name of the array."""
    arrays: dict[str, NDArray[np.int64]] = {}
    for opponents in (1, 2):
        counts = [
            count_against_random(HAND_CARDS[representative(c)].tolist(), opponents=opponents)
            for c in range(CLASS_COUNT)
        ]
        lost = [outcome.total - sum(outcome.shared) for outcome in counts]
        arrays[str(opponents)] = np.column_stack([lost, [outcome.shared for outcome in counts]])
        _log.info("exact against %d", opponents)
    for opponents in range(3, 10):
        arrays[str(opponents)] = _sample_against_random(opponents)
        _log.info("sampled against %d", opponents)
    return arrays


def _sample_against_random(opponents: int) -> NDArray[np.int64]:
    shared = np.zeros((CLASS_COUNT, opponents + 2), dtype=np.int64)
    state = kernel_state(SEED, opponents)
    while not shared.any() or class_standard_errors(shared).max() > _TARGET:
        sample_classes(opponents + 1, _CHUNK, state, CLASS_OF_HAND, strength_tables(7), shared)
    return shared


def build_matchups() -> NDArray[np.uint32]:
    """Wins and ties of each class's representative against every hand, over all boards; 0 if they share a card."""
    table = np.zeros((CLASS_COUNT, HAND_COUNT, 2), dtype=np.uint32)
    for hand_class in range(CLASS_COUNT):
        hand = HAND_CARDS[representative(hand_class)]
        known: dict[int, tuple[int, ...]] = {}
        for other in range(HAND_COUNT):
            if np.isin(HAND_CARDS[other], hand).any():
                continue
            canonical = min(_isomorphic_opponents(hand, HAND_CARDS[other]))
            if canonical not in known:
                known[canonical] = count_known_hands([hand.tolist(), HAND_CARDS[other].tolist()])[0].shared
            table[hand_class, other] = known[canonical]
        _log.info("matchups of class %d", hand_class)
    return table


def _isomorphic_opponents(hand: NDArray[np.uint8], other: NDArray[np.uint8]) -> list[int]:
    """The numbers of the hands equivalent to `other` under the suit permutations that preserve `hand`."""
    fixing = [p for p in SUIT_PERMUTATIONS if set(renamed(hand, p).tolist()) == set(hand.tolist())]
    return [int(number) for number in hand_numbers(np.array([renamed(other, p) for p in fixing]))]


def main() -> None:
    logging.basicConfig(level=logging.INFO)
    matchups = build_matchups()
    against_random = build_against_random()
    with written_whole(MATCHUP_FILE) as file:
        np.savez_compressed(file, matchups=matchups)
    with written_whole(RANDOM_FILE) as file:
        np.savez_compressed(file, **against_random)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
