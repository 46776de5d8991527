"""Canonical indices: their numbers, the way there and back, and a plain twin that renames suits."""

from __future__ import annotations

import doctest
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, combinations, permutations
from math import comb
from typing import TYPE_CHECKING

import numba
import numpy as np
import pytest

from railbird.cards import isomorphism, parse_cards
from railbird.cards.isomorphism import (
    FLOP,
    HAND,
    HAND_FLOP,
    HAND_RIVER,
    HAND_TURN,
    RIVER,
    SUIT_PERMUTATIONS,
    TURN,
    CanonicalIndex,
    canonical_index,
    index_tables,
)
from railbird.errors import CardError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

ALL = [HAND, HAND_FLOP, HAND_TURN, HAND_RIVER, FLOP, TURN, RIVER]
CHUNK = 1 << 20


def street(value: object) -> str | None:
    """The name of an index, for the names of the tests."""
    names = ["HAND", "HAND_FLOP", "HAND_TURN", "HAND_RIVER", "FLOP", "TURN", "RIVER"]
    return names[ALL.index(value)] if isinstance(value, CanonicalIndex) else None


every_index = pytest.mark.parametrize("canonical", ALL, ids=street)


def width(canonical: CanonicalIndex) -> int:
    return canonical.hand_cards + canonical.board_cards


def chunks(canonical: CanonicalIndex) -> Iterator[NDArray[np.int64]]:
    for start in range(0, canonical.size, CHUNK):
        yield np.arange(start, min(start + CHUNK, canonical.size))


def all_deals(canonical: CanonicalIndex) -> NDArray[np.uint8]:
    """Every deal of a hand alone or a board alone."""
    cards = width(canonical)
    flat = np.fromiter(chain.from_iterable(combinations(range(52), cards)), dtype=np.uint8)
    return flat.reshape(-1, cards)


def random_deals(canonical: CanonicalIndex, count: int, *, seed: int) -> NDArray[np.uint8]:
    order = np.random.default_rng(seed).random((count, 52)).argsort(axis=1)
    return order[:, : width(canonical)].astype(np.uint8)


def near_collisions(canonical: CanonicalIndex, count: int, *, seed: int) -> NDArray[np.uint8]:
    """Deals that share few lists of ranks, so that suits alone tell their classes apart."""
    rng = np.random.default_rng(seed)
    ranks = random_deals(canonical, 20, seed=seed) >> 2
    ranks[:5, 0] = ranks[:5, 1]  # hands that are pairs, boards that are paired
    deals = ranks[rng.integers(0, 20, 4 * count)] * 4 + rng.integers(0, 4, (4 * count, width(canonical)))
    possible = [row for row in deals.tolist() if len(set(row)) == len(row)]
    return np.array(possible[:count], dtype=np.uint8)


def renamings(canonical: CanonicalIndex, deal: Sequence[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The deal under all 24 renamings of suits, as sorted hand and sorted board."""
    renamed = [[card // 4 * 4 + suits[card % 4] for card in deal] for suits in permutations(range(4))]
    hand = canonical.hand_cards
    return [(tuple(sorted(cards[:hand])), tuple(sorted(cards[hand:]))) for cards in renamed]


@pytest.mark.parametrize(
    ("canonical", "size"),
    [
        (HAND, 169),
        (HAND_FLOP, 1_286_792),
        (HAND_TURN, 13_960_050),
        (HAND_RIVER, 123_156_254),
        (FLOP, 1_755),
        (TURN, 16_432),
        (RIVER, 134_459),
    ],
    ids=street,
)
def test_number_of_classes(canonical: CanonicalIndex, size: int) -> None:
    assert canonical.size == size


@pytest.mark.parametrize(
    "canonical", [HAND, HAND_FLOP, FLOP, TURN, RIVER, pytest.param(HAND_TURN, marks=pytest.mark.deep)], ids=street
)
def test_index_to_deal_to_index_is_the_identity_for_all_indices(canonical: CanonicalIndex) -> None:
    for indices in chunks(canonical):
        assert np.array_equal(canonical.indices(canonical.deals(indices)), indices)


def test_index_to_deal_to_index_is_the_identity_for_river_hands() -> None:
    drawn = np.random.default_rng(11).integers(0, HAND_RIVER.size, 500_000)
    indices = np.concatenate([drawn, [0, HAND_RIVER.size - 1]])
    assert np.array_equal(HAND_RIVER.indices(HAND_RIVER.deals(indices)), indices)


@pytest.mark.parametrize("canonical", [HAND, FLOP, TURN, RIVER], ids=street)
def test_every_index_is_hit_by_as_many_deals_as_its_class_has(canonical: CanonicalIndex) -> None:
    hits = np.bincount(canonical.indices(all_deals(canonical)), minlength=canonical.size)
    assert len(hits) == canonical.size
    assert hits.min() > 0
    assert np.array_equal(hits, canonical.class_sizes(np.arange(canonical.size)))


@every_index
def test_renaming_suits_leaves_the_index_unchanged(canonical: CanonicalIndex) -> None:
    deals = random_deals(canonical, 5_000, seed=1)
    indices = canonical.indices(deals)
    for suits in SUIT_PERMUTATIONS:
        assert np.array_equal(canonical.indices(deals // 4 * 4 + suits[deals % 4]), indices)


@every_index
def test_order_within_hand_and_board_leaves_the_index_unchanged(canonical: CanonicalIndex) -> None:
    deals = random_deals(canonical, 5_000, seed=2)
    indices = canonical.indices(deals)
    rng = np.random.default_rng(3)
    for _ in range(10):
        hand = rng.permuted(deals[:, : canonical.hand_cards], axis=1)
        board = rng.permuted(deals[:, canonical.hand_cards :], axis=1)
        assert np.array_equal(canonical.indices(np.hstack([hand, board])), indices)


def test_hand_and_board_are_distinguished() -> None:
    assert HAND_FLOP.index(parse_cards("AsKs QdJd2c")) != HAND_FLOP.index(parse_cards("QdJd AsKs2c"))


@pytest.mark.kernels
@every_index
def test_equal_index_if_and_only_if_isomorphic(canonical: CanonicalIndex) -> None:
    deals = np.vstack([random_deals(canonical, 500, seed=4), near_collisions(canonical, 2_500, seed=5)])
    classes = [min(renamings(canonical, deal)) for deal in deals.tolist()]
    indices = canonical.indices(deals).tolist()
    assert len(set(classes)) == len(set(indices)) == len(set(zip(classes, indices, strict=True)))
    assert len(set(classes)) < len(deals) / 2 or canonical.board_cards > 3  # there were classes to confuse


@pytest.mark.kernels
@every_index
def test_class_sizes_equal_a_count_of_renamings(canonical: CanonicalIndex) -> None:
    deals = np.vstack([random_deals(canonical, 500, seed=6), near_collisions(canonical, 1_000, seed=7)])
    sizes = canonical.class_sizes(canonical.indices(deals))
    assert sizes.tolist() == [len(set(renamings(canonical, deal))) for deal in deals.tolist()]


@pytest.mark.parametrize(
    "canonical",
    [
        HAND,
        HAND_FLOP,
        FLOP,
        TURN,
        RIVER,
        *(pytest.param(large, marks=pytest.mark.deep) for large in (HAND_TURN, HAND_RIVER)),
    ],
    ids=street,
)
def test_class_sizes_sum_to_the_number_of_deals(canonical: CanonicalIndex) -> None:
    hand, board = canonical.hand_cards, canonical.board_cards
    with ThreadPoolExecutor(2) as pool:
        total = sum(pool.map(lambda indices: int(canonical.class_sizes(indices).sum()), chunks(canonical)))
    assert total == comb(52, hand) * comb(52 - hand, board)


@every_index
def test_representatives_are_isomorphic_to_the_deal_and_sorted(canonical: CanonicalIndex) -> None:
    hand = canonical.hand_cards
    for deal in random_deals(canonical, 200, seed=8).tolist():
        cards = canonical.cards(canonical.index(deal))
        assert (cards[:hand], cards[hand:]) in renamings(canonical, deal)


@every_index
def test_single_deals_agree_with_arrays(canonical: CanonicalIndex) -> None:
    deals = random_deals(canonical, 500, seed=9)
    indices = canonical.indices(deals)
    assert [canonical.index(deal) for deal in deals.tolist()] == indices.tolist()
    assert [canonical.cards(index) for index in indices.tolist()] == [
        tuple(row) for row in canonical.deals(indices).tolist()
    ]
    assert canonical.index(deals[0]) == indices[0]


@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.uint64])
def test_arrays_of_other_whole_numbers_and_layouts(dtype: type[np.generic]) -> None:
    deals = random_deals(HAND_FLOP, 100, seed=10)
    expected = HAND_FLOP.indices(deals)
    assert np.array_equal(HAND_FLOP.indices(np.asfortranarray(deals.astype(dtype))), expected)
    assert np.array_equal(HAND_FLOP.indices(deals[::2]), expected[::2])
    assert HAND_FLOP.indices(deals[:0]).shape == (0,)


@numba.njit
def largest_index(deals, tables):  # type: ignore[no-untyped-def]
    largest = -1
    for row in range(deals.shape[0]):
        largest = max(largest, canonical_index(deals[row], tables))
    return largest


@pytest.mark.kernels
@pytest.mark.deep
def test_other_kernels_index_rows_without_allocating() -> None:
    deals = random_deals(HAND_RIVER, 1_000, seed=12)
    tables = index_tables(2, 5)
    assert largest_index(deals, tables) == HAND_RIVER.indices(deals).max()
    (code,) = largest_index.inspect_llvm().values()
    assert "NRT_MemInfo_alloc" not in code


def test_suit_permutations_are_all_24() -> None:
    assert SUIT_PERMUTATIONS.shape == (24, 4)
    assert {tuple(suits) for suits in SUIT_PERMUTATIONS.tolist()} == set(permutations(range(4)))


def test_canonical_indices_are_hashable_values() -> None:
    assert CanonicalIndex(2, 3) == HAND_FLOP
    assert len({*ALL, CanonicalIndex(0, 5)}) == 7


def test_tables_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        index_tables(2, 3).first_index[0] = 1


def test_the_example_in_the_documentation() -> None:
    assert doctest.testmod(isomorphism) == (0, 2)


@pytest.mark.parametrize(("hand_cards", "board_cards"), [(1, 3), (2, 2), (0, 0), (2, 6), (-2, 3)])
def test_numbers_of_cards_that_no_street_has(hand_cards: int, board_cards: int) -> None:
    with pytest.raises(CardError, match=f"{hand_cards} hand cards and {board_cards} board cards: give 0 or 2"):
        CanonicalIndex(hand_cards, board_cards)
    with pytest.raises(CardError, match="no index for"):
        index_tables(hand_cards, board_cards)


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        ([0, 1, 2, 3], r"4 cards in \[0, 1, 2, 3\]: a deal is 2 hand cards followed by 3 board cards"),
        ([0, 1, 2, 3, 4, 5], "6 cards"),
        ([], "0 cards"),
        ([0, 1, 2, 3, 52], r"no card 52: cards are numbered from 0 \(2c\) to 51"),
        ([0, 1, 2, 3, -1], "no card -1"),
        ([0, 1, 2, 3, 256], "no card 256"),
        ([0, 51, 2, 3, 51], "duplicate card As"),
        (["As", "Ks", "Qs", "Js", "Ts"], "cards are numbered"),
        ([0, 1, 2, 3, 4.5], "cards are numbered"),
    ],
)
def test_impossible_deal(deal: list[int], message: str) -> None:
    with pytest.raises(CardError, match=message):
        HAND_FLOP.index(deal)


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int64])
@pytest.mark.parametrize(
    ("position", "card", "message"),
    [(4, 52, "no card 52"), (0, 127, "no card 127"), (3, 0, "duplicate card 2c")],
)
def test_impossible_row(dtype: type[np.generic], position: int, card: int, message: str) -> None:
    deals = np.tile(np.arange(5), (10, 1)).astype(dtype)
    deals[7, position] = card
    with pytest.raises(CardError, match=rf"row 7 of the deals, \[.*\]: .*{message}"):
        HAND_FLOP.indices(deals)


def test_numbers_that_would_wrap_to_cards_are_refused() -> None:
    deals = np.arange(10).reshape(2, 5)
    deals[1, 2] = 256
    with pytest.raises(CardError, match=r"row 1 .*no card 256"):
        HAND_FLOP.indices(deals)
    deals[1, 2] = -1
    with pytest.raises(CardError, match=r"row 1 .*no card -1"):
        HAND_FLOP.indices(deals)


@pytest.mark.parametrize("deals", [np.zeros((3, 4), np.uint8), np.zeros(5, np.uint8), np.zeros((3, 5))])
def test_deals_of_the_wrong_form(deals: NDArray[np.uint8]) -> None:
    with pytest.raises(CardError, match="2 hand cards followed by 3 board cards"):
        HAND_FLOP.indices(deals)


@pytest.mark.parametrize("index", [-1, 169, 10**30])
def test_index_out_of_range(index: int) -> None:
    with pytest.raises(CardError, match=f"no index {index}: indices run from 0 to 168"):
        HAND.cards(index)


def test_indices_out_of_range_or_of_the_wrong_form() -> None:
    with pytest.raises(CardError, match=r"no index 169 \(at position 2\): indices run from 0 to 168"):
        HAND.deals(np.array([0, 168, 169]))
    with pytest.raises(CardError, match=r"no index -1 \(at position 0\)"):
        HAND.class_sizes(np.array([-1, 3]))
    with pytest.raises(CardError, match="give integers in a one-dimensional array"):
        HAND.deals(np.array([0.5]))
    with pytest.raises(CardError, match="give integers in a one-dimensional array"):
        HAND.class_sizes(np.array([[1]]))
