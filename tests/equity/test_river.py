"""All hands on a full board at once, against one hand at a time and against a plain twin."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from railbird.cards import parse_cards
from railbird.cards.strength import strengths
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.equity.exact import count_against_random
from railbird.equity.river._kernels import CARDS_LEFT, HANDS_ON_BOARD, count_all_hands, score_hands, sort_hands
from twins import disjoint, peer_value, random_cards

if TYPE_CHECKING:
    from numpy.typing import NDArray

TEXTURES = [
    "9h6h2hQh4h",
    "KdJd7d3d2s",
    "AsTs4d8c8s",
    "Kc9d5h2sJc",
    "QcQd7s7hTc",
    "8c8d8hKs2d",
    "8c8d8hKsKd",
    "5c5d5h5s9d",
    "9c8d7h6s5c",
    "Ah2c3d4sKh",
    "AsKsQsJsTs",
    "2c2d3c3d4c",
]


def boards() -> list[list[int]]:
    rng = np.random.default_rng(1)
    return [list(parse_cards(text)) for text in TEXTURES] + [random_cards(rng, 5) for _ in range(12)]


QUICK = 10
every_board = pytest.mark.parametrize(
    "board",
    [pytest.param(board, marks=pytest.mark.deep if place >= QUICK else ()) for place, board in enumerate(boards())],
    ids=lambda board: "-".join(map(str, board)),
)


class Sorted(NamedTuple):
    hands: list[tuple[int, int]]
    strengths: NDArray[np.uint16]
    counts: NDArray[np.int64]
    scores: NDArray[np.uint16]


def swept(board: list[int]) -> Sorted:
    """Every hand on the board, the weakest first, with its counts."""
    cards = np.empty(CARDS_LEFT, dtype=np.uint8)
    hands = np.empty((HANDS_ON_BOARD, 2), dtype=np.uint8)
    values = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    counts = np.full((HANDS_ON_BOARD, 5), -1, dtype=np.int64)
    sort_hands(np.array(board, dtype=np.uint8), strength_tables(7), cards, hands, values)
    count_all_hands(hands, values, counts)
    scores = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    score_hands(hands, values, scores)
    assert cards.tolist() == sorted(set(range(52)) - set(board))
    return Sorted([tuple(hand) for hand in cards[hands].tolist()], values, counts, scores)


@pytest.mark.kernels
@every_board
def test_the_hands_on_a_board_are_all_there_and_sorted_by_strength(board: list[int]) -> None:
    sweep = swept(board)
    assert sorted(sweep.hands) == list(combinations(sorted(set(range(52)) - set(board)), 2))
    assert (np.diff(sweep.strengths.astype(np.int64)) >= 0).all()
    seven = np.array([(*hand, *board) for hand in sweep.hands], dtype=np.uint8)
    assert np.array_equal(sweep.strengths, strengths(seven))


@pytest.mark.kernels
@every_board
def test_the_counts_of_all_hands_equal_those_of_a_judge_of_every_pair(board: list[int]) -> None:
    sweep = swept(board)
    values = np.array([peer_value((*hand, *board)) for hand in sweep.hands])
    apart = disjoint(sweep.hands)
    beaten = (values < values[:, np.newaxis]) * apart  # by hand and opposing hand
    tied = (values == values[:, np.newaxis]) * apart
    both_beaten = beaten @ apart
    expected = [
        beaten.sum(axis=1),
        tied.sum(axis=1),
        (both_beaten * beaten).sum(axis=1),
        2 * (both_beaten * tied).sum(axis=1),
        ((tied @ apart) * tied).sum(axis=1),
    ]
    assert np.array_equal(sweep.counts, np.stack(expected, axis=1))
    assert np.array_equal(sweep.scores, 2 * expected[0] + expected[1])


@pytest.mark.kernels
@every_board
def test_the_counts_of_all_hands_equal_those_of_one_hand_at_a_time(board: list[int]) -> None:
    sweep = swept(board)
    for hand, counts in zip(sweep.hands[::20], sweep.counts.tolist()[::20], strict=True):
        assert count_against_random(hand, board, opponents=1).shared == tuple(counts[:2])
        assert count_against_random(hand, board, opponents=2).shared == tuple(counts[2:])


@every_board
def test_half_of_all_pairs_of_hands_are_won(board: list[int]) -> None:
    wins, ties, *_ = swept(board).counts.sum(axis=0).tolist()
    assert 2 * wins + ties == HANDS_ON_BOARD * 990
