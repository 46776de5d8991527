"""The kernels that collect weighted values by parent bucket, each against a plain twin."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from railbird.abstraction.equal_parts._kernels import group_keys
from railbird.abstraction.percentile import _kernels
from railbird.cards import parse_cards
from railbird.cards.hands import hand_index
from railbird.cards.isomorphism import HAND_FLOP, HAND_TURN, index_tables
from railbird.cards.strength import strengths
from railbird.cards.strength.evaluator_tables import strength_tables
from twins import disjoint

FLOP, TURN = index_tables(2, 3), index_tables(2, 4)
HANDS = 1326
pytestmark = [pytest.mark.kernels, pytest.mark.deep]


def random_array(size: int, below: int, kind: type, *, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(below, size=size).astype(kind)


def key(parent: int, value: int, weight: int) -> int:
    return parent << 37 | value << 5 | weight


def test_keys_and_classes_on_the_flop() -> None:
    squares = random_array(HAND_FLOP.size, 2**32, np.uint32, seed=1)
    buckets = random_array(HANDS, 4, np.int32, seed=2)
    borders = np.sort(random_array(12, 2**32, np.uint32, seed=3).reshape(4, 3), axis=1)
    keys, classes = np.zeros(HAND_FLOP.size, dtype=np.uint64), np.zeros(HAND_FLOP.size, dtype=np.int32)
    start = 500_000
    _kernels.write_flop_keys(start, start + 200, squares, buckets, FLOP, keys)
    _kernels.write_flop_classes(start, start + 200, squares, buckets, borders, FLOP, classes)
    sizes = HAND_FLOP.class_sizes(np.arange(HAND_FLOP.size))
    for index in range(start, start + 200):
        parent, value = int(buckets[hand_index(*HAND_FLOP.cards(index)[:2])]), int(squares[index])
        assert keys[index] == key(parent, value, int(sizes[index]))
        assert classes[index] == 4 * parent + sum(value >= border for border in borders[parent].tolist())
    assert not keys[:start].any()
    assert not keys[start + 200 :].any()


def test_keys_on_the_turn_have_every_card_as_the_turn() -> None:
    squares = random_array(HAND_TURN.size, 2**28, np.uint32, seed=4)
    parents = random_array(HAND_FLOP.size, 100, np.int32, seed=5)
    start, count = 7_000_000, 100
    keys = np.zeros(4 * (start + count), dtype=np.uint64)
    _kernels.write_turn_keys(start, start + count, squares, parents, FLOP, TURN, keys)
    sizes = HAND_TURN.class_sizes(np.arange(start, start + count))
    for place, index in enumerate(range(start, start + count)):
        *hand, first, second, third, fourth = HAND_TURN.cards(index)
        board = {first, second, third, fourth}
        expected = [
            key(int(parents[HAND_FLOP.index([*hand, *(board - {turn})])]), int(squares[index]), int(sizes[place]))
            for turn in board
        ]
        assert sorted(keys[4 * index : 4 * index + 4].tolist()) == sorted(expected)


def test_sorted_keys_are_grouped_by_value() -> None:
    rng = np.random.default_rng(6)
    pairs = [
        (int(value), int(weight))
        for value, weight in zip(rng.integers(50, size=400), rng.integers(1, 25, size=400), strict=True)
    ]
    keys = np.sort(np.array([key(3, value, weight) for value, weight in pairs], dtype=np.uint64))
    values, weights = np.zeros(400, dtype=np.int64), np.zeros(400, dtype=np.int64)
    count = group_keys(keys, values, weights)
    expected: Counter[int] = Counter()
    for value, weight in pairs:
        expected[value] += weight
    assert list(zip(values[:count].tolist(), weights[:count].tolist(), strict=True)) == sorted(expected.items())
    assert group_keys(keys[:0], values, weights) == 0


def plain_scores(board: list[int]) -> dict[tuple[int, int], int]:
    """The score of every hand on a river board, each compared with each."""
    hands = list(combinations(sorted(set(range(52)) - set(board)), 2))
    own = strengths(np.array([(*hand, *board) for hand in hands], dtype=np.uint8)).astype(np.int64)
    signs = np.sign(own[:, None] - own)
    scores = ((1 + signs) * disjoint(hands)).sum(axis=1).astype(np.int64)
    return dict(zip(hands, scores.tolist(), strict=True))


def test_scores_on_the_river_are_counted_by_class_on_the_turn() -> None:
    squares = random_array(HAND_TURN.size, 2**28, np.uint32, seed=7)
    parents = random_array(HAND_FLOP.size, 6, np.int32, seed=8)
    borders = np.sort(random_array(12, 2**28, np.uint32, seed=9).reshape(6, 2), axis=1)
    board = list(parse_cards("Qs Jh Qd 7c"))
    histogram = np.zeros((18, 1981), dtype=np.int64)
    _kernels.add_river_scores(
        np.array([board], dtype=np.uint8),
        np.array([12]),
        squares,
        parents,
        borders,
        strength_tables(7),
        FLOP,
        TURN,
        histogram,
    )
    expected = np.zeros_like(histogram)
    classes = {}
    for hand in combinations(sorted(set(range(52)) - set(board)), 2):
        value = int(squares[HAND_TURN.index([*hand, *board])])
        for turn in board:
            parent = int(parents[HAND_FLOP.index([*hand, *(card for card in board if card != turn)])])
            bucket = sum(value >= border for border in borders[parent].tolist())
            classes[hand, turn] = 3 * parent + bucket
    for river in set(range(52)) - set(board):
        for hand, score in plain_scores([*board, river]).items():
            for turn in board:
                expected[classes[hand, turn], score] += 12
    assert np.array_equal(histogram, expected)
    assert histogram.sum() == 12 * 4 * 48 * 1081
