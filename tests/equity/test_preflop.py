"""The shipped preflop tables: 169 hands against 1 to 9 random opponents, and every hand against every other."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from railbird.cards.hands import CLASS_COUNT, CLASS_OF_HAND, HAND_CARDS, HAND_COUNT, hands_in_class, parse_class
from railbird.equity.exact import count_known_hands
from railbird.equity.preflop import (
    BOARDS,
    STANDARD_ERROR,
    class_equities,
    class_standard_errors,
    counts_against_random,
    matchups,
    strongest_classes,
)

CLASS_SIZES = np.bincount(CLASS_OF_HAND)
ALL_OPPONENTS = range(1, 10)


@pytest.fixture(scope="module")
def clash() -> np.ndarray:
    """By two hands: whether they share a card."""
    return (HAND_CARDS[:, np.newaxis, :, np.newaxis] == HAND_CARDS[:, np.newaxis, :]).any(axis=(2, 3))


@pytest.mark.parametrize(("opponents", "expected"), [(1, 0.852037), (2, 0.734352)])
def test_aces(opponents: int, expected: float) -> None:
    assert round(class_equities(opponents)[parse_class("AA")], 6) == expected


@pytest.mark.parametrize(("opponents", "cases"), [(1, comb(45, 2)), (2, comb(45, 2) * comb(43, 2))])
def test_exact_tables_count_every_case(opponents: int, cases: int) -> None:
    counts = counts_against_random(opponents)
    assert counts.shape == (CLASS_COUNT, opponents + 2)
    assert (counts.sum(axis=1) == comb(50, 5) * cases).all()


@pytest.mark.parametrize("opponents", range(3, 10))
def test_sampled_tables_are_as_precise_as_stated(opponents: int) -> None:
    counts = counts_against_random(opponents)
    assert counts.shape == (CLASS_COUNT, opponents + 2)
    assert STANDARD_ERROR == 0.0002
    assert (class_standard_errors(counts) <= STANDARD_ERROR).all()
    # Its share of the pot lies between 0 and 1, so its variance is at most p (1 - p) of the mean p.
    means = class_equities(opponents)
    assert (class_standard_errors(counts) <= np.sqrt(means * (1 - means) / counts.sum(axis=1))).all()


def test_equities_fall_with_every_opponent() -> None:
    by_opponents = np.array([class_equities(opponents) for opponents in ALL_OPPONENTS])
    assert (np.diff(by_opponents, axis=0) < 0).all()


@pytest.mark.parametrize("opponents", ALL_OPPONENTS)
def test_all_hands_together_have_their_fair_share(opponents: int) -> None:
    mean = CLASS_SIZES @ class_equities(opponents) / HAND_COUNT
    assert mean == pytest.approx(1 / (opponents + 1), abs=1e-12 if opponents <= 2 else STANDARD_ERROR)


def test_the_strongest_classes_come_first() -> None:
    order = strongest_classes()
    assert sorted(order) == list(range(CLASS_COUNT))
    assert order[:3] == tuple(parse_class(name) for name in ("AA", "KK", "QQ"))
    assert order[-1] == parse_class("32o")
    assert (np.diff(class_equities(1)[list(order)]) <= 0).all()


def test_what_one_hand_wins_the_other_loses(clash: np.ndarray) -> None:
    wins, ties = matchups().astype(np.int64).transpose(2, 0, 1)
    assert ((wins + wins.T + ties)[~clash] == BOARDS).all()
    assert (ties == ties.T).all()
    assert (wins[clash] == 0).all()
    assert (ties[clash] == 0).all()
    assert (wins[~clash] > 0).all()


def test_matchups_equal_the_computation(clash: np.ndarray) -> None:
    rng = np.random.default_rng(169)
    possible = np.argwhere(~clash)
    for first, second in possible[rng.choice(len(possible), 200, replace=False)]:
        counts = count_known_hands([HAND_CARDS[first].tolist(), HAND_CARDS[second].tolist()])
        assert matchups()[first, second].tolist() == list(counts[0].shared)
        assert counts[0].total == BOARDS


def test_matchups_add_up_to_the_table_against_one_random_hand() -> None:
    sums = matchups().sum(axis=1, dtype=np.int64)
    for hand_class in range(CLASS_COUNT):
        for hand in hands_in_class(hand_class):
            assert sums[hand].tolist() == counts_against_random(1)[hand_class, 1:].tolist()
    equities = sums @ [1, 0.5] / (BOARDS * comb(50, 2))
    assert equities == pytest.approx(class_equities(1)[CLASS_OF_HAND], abs=1e-12)
