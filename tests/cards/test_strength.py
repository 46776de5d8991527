"""Hand strength: every hand there is, two peers, and a plain twin that tries all five-card subsets."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import deque
from contextlib import suppress
from functools import cache
from itertools import chain, combinations, permutations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
import phevaluator
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.cards import parse_cards
from railbird.cards.strength import CLASS_COUNT, Category, category, describe, strength, strengths
from railbird.cards.strength.build import build_tables
from railbird.cards.strength.evaluator_tables import TABLE_FILE, strength_tables
from railbird.errors import CardError
from twins import peer_value, plain_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

FROM_STRAIGHT_FLUSH_DOWN = sorted(Category, reverse=True)
every_size = pytest.mark.parametrize("size", [5, 6, 7])
many_hands = pytest.mark.parametrize("count", [50_000, pytest.param(500_000, marks=pytest.mark.deep)])


@cache
def five_card_hands() -> NDArray[np.uint8]:
    """All hands in the order of the highest card, then the next: those of the lower cards come first."""
    flat = chain.from_iterable(combinations(range(52), 5))
    hands = np.fromiter(flat, dtype=np.uint8, count=comb(52, 5) * 5).reshape(-1, 5)
    return 51 - hands[::-1, ::-1]


def six_card_hands() -> Iterator[NDArray[np.uint8]]:
    """In chunks by the highest card."""
    hands = np.empty((comb(51, 5), 6), dtype=np.uint8)
    hands[:, :5] = five_card_hands()[: len(hands)]
    for highest in range(5, 52):
        chunk = hands[: comb(highest, 5)]
        chunk[:, 5] = highest
        yield chunk


def seven_card_hands() -> Iterator[NDArray[np.uint8]]:
    """In chunks by the two highest cards."""
    hands = np.empty((comb(50, 5), 7), dtype=np.uint8)
    hands[:, :5] = five_card_hands()[: len(hands)]
    for second, highest in combinations(range(5, 52), 2):
        chunk = hands[: comb(second, 5)]
        chunk[:, 5:] = second, highest
        yield chunk


def random_hands(count: int, size: int, *, seed: int) -> NDArray[np.uint8]:
    """Rows of different cards: each draw is a place among the cards that the earlier ones left."""
    rng = np.random.default_rng(seed)
    hands = np.empty((count, size), dtype=np.uint8)
    for column in range(size):
        drawn = rng.integers(0, 52 - column, count, dtype=np.uint8)
        for earlier in np.sort(hands[:, :column], axis=1).T:
            drawn += drawn >= earlier
        hands[:, column] = drawn
    return hands


def hands_by_category(by_strength: NDArray[np.int64]) -> list[int]:
    """The numbers of hands, from straight flushes down to high cards."""
    assert by_strength[0] == 0
    categories = [category(value) for value in range(1, CLASS_COUNT + 1)]
    by_category = np.bincount(categories, weights=by_strength[1:], minlength=9)
    return [int(by_category[kind]) for kind in FROM_STRAIGHT_FLUSH_DOWN]


def count_strengths(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    return np.bincount(strengths(hands), minlength=CLASS_COUNT + 1)


def test_all_five_card_hands_fall_into_7462_classes_of_the_known_sizes() -> None:
    by_strength = count_strengths(five_card_hands())
    assert np.count_nonzero(by_strength) == CLASS_COUNT == 7462
    assert hands_by_category(by_strength) == [
        40,
        624,
        3_744,
        5_108,
        10_200,
        54_912,
        123_552,
        1_098_240,
        1_302_540,
    ]


def test_all_six_card_hands_fall_into_categories_of_the_known_sizes() -> None:
    by_strength = sum(count_strengths(hands) for hands in six_card_hands())
    assert by_strength.sum() == comb(52, 6) == 20_358_520
    assert hands_by_category(by_strength) == [
        1_844,
        14_664,
        165_984,
        205_792,
        361_620,
        732_160,
        2_532_816,
        9_730_740,
        6_612_900,
    ]


def test_all_seven_card_hands_fall_into_categories_of_the_known_sizes() -> None:
    by_strength = sum(count_strengths(hands) for hands in seven_card_hands())
    assert by_strength.sum() == comb(52, 7) == 133_784_560
    assert hands_by_category(by_strength) == [
        41_584,
        224_848,
        3_473_184,
        4_047_644,
        6_180_020,
        6_461_620,
        31_433_400,
        58_627_800,
        23_294_460,
    ]


@pytest.mark.kernels
@every_size
@many_hands
def test_random_hands_rank_as_in_phevaluator(size: int, count: int) -> None:
    hands = random_hands(count, size, seed=size)
    ranks = np.array([phevaluator.evaluate_cards(*hand) for hand in hands.tolist()])
    assert np.array_equal(ranks, 7463 - strengths(hands).astype(np.int64))


@pytest.mark.kernels
@every_size
@many_hands
def test_random_hands_order_as_in_eval7(size: int, count: int) -> None:
    hands = random_hands(count, size, seed=10 + size)
    theirs = np.array([peer_value(hand) for hand in hands.tolist()])
    pairs = np.unique(np.stack([strengths(hands).astype(np.int64), theirs], axis=1), axis=0)
    assert len(pairs) > 3_000
    assert (np.diff(pairs, axis=0) > 0).all()  # strictly increasing, so a function both ways


@pytest.mark.kernels
@every_size
@pytest.mark.parametrize("count", [1_000, pytest.param(4_000, marks=pytest.mark.deep)])
def test_hands_order_as_in_the_plain_twin(size: int, count: int) -> None:
    hands = random_hands(count, size, seed=20 + size)
    strength_of = plain_strengths()
    assert len(strength_of) == 7462
    expected = [strength_of[plain_value(hand)] for hand in hands.tolist()]
    assert strengths(hands).tolist() == expected
    assert [category(value) for value in expected] == [plain_value(hand)[0] for hand in hands.tolist()]


@cache
def plain_strengths() -> dict[tuple[int, ...], int]:
    """The place of every class among all, by what the plain twin says of it."""
    return {value: place + 1 for place, value in enumerate(sorted({plain_value(hand) for hand in all_classes()}))}


def all_classes() -> Iterator[list[int]]:
    """A five-card hand of every class: all lists of ranks in mixed suits, all sets of ranks in one suit."""
    for ranks in combinations(range(13), 5):
        yield [rank * 4 for rank in ranks]
    for cards in combinations(range(26), 5):  # at most two of a rank, twice
        ranks = sorted(card // 2 for card in cards)
        yield mixed_suits(ranks)
    for trips in range(13):
        for others in combinations([rank for rank in range(13) if rank != trips], 2):
            yield mixed_suits(sorted([trips] * 3 + list(others)))
        for other in set(range(13)) - {trips}:
            yield mixed_suits(sorted([trips] * 3 + [other] * 2))
            yield mixed_suits(sorted([trips] * 4 + [other]))


def mixed_suits(ranks: list[int]) -> list[int]:
    """Cards of these ranks, ascending, no five of one suit."""
    cards = [rank * 4 + ranks[:place].count(rank) for place, rank in enumerate(ranks)]
    if len({card % 4 for card in cards}) == 1:
        cards[0] += 1
    return cards


@every_size
def test_one_hand_has_the_strength_it_has_in_an_array(size: int) -> None:
    hands = random_hands(20_000, size, seed=30 + size)
    assert [strength(hand) for hand in hands.tolist()] == strengths(hands).tolist()
    assert strength(tuple(hands[0].tolist())) == strengths(hands[:1])[0]


@every_size
@pytest.mark.parametrize("kind", [tuple, list, bytes, deque, np.array, iter, dict.fromkeys])
def test_one_hand_in_any_collection(size: int, kind: Callable[[list[int]], Any]) -> None:
    for hand, expected in zip(hands := random_hands(50, size, seed=50 + size), strengths(hands), strict=True):
        assert strength(kind(hand.tolist())) == expected


class Watched:
    """A card that does something when its number is read."""

    def __init__(self, card: int, reading: Callable[[], object]) -> None:
        self.card, self.reading = card, reading

    def __index__(self) -> int:
        self.reading()
        return self.card

    __int__ = __index__

    def __hash__(self) -> int:
        return hash(self.card)

    def __eq__(self, other: object) -> bool:
        return self.card == other


@pytest.mark.kernels
def test_reading_a_hand_keeps_no_reference_to_its_cards() -> None:
    cards = [Watched(card, lambda: None) for card in range(0, 28, 4)]
    hands = [cards, [*cards[:6], cards[0]], [*cards, cards[0]], [*cards[:6], None]]
    before = [*map(sys.getrefcount, cards)]
    for place in range(len(hands)):
        with suppress(CardError):
            assert strength(hands[place]) == strength(range(0, 28, 4))  # type: ignore[arg-type]
    assert [*map(sys.getrefcount, cards)] == before


def test_a_hand_that_changes_while_it_is_read() -> None:
    cards: list[Any] = [0, 4, 8, 12, 17, 21, 25]
    cards[2] = Watched(8, cards.clear)
    with pytest.raises(CardError, match="0 cards"):
        strength(cards)


@pytest.mark.parametrize(
    "cards", [None, 7, 0.5, {0, 1}, [0, 4, 8, 12, 16.5], [0, 4, 8, 12, "As"], [0, 4, 8, 12, None], [2**70] * 5, "xyz"]
)
def test_what_is_no_hand_is_refused_and_leaves_no_error_behind(cards: Any) -> None:
    with pytest.raises((CardError, TypeError)):
        strength(cards)
    assert strength([0, 4, 8, 12, 17]) == strength("2c 3c 4c 5c 6d")


def test_arrays_of_any_layout_and_of_no_hand() -> None:
    hands = random_hands(100, 7, seed=1)
    expected = strengths(hands)
    assert expected.dtype == np.uint16
    assert np.array_equal(strengths(np.asfortranarray(hands)), expected)
    assert np.array_equal(strengths(hands[::3]), expected[::3])
    assert strengths(hands[:0]).shape == (0,)


@every_size
def test_order_of_cards_and_names_of_suits_change_nothing(size: int) -> None:
    hands = random_hands(20_000, size, seed=40 + size)
    expected = strengths(hands)
    rng = np.random.default_rng(2)
    for suits in permutations(range(4)):
        renamed = hands // 4 * 4 + np.array(suits, dtype=np.uint8)[hands % 4]
        assert np.array_equal(strengths(rng.permuted(renamed, axis=1)), expected)


@given(st.lists(st.integers(0, 51), unique=True, min_size=5, max_size=7), st.randoms(), st.permutations(range(4)))
def test_a_hand_in_another_order_and_other_suits_is_as_strong(cards, random, suits) -> None:  # type: ignore[no-untyped-def]
    renamed = [card // 4 * 4 + suits[card % 4] for card in cards]
    random.shuffle(renamed)
    assert strength(renamed) == strength(cards)


@given(st.lists(st.integers(0, 51), unique=True, min_size=7, max_size=7))
def test_one_more_card_never_weakens_a_hand(cards: list[int]) -> None:
    assert strength(cards[:5]) <= strength(cards[:6]) <= strength(cards)


@pytest.mark.parametrize(
    ("cards", "kind", "words"),
    [
        ("AsKsQsJsTs 2c 2d", Category.STRAIGHT_FLUSH, "royal flush"),
        ("9h8h7h6h5h", Category.STRAIGHT_FLUSH, "straight flush, nine high"),
        ("Ad2d3d4d5d 6c", Category.STRAIGHT_FLUSH, "straight flush, five high"),
        ("6c6d6h6s Ks Qs Js", Category.FOUR_OF_A_KIND, "four of a kind, sixes, king kicker"),
        ("2c2d2h 3c3d3h", Category.FULL_HOUSE, "full house, threes full of deuces"),
        ("TcTdTh 9c9d 8c8d", Category.FULL_HOUSE, "full house, tens full of nines"),
        ("AhJh8h5h2h Ks", Category.FLUSH, "flush, A-J-8-5-2 high"),
        ("AcKdQhJsTc", Category.STRAIGHT, "straight, ace high"),
        ("Ac2d3h4s5c Kd", Category.STRAIGHT, "straight, five high"),
        ("8c8d8h Ks 2d", Category.THREE_OF_A_KIND, "three of a kind, eights, K-2 kickers"),
        ("AsAh KsKd Qc 2d 3h", Category.TWO_PAIR, "two pair, aces and kings, queen kicker"),
        ("AsAh KsKd QcQd 3h", Category.TWO_PAIR, "two pair, aces and kings, queen kicker"),
        ("JcJd As 9h 4c", Category.PAIR, "pair of jacks, A-9-4 kickers"),
        ("7c5d4h3s2c", Category.HIGH_CARD, "high card, 7-5-4-3-2"),
        ("AcKdQhJs9c 3d 2h", Category.HIGH_CARD, "high card, A-K-Q-J-9"),
    ],
)
def test_strengths_in_words(cards: str, kind: Category, words: str) -> None:
    hand_strength = strength(parse_cards(cards))
    assert category(hand_strength) is kind
    assert describe(hand_strength) == words


def test_every_strength_has_its_own_words() -> None:
    assert len({describe(value) for value in range(1, CLASS_COUNT + 1)}) == CLASS_COUNT
    assert describe(1) == "high card, 7-5-4-3-2"
    assert describe(CLASS_COUNT) == "royal flush"


@pytest.mark.parametrize("value", [0, 7463, -1])
def test_strengths_that_no_hand_has(value: int) -> None:
    message = f"no hand has the strength {value}: strengths run from 1 (weakest) to 7462"
    for function in (category, describe):
        with pytest.raises(CardError, match=f"^{re.escape(message)}$"):
            function(value)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([0, 1, 2, 3], "4 cards: give the 5, 6 or 7 cards of one hand"),
        ([], "0 cards: give the 5, 6 or 7 cards of one hand"),
        (list(range(8)), "8 cards: give the 5, 6 or 7 cards of one hand"),
        (list(range(0, 32, 4)), "8 cards: give the 5, 6 or 7 cards of one hand"),
        ([0, 51, 2, 3, 51], "duplicate card As: each card can be dealt only once"),
        ([0, 1, 2, 3, 4, 52], "there is no card 52: cards are numbered from 0 (2c) to 51 (As)"),
        ([0, 1, 2, 3, 4, 5, -1], "there is no card -1: cards are numbered from 0 (2c) to 51 (As)"),
    ],
    ids=["four", "none", "eight", "eight of a suit", "duplicate", "52", "-1"],
)
def test_cards_that_are_no_hand(cards: list[int], message: str) -> None:
    with pytest.raises(CardError, match=f"^{re.escape(message)}$"):
        strength(cards)


@pytest.mark.parametrize(
    ("hands", "form"),
    [
        (np.zeros((3, 4), np.uint8), "uint8 and shape (3, 4)"),
        (np.zeros((3, 8), np.uint8), "uint8 and shape (3, 8)"),
        (np.zeros(7, np.uint8), "uint8 and shape (7,)"),
        (np.zeros((3, 7), np.int64), "int64 and shape (3, 7)"),
        (np.zeros((3, 7)), "float64 and shape (3, 7)"),
    ],
)
def test_arrays_that_hold_no_hands(hands: NDArray[np.uint8], form: str) -> None:
    message = f"not hands: an array of {form}: give uint8 cards in n rows of 5, 6 or 7"
    with pytest.raises(CardError, match=f"^{re.escape(message)}$"):
        strengths(hands)


def test_an_unknown_card_in_an_array_is_refused() -> None:
    hands = random_hands(10, 7, seed=3)
    hands[4, 6] = 52
    with pytest.raises(CardError, match=r"there is no card 52: cards are numbered from 0 \(2c\) to 51 \(As\)"):
        strengths(hands)


REPEATED_CARDS = """
import numpy as np
from railbird.cards.strength import CLASS_COUNT, strengths

rng = np.random.default_rng(2)
for size in (5, 6, 7):
    hands = [
        rng.integers(0, 52, (1_000_000, size)),
        rng.integers(40, 52, (200_000, size)),  # sums of keys that no hand reaches
        rng.integers(0, 8, (200_000, size)),
        np.arange(52)[:, np.newaxis].repeat(size, axis=1),  # seven aces of spades, and so on
    ]
    results = strengths(np.concatenate(hands).astype(np.uint8))
    assert results.max() <= CLASS_COUNT
print("done")
"""


@pytest.mark.kernels
@pytest.mark.deep
def test_cards_that_stand_twice_never_lead_outside_the_tables(tmp_path: Path) -> None:
    """In a process of its own, in which compiled code checks every index: outside a table it would be luck."""
    settings = {"NUMBA_BOUNDSCHECK": "1", "RAILBIRD_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", REPEATED_CARDS]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | settings, timeout=120, check=False)
    assert (done.stdout, done.returncode) == ("done\n", 0), done.stderr


@every_size
def test_rows_without_repeats_have_their_strength_among_rows_with_repeats(size: int) -> None:
    hands = np.random.default_rng(size).integers(0, 52, (100_000, size)).astype(np.uint8)
    in_order = np.sort(hands, axis=1)
    different = (in_order[:, 1:] != in_order[:, :-1]).all(axis=1)
    assert 10_000 < different.sum() < 90_000
    assert strengths(hands)[different].tolist() == strengths(hands[different]).tolist()
    for hand in hands[~different][:100].tolist():
        with pytest.raises(CardError, match="duplicate card"):
            strength(hand)


def test_there_are_no_tables_for_other_sizes_of_hand() -> None:
    with pytest.raises(CardError, match="a hand of 8 cards has no strength: hands have 5, 6 or 7 cards"):
        strength_tables(8)


@pytest.mark.deep
def test_the_shipped_tables_are_what_the_builder_makes() -> None:
    """The tests of all hands show that the shipped tables are right; this one, that they can be built again."""
    built = build_tables()
    with np.load(TABLE_FILE) as shipped:
        assert set(shipped) == set(built)
        for name, array in built.items():
            assert shipped[name].dtype == array.dtype
            assert np.array_equal(shipped[name], array), name
