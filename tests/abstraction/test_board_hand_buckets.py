"""Board buckets times hand buckets: textures and classes against plain twins, classes with and without tables."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abstraction.few_values import empty_tables
from abstraction.street_rules import NO_LIMIT, check_boards, check_deals, without_tables
from railbird.abstraction import BoardHandBuckets
from railbird.abstraction.board_hand import _kernels, texture_building
from railbird.abstraction.board_hand.rounds import later_rounds
from railbird.abstraction.hand_values import hand_value
from railbird.cards import parse_cards
from railbird.cards.hands import hand_index
from railbird.cards.isomorphism import FLOP, HAND, HAND_FLOP, HAND_RIVER, HAND_TURN, RIVER, TURN, index_tables
from railbird.cards.suits import SUIT_PERMUTATIONS
from railbird.errors import GameError
from railbird.games import game_named
from twins import random_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

HANDS = 1326


def longest_suit(cards: Sequence[int]) -> int:
    return max(sum(card % 4 == suit for card in cards) for suit in range(4))


def plain_board_row(
    board: Sequence[int], value_of: dict[tuple[int, int], int], levels: Sequence[int], groups: Sequence[int]
) -> list[int]:
    """Hands by group and by level that they have reached, then flushes, then draws to a flush."""
    columns = len(levels) + 1
    row = [0] * ((max(groups) + 3) * columns)
    for hand, value in value_of.items():
        length = longest_suit([*hand, *board])
        belongs = [groups[hand_index(*hand)]]
        if length >= 5:
            belongs.append(max(groups) + 1)
        elif length == 4 and len(board) < 5:
            belongs.append(max(groups) + 2)
        for group in belongs:
            row[group * columns] += 1
            for place, level in enumerate(levels, start=1):
                row[group * columns + place] += value >= level
    return row


@pytest.mark.deep
@pytest.mark.kernels
@pytest.mark.parametrize(("index", "size"), [(HAND_FLOP, 3), (HAND_TURN, 4), (HAND_RIVER, 5)])
def test_the_rows_of_boards(index: object, size: int) -> None:
    rng = np.random.default_rng(size)
    values = np.zeros(index.size, dtype=np.uint16 if size == 5 else np.uint32)
    groups = rng.integers(0, 4, HANDS)
    groups[0] = 3
    levels = np.array([200, 500, 900])
    boards = [random_cards(rng, size), [4 * rank + 1 for rank in range(size)]]
    rows = np.ones((2, 6 * 4), dtype=np.uint16)
    expected = []
    for board in boards:
        left = sorted(set(range(52)) - set(board))
        value_of = {}
        for hand in combinations(left, 2):
            place = index.index([*hand, *board])
            values[place] = place % 1000
            value_of[hand] = place % 1000
        expected.append(plain_board_row(board, value_of, levels.tolist(), groups.tolist()))
    tables = index_tables(2, size)
    _kernels.write_board_rows(np.array(boards, dtype=np.uint8), values, levels, groups, 4, tables, rows)
    assert rows.tolist() == expected


@pytest.mark.deep
@pytest.mark.kernels
@pytest.mark.parametrize(("hands", "boards", "size"), [(HAND_FLOP, FLOP, 3), (HAND_TURN, TURN, 4)])
def test_keys_and_classes_of_hands(hands: object, boards: object, size: int) -> None:
    rng = np.random.default_rng(10 + size)
    values = rng.integers(0, 2**32, hands.size).astype(np.uint32)
    buckets = rng.integers(0, 4, boards.size).astype(np.uint16)
    borders = np.sort(rng.integers(0, 2**32, (4, 3)), axis=1).astype(np.uint32)
    keys, classes = np.zeros(hands.size, dtype=np.uint64), np.zeros(hands.size, dtype=np.uint16)
    tables, room = (index_tables(2, size), index_tables(0, size)), np.zeros(2 + size, dtype=np.uint8)
    start = 700_000
    _kernels.write_hand_keys(start, start + 200, values, buckets, *tables, room, keys)
    _kernels.write_hand_classes(start, start + 200, values, buckets, borders, *tables, room, classes)
    sizes = hands.class_sizes(np.arange(start, start + 200)).tolist()
    for index, weight in zip(range(start, start + 200), sizes, strict=True):
        bucket, value = int(buckets[boards.index(hands.cards(index)[2:])]), int(values[index])
        assert keys[index] == bucket << 37 | value << 5 | weight
        assert classes[index] == 4 * bucket + sum(value >= border for border in borders[bucket].tolist())
    assert np.count_nonzero(keys) <= 200


class TestClasses:
    cards = without_tables(BoardHandBuckets(NO_LIMIT))

    def test_sizes(self) -> None:
        assert self.cards.counts == (169, 100, 100, 100)
        sizes = BoardHandBuckets(NO_LIMIT, boards=(20, 3, 7), hands=(5, 6, 2)).counts
        assert sizes == (169, 100, 18, 14)

    def test_the_class_is_the_bucket_of_the_board_and_the_part_of_the_hand(self) -> None:
        rules = self.cards.rules
        for text, bucket in (
            ("9s7s2s", rules.flop_boards[FLOP.index("9s7s2s")]),
            ("9s7s2s2d", rules.turn_boards[TURN.index("9s7s2s2d")]),
            ("9s7s2s2dKc", rules.river_boards[RIVER.index("9s7s2s2dKc")]),
        ):
            board = parse_cards(text)
            classes = [self.cards.class_of(hand, board) for hand in map(parse_cards, ("3c4d", "AdJd", "9d9h"))]
            assert [number // 10 for number in classes] == [bucket] * 3
            assert classes[0] < classes[1] < classes[2]
            assert classes[2] % 10 == 9

    def test_textures_are_told_apart(self) -> None:
        buckets = self.cards.rules.flop_boards
        textures = ("Ks9s4s", "Ks9s4d", "Kh9s4d", "Kh9s9d", "8h7s6d")
        assert len({int(buckets[FLOP.index(board)]) for board in textures}) == len(textures)

    @given(st.permutations(range(52)), st.sampled_from([2, 5, 6, 7]), st.sampled_from(SUIT_PERMUTATIONS.tolist()))
    @settings(max_examples=40, deadline=None)
    def test_suits_and_the_order_of_the_cards_do_not_matter(
        self, shuffled: list[int], count: int, suits: list[int]
    ) -> None:
        dealt = shuffled[:count]
        renamed = [card & ~3 | suits[card & 3] for card in dealt]
        expected = self.cards.class_of(dealt[:2], dealt[2:])
        assert self.cards.class_of(renamed[1::-1], renamed[:1:-1]) == expected
        assert 0 <= expected < self.cards.counts[max(0, count - 4)]

    def test_the_169_hands_are_apart(self) -> None:
        assert {self.cards.class_of(HAND.cards(index), ()) for index in range(169)} == set(range(169))

    def test_what_tables_hold_and_what_is_computed_agree(self) -> None:
        rng, values, rules = np.random.default_rng(6), empty_tables(), self.cards.rules
        room = np.zeros(6, dtype=np.uint8)
        for size, squares, boards, borders in (
            (3, values.flop_squares, rules.flop_boards, rules.flop_borders),
            (4, values.turn_squares, rules.turn_boards, rules.turn_borders),
        ):
            index = HAND_FLOP if size == 3 else HAND_TURN
            classes = np.zeros(index.size, dtype=np.uint16)
            for _ in range(50):
                dealt = random_cards(rng, 2 + size)
                place = index.index(dealt)
                squares[place] = hand_value(dealt[:2], dealt[2:]).squares
                tables = index_tables(2, size), index_tables(0, size)
                _kernels.write_hand_classes(
                    place, place + 1, squares, np.array(boards), np.array(borders), *tables, room[: 2 + size], classes
                )
                assert classes[place] == self.cards.class_of(dealt[:2], dealt[2:])

    @pytest.mark.deep
    @pytest.mark.kernels
    def test_deals(self) -> None:
        check_deals(self.cards, players=3)

    @pytest.mark.deep
    @pytest.mark.kernels
    def test_boards(self) -> None:
        check_boards(self.cards)


@pytest.mark.parametrize(
    ("game", "boards", "hands", "message"),
    [
        ("holdem20.limit.2p", (9, 9, 9), (9, 9, 9), "of holdem20.limit.2p: they are for hold'em with 52 cards"),
        (
            "holdem.limit.3p",
            (9, 9),
            (9, 9, 9),
            "board buckets 9,9: give 3 whole numbers of at least 1, such as 10,10,10",
        ),
        ("holdem.limit.3p", (9, 9, 9), (9, 9, 0), "hand buckets 9,9,0: give 3 whole numbers"),
        ("holdem.limit.3p", (300, 9, 9), (300, 9, 9), "has 90,000 classes in a round: at most 65,536"),
    ],
)
def test_wrong_parameters_are_refused_in_one_line(
    game: str, boards: tuple[int, ...], hands: tuple[int, ...], message: str
) -> None:
    with pytest.raises(GameError, match=message) as refusal:
        BoardHandBuckets(game_named(game), boards, hands)
    assert "\n" not in str(refusal.value)


@pytest.mark.deep
def test_hand_buckets_are_equal_parts_of_the_hands_on_the_boards_of_a_bucket(built_hand_values: object) -> None:
    """On the flop; equal up to the weight of the largest group of equal values."""
    rules = BoardHandBuckets(NO_LIMIT).rules
    flop, _, _ = later_rounds(built_hand_values)
    sizes = HAND_FLOP.class_sizes(np.arange(HAND_FLOP.size))
    deals = HAND_FLOP.deals(np.arange(HAND_FLOP.size))
    buckets = rules.flop_boards[FLOP.indices(np.ascontiguousarray(deals[:, 2:]))]
    for bucket, borders in enumerate(rules.flop_borders):
        here = buckets == bucket
        parts = np.searchsorted(borders, flop.values[here], side="right")
        shares = np.bincount(parts, weights=sizes[here], minlength=10) / sizes[here].sum()
        assert np.abs(shares - 0.1).max() < 0.001


@pytest.mark.deep
def test_the_shipped_rules_are_those_that_are_built(built_hand_values: object) -> None:
    from railbird.progress import Silence

    cards = BoardHandBuckets(NO_LIMIT)
    rules, classes = cards.build_rules(Silence())
    for name, array in vars(rules).items():
        assert array.tobytes() == vars(cards.rules)[name].tobytes()
    rng, plain = np.random.default_rng(7), without_tables(cards)
    for _ in range(200):
        dealt = random_cards(rng, 6)
        assert classes.flop[HAND_FLOP.index(dealt[:5])] == plain.class_of(dealt[:2], dealt[2:5])
        assert classes.turn[HAND_TURN.index(dealt)] == plain.class_of(dealt[:2], dealt[2:])
    assert texture_building.textures_cost(with_rules=True).memory < 4e9
