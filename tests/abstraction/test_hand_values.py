"""Hand values: tables, direct computation and a plain twin give the same integers."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from abstraction.few_values import empty_tables
from railbird.abstraction.hand_values import (
    BEST_SCORE,
    RUN_OUTS,
    HandValue,
    HandValues,
    _kernels,
    hand_value,
    load_hand_values,
    open_hand_values,
    value_tables,
    values_path,
)
from railbird.array_files import write_arrays
from railbird.cards import parse_cards
from railbird.cards.isomorphism import HAND, HAND_FLOP, HAND_RIVER, HAND_TURN, index_tables
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.cards.suits import SUIT_PERMUTATIONS
from railbird.equity.metrics import final_strength
from railbird.errors import CardError, GameError, TableError
from twins import peer_value, random_cards

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TURNS = [list(parse_cards(text)) for text in ("Qs Jh 2d 7c", "8c 8d 3c 3d", "KhTh9h2h", "7s7h7d7c")]


def plain_score(hand: Sequence[int], board: Sequence[int]) -> int:
    """Two for each opposing hand that is beaten, one for each that ties, judged one by one."""
    own = peer_value((*hand, *board))
    left = sorted(set(range(52)) - {*hand, *board})
    values = [peer_value((*other, *board)) for other in combinations(left, 2)]
    return sum(2 * (own > value) + (own == value) for value in values)


def test_a_value_is_the_sum_over_all_rivers() -> None:
    rng = np.random.default_rng(1)
    hand, *board = random_cards(rng, 5)
    hand = [hand, board.pop()]
    board = [*board, *random_cards(rng, 1, without=[*hand, *board])]
    scores = [plain_score(hand, [*board, river]) for river in set(range(52)) - {*hand, *board}]
    assert hand_value(hand, board) == HandValue(sum(scores), sum(score**2 for score in scores), 46)


def test_a_value_has_the_moments_of_the_final_strength() -> None:
    for hand, board in [("AhKh", ""), ("AhKh", "Qs Jh 2d"), ("2c7d", "2d 7h 7c Kd"), ("9c9d", "Ah Kh Qh Jh Th")]:
        value, strength = hand_value(hand, board), final_strength(hand, board)
        assert value.run_outs == RUN_OUTS[len(parse_cards(board))]
        assert value.mean == pytest.approx(strength.mean, abs=1e-12)
        assert value.mean_square == pytest.approx(strength.mean_square, abs=1e-12)


def test_extreme_hands() -> None:
    assert hand_value("AhKh", "QhJhTh") == HandValue(1081 * BEST_SCORE, 1081 * BEST_SCORE**2, 1081)
    assert hand_value("2c3d", "AhKhQhJhTh") == HandValue(990, 990**2, 1)
    assert hand_value("2c2d", "AhKsQd9c8h").scores > 0


def hands_on(board: Sequence[int], *, every: int) -> list[tuple[int, int]]:
    """Some of the hands on a board."""
    return list(combinations(sorted(set(range(52)) - set(board)), 2))[::every]


@pytest.mark.deep
@pytest.mark.kernels
def test_the_table_of_the_river_has_the_scores_of_single_hands() -> None:
    tables = empty_tables()
    rng = np.random.default_rng(2)
    boards = [random_cards(rng, 5) for _ in range(4)] + [list(parse_cards("AhKhQhJhTh"))]
    _kernels.write_river_scores(
        np.array(boards, dtype=np.uint8), strength_tables(7), index_tables(2, 5), tables.river_scores
    )
    for board in boards:
        for hand in hands_on(board, every=23):
            assert tables.value(hand, board) == hand_value(hand, board)
        hand = hands_on(board, every=500)[1]
        assert tables.value(hand, board).scores == plain_score(hand, board)


@pytest.mark.deep
@pytest.mark.kernels
def test_the_tables_of_turn_and_flop_have_the_sums_of_single_hands() -> None:
    tables = empty_tables()
    flop = parse_cards("Qs 2h 2d")
    turns = [[*flop, card] for card in range(52) if card not in flop]
    _kernels.write_turn_sums(
        np.array(TURNS + turns, dtype=np.uint8),
        strength_tables(7),
        index_tables(2, 4),
        tables.turn_scores,
        tables.turn_squares,
    )
    for board in TURNS + turns[::8]:
        for hand in hands_on(board, every=101):
            assert tables.value(hand, board) == hand_value(hand, board)
    hands = hands_on(flop, every=1)
    indices = HAND_FLOP.indices(np.array([(*hand, *flop) for hand in hands], dtype=np.uint8))
    for index in np.unique(indices).tolist():
        _kernels.write_flop_sums(
            index,
            index + 1,
            index_tables(2, 3),
            index_tables(2, 4),
            tables.turn_scores,
            tables.turn_squares,
            tables.flop_scores,
            tables.flop_squares,
        )
    for hand in hands[::101]:
        assert tables.value(hand, flop) == hand_value(hand, flop)


def test_values_do_not_depend_on_the_names_of_suits() -> None:
    rng = np.random.default_rng(3)
    for count in (5, 6, 7):
        cards = random_cards(rng, count)
        for permutation in SUIT_PERMUTATIONS[::5].tolist():
            renamed = [card & ~3 | permutation[card & 3] for card in cards]
            assert hand_value(renamed[:2], renamed[2:]) == hand_value(cards[:2], cards[2:])


def test_bad_cards_are_refused() -> None:
    for value in (hand_value, empty_tables().value):
        with pytest.raises(CardError, match="a board has 0, 3, 4 or 5"):
            value("AhKh", "Qs Jh")
        with pytest.raises(CardError, match="Ah"):
            value("AhKh", "Qs Jh Ah")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path))
    return tmp_path


def test_missing_tables_are_none(folder: Path) -> None:
    assert load_hand_values() is None


def test_damaged_tables_are_noticed(folder: Path) -> None:
    write_arrays(values_path(), value_tables.VALUES_FILE, {}, {"river_scores": np.zeros(10, dtype=np.uint16)})
    with pytest.raises(TableError, match="its arrays are not those of the hand values"):
        load_hand_values()
    values_path().write_bytes(values_path().read_bytes()[:-1])
    with pytest.raises(TableError, match="damaged"):
        load_hand_values()


def test_too_little_memory_is_said_before_anything_is_built(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.abstraction.build_cost.available_memory", lambda: 10**8)
    with pytest.raises(GameError, match=r"building the hand values needs .* MB of memory, but 100\.0 MB are free"):
        open_hand_values()
    assert not values_path().exists()


@pytest.mark.deep
def test_the_built_tables_have_the_values_of_single_hands(built_hand_values: HandValues) -> None:
    tables, rng = built_hand_values, np.random.default_rng(4)
    for count in (2, 5, 6, 7):
        for _ in range(30 if count == 2 else 300):
            cards = random_cards(rng, count)
            assert tables.value(cards[:2], cards[2:]) == hand_value(cards[:2], cards[2:])


@pytest.mark.deep
def test_half_of_all_comparisons_are_won_on_every_street(built_hand_values: HandValues) -> None:
    tables = built_hand_values
    streets = [
        (HAND, tables.preflop_scores, 0),
        (HAND_FLOP, tables.flop_scores, 3),
        (HAND_TURN, tables.turn_scores, 4),
        (HAND_RIVER, tables.river_scores, 5),
    ]
    for index, scores, board_cards in streets:
        total = deals = 0
        for start in range(0, index.size, 10_000_000):
            part = np.arange(start, min(start + 10_000_000, index.size))
            sizes = index.class_sizes(part)
            total += int(sizes @ scores[part].astype(np.int64))
            deals += int(sizes.sum())
        assert 2 * total == deals * RUN_OUTS[board_cards] * BEST_SCORE
