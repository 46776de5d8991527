"""The tables behind the canonical indices: sets of ranks, and distributions of a deal's cards over the suits.

The terms used here and in the kernels:

- A *rank set* is the set of ranks that a deal has in one suit, as 13 bits. Sets of equal size are numbered in
  colexicographic order: the place of {c1 < c2 < ...} is C(c1, 1) + C(c2, 2) + ...
- The *shape* of a suit combines the number of hand cards and of all cards in it: hand cards * 8 + all cards.
- The *content* of a suit numbers the possibilities within its shape: the place of its rank set, times the number
  of ways to choose the hand cards from it, plus the place of that choice.
- A *pattern* is the sequence of the shapes of the four suits, in descending order.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, groupby
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

import numpy as np

from railbird.errors import CardError

if TYPE_CHECKING:
    from numpy.typing import NDArray

RANK_COUNT = 13
SUIT_COUNT = 4
MOST_CARDS = 7

Shape: TypeAlias = int
Pattern: TypeAlias = tuple[Shape, ...]
Number = TypeVar("Number", bound=np.generic)


class IndexTables(NamedTuple):
    """The kernels' tables for one number of hand and board cards: about 80 kB, most of it rarely used."""

    hand_cards: int
    size: int
    rank_sets: NDArray[np.int16]  # by rank set: its place times 16, plus its number of cards
    rank_set_at: NDArray[np.int16]  # by number of cards and place: the rank set
    pattern_of: NDArray[np.uint8]  # by the three highest shapes, 5 bits each: the pattern's number
    first_index: NDArray[np.int64]  # by pattern: the lowest index of its deals
    multipliers: NDArray[np.int64]  # by pattern: the weights of the three highest suits in the index
    shapes: NDArray[np.uint8]  # by pattern: its four shapes


@cache
def index_tables(hand_cards: int, board_cards: int) -> IndexTables:
    """The tables for deals with `hand_cards` and `board_cards` cards, built once, in a few milliseconds."""
    check_counts(hand_cards, board_cards)
    rank_sets, rank_set_at = _rank_set_tables()
    patterns = _patterns(hand_cards, board_cards)
    sizes = [prod(_run_sizes(pattern)) for pattern in patterns]
    pattern_of = np.zeros(1 << 15, dtype=np.uint8)
    for number, (highest, second, third, _) in enumerate(patterns):
        pattern_of[highest << 10 | second << 5 | third] = number
    return IndexTables(
        hand_cards=hand_cards,
        size=sum(sizes),
        rank_sets=rank_sets,
        rank_set_at=rank_set_at,
        pattern_of=_frozen(pattern_of),
        first_index=_frozen(np.cumsum([0, *sizes[:-1]], dtype=np.int64)),
        multipliers=_frozen(np.array([_multipliers(pattern) for pattern in patterns], dtype=np.int64)),
        shapes=_frozen(np.array(patterns, dtype=np.uint8)),
    )


def check_counts(hand_cards: int, board_cards: int) -> None:
    """Raise CardError for numbers of cards that no street has."""
    if hand_cards not in (0, 2) or board_cards not in (0, 3, 4, 5) or hand_cards + board_cards == 0:
        raise CardError(
            f"no index for {hand_cards} hand cards and {board_cards} board cards: "
            "give 0 or 2 hand cards and 0, 3, 4 or 5 board cards, but not 0 of both"
        )


@cache
def _rank_set_tables() -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """The place and size of each rank set, and the rank set of each size and place."""
    count = np.zeros(1 << RANK_COUNT, dtype=np.int16)
    place = np.zeros(1 << RANK_COUNT, dtype=np.int16)
    for rank in range(RANK_COUNT):
        lower = 1 << rank  # each set of lower ranks gets a twin that also contains this rank
        steps = np.array([comb(rank, cards + 1) for cards in range(RANK_COUNT + 1)], dtype=np.int16)
        place[lower : 2 * lower] = place[:lower] + steps[count[:lower]]
        count[lower : 2 * lower] = count[:lower] + 1
    dealt = np.flatnonzero(count <= MOST_CARDS)
    rank_set_at = np.zeros((MOST_CARDS + 1, comb(RANK_COUNT, MOST_CARDS)), dtype=np.int16)
    rank_set_at[count[dealt], place[dealt]] = dealt
    return _frozen(place * 16 + count), _frozen(rank_set_at)


def _patterns(hand_cards: int, board_cards: int) -> list[Pattern]:
    """All distributions of the cards over the suits, up to a permutation of suits."""
    wide = 32  # four suits hold at most 28 cards, so that sums of held * wide + cards keep both numbers separate
    suits = [held * wide + held + board for held in range(hand_cards, -1, -1) for board in range(board_cards, -1, -1)]
    total = hand_cards * wide + hand_cards + board_cards
    return [
        tuple(suit // wide * 8 + suit % wide for suit in chosen)
        for chosen in combinations_with_replacement(suits, SUIT_COUNT)
        if sum(chosen) == total
    ]


def _contents(shape: Shape) -> int:
    """The number of contents that a suit with this shape can have."""
    held, cards = divmod(shape, 8)
    return comb(RANK_COUNT, cards) * comb(cards, held)


def _run_sizes(pattern: Pattern) -> list[int]:
    """For each run of equal shapes, the number of multisets of contents that its suits can have."""
    runs = [(shape, len(list(run))) for shape, run in groupby(pattern)]
    return [comb(_contents(shape) + suits - 1, suits) for shape, suits in runs]


def _multipliers(pattern: Pattern) -> list[int]:
    """The weight of each suit's term except the last: the product of the sizes of all later runs."""
    sizes = iter(_run_sizes(pattern))
    weight = prod(_run_sizes(pattern))
    weights: list[int] = []
    for suit, shape in enumerate(pattern):
        if suit == 0 or shape != pattern[suit - 1]:
            weight //= next(sizes)
        weights.append(weight)
    return weights[:-1]


def _frozen(table: NDArray[Number]) -> NDArray[Number]:
    """The table, made read-only because all callers share it."""
    table.setflags(write=False)
    return table
