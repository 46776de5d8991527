"""Two-card hands as numbers and the 13 x 13 grid of their classes."""

from itertools import combinations, permutations

import numpy as np
import pytest

from railbird.cards import parse_cards
from railbird.cards.hands import (
    CLASS_COUNT,
    CLASS_OF_HAND,
    HAND_CARDS,
    HAND_COUNT,
    class_index,
    class_name,
    class_of_ranks,
    format_hand,
    hand_cards,
    hand_index,
    hand_numbers,
    hands_in_class,
    parse_class,
)
from railbird.errors import CardError


def index_of(text: str) -> int:
    return hand_index(*parse_cards(text))


def class_of(text: str) -> str:
    return class_name(class_index(*parse_cards(text)))


def test_hands_are_numbered_by_the_high_card_then_the_low_card() -> None:
    in_order = sorted(combinations(range(52), 2), key=lambda cards: (cards[1], cards[0]))
    assert [hand_index(*cards) for cards in in_order] == list(range(HAND_COUNT))
    assert [hand_cards(index) for index in range(HAND_COUNT)] == in_order
    np.testing.assert_array_equal(HAND_CARDS, in_order)


@pytest.mark.parametrize(("text", "index"), [("2c2d", 0), ("2c2h", 1), ("2d2h", 2), ("AsAh", 1325), ("AhAs", 1325)])
def test_known_hand_numbers(text: str, index: int) -> None:
    assert index_of(text) == index


def test_many_hands_have_the_numbers_of_each() -> None:
    hands = list(permutations(range(52), 2))
    numbers = hand_numbers(np.array(hands, dtype=np.uint8))
    assert numbers.tolist() == [hand_index(first, second) for first, second in hands]
    assert hand_numbers(HAND_CARDS).tolist() == list(range(HAND_COUNT))


def test_a_hand_is_written_with_the_higher_card_first() -> None:
    assert format_hand(index_of("Kh As")) == "AsKh"
    assert format_hand(0) == "2d2c"


def test_tables_are_small_and_read_only() -> None:
    assert HAND_CARDS.dtype == np.uint8
    assert HAND_CARDS.shape == (1326, 2)
    assert CLASS_OF_HAND.dtype == np.uint8
    assert CLASS_OF_HAND.shape == (1326,)
    for table in (HAND_CARDS, CLASS_OF_HAND, hands_in_class(0)):
        assert not table.flags.writeable


@pytest.mark.parametrize(
    ("cards", "row", "column", "name"),
    [
        ("AsAh", 0, 0, "AA"),
        ("AsKs", 0, 1, "AKs"),
        ("KsAs", 0, 1, "AKs"),
        ("AsKh", 1, 0, "AKo"),
        ("KhAs", 1, 0, "AKo"),
        ("2c2d", 12, 12, "22"),
        ("3c2c", 11, 12, "32s"),
        ("3c2d", 12, 11, "32o"),
        ("Td9d", 4, 5, "T9s"),
        ("7h2c", 12, 7, "72o"),
    ],
)
def test_grid_has_aces_first_suited_above_and_offsuit_below(cards: str, row: int, column: int, name: str) -> None:
    assert class_index(*parse_cards(cards)) == row * 13 + column
    assert class_of(cards) == name
    assert parse_class(name) == row * 13 + column


def test_every_hand_is_in_the_class_of_its_ranks_and_suits() -> None:
    for index, (low, high) in enumerate(HAND_CARDS.tolist()):
        expected = class_of_ranks(high // 4, low // 4, suited=high % 4 == low % 4)
        assert CLASS_OF_HAND[index] == class_index(low, high) == expected


def test_classes_have_six_pairs_four_suited_or_twelve_offsuit_hands() -> None:
    sizes = {"pair": 6, "s": 4, "o": 12}
    seen: list[int] = []
    for index in range(CLASS_COUNT):
        name = class_name(index)
        hands = hands_in_class(index)
        assert len(hands) == sizes["pair" if len(name) == 2 else name[2]]
        assert (CLASS_OF_HAND[hands] == index).all()
        seen.extend(hands.tolist())
    assert sorted(seen) == list(range(HAND_COUNT))


def test_names_of_classes_read_back() -> None:
    names = [class_name(index) for index in range(CLASS_COUNT)]
    assert len(set(names)) == CLASS_COUNT
    assert [parse_class(name) for name in names] == list(range(CLASS_COUNT))


@pytest.mark.parametrize(
    ("text", "name"), [("aks", "AKs"), ("KAo", "AKo"), (" 109S ", "T9s"), ("1010", "TT"), ("A10o", "ATo")]
)
def test_a_class_may_be_written_in_other_ways(text: str, name: str) -> None:
    assert class_name(parse_class(text)) == name


@pytest.mark.parametrize("text", ["AK", "AAs", "AAo", "AKx", "", "A", "AsKs", "1Ks"])
def test_an_unknown_class_is_refused_by_name(text: str) -> None:
    with pytest.raises(CardError, match=f"unknown class of hands '{text}': write a pair like QQ"):
        parse_class(text)


def test_numbers_outside_the_tables_are_refused() -> None:
    for index in (-1, 1326):
        with pytest.raises(CardError, match=f"there is no hand {index}"):
            hand_cards(index)
    for index in (-1, 169):
        with pytest.raises(CardError, match=f"there is no class {index}"):
            class_name(index)
        with pytest.raises(CardError, match=f"there is no class {index}"):
            hands_in_class(index)


def test_a_hand_needs_two_cards_that_differ() -> None:
    with pytest.raises(CardError, match="duplicate card As"):
        hand_index(51, 51)
    with pytest.raises(CardError, match="there is no card 52"):
        hand_index(0, 52)
