"""The small tables behind the canonical indices: sets of ranks, and how a deal's cards fall into the suits.

The words used here and in the kernels:

- A *rank set* is the set of ranks that a deal has in one suit, as 13 bits. Sets of one size are numbered in
  colexicographic order: the place of {c1 < c2 < ...} is C(c1, 1) + C(c2, 2) + ...
- The *shape* of a suit is how many cards the deal has in it, and how many of them are the hand's:
  hand cards * 8 + all cards.
- The *content* of a suit, among those of its shape: the place of its rank set, times the ways to choose the
  hand's cards from it, plus the place of that choice.
- A *pattern* is the shapes of the four suits in descending order.
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
    """What the kernels need for one number of hand and board cards: some 80 kB, most of it never touched."""

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
    """The tables for deals of so many hand and board cards, built once, in a few milliseconds."""
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
    """Refuse numbers of cards that no street has."""
    if hand_cards not in (0, 2) or board_cards not in (0, 3, 4, 5) or hand_cards + board_cards == 0:
        raise CardError(
            f"no index for {hand_cards} hand cards and {board_cards} board cards: "
            "a hand has 2 cards or is left out, a board has 0, 3, 4 or 5, and one of them is needed"
        )


@cache
def _rank_set_tables() -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """The two directions: rank set to place and number of cards, and back."""
    count = np.zeros(1 << RANK_COUNT, dtype=np.int16)
    place = np.zeros(1 << RANK_COUNT, dtype=np.int16)
    for rank in range(RANK_COUNT):
        lower = 1 << rank  # the sets of the ranks below; each gets a twin that has this rank too
        steps = np.array([comb(rank, cards + 1) for cards in range(RANK_COUNT + 1)], dtype=np.int16)
        place[lower : 2 * lower] = place[:lower] + steps[count[:lower]]
        count[lower : 2 * lower] = count[:lower] + 1
    dealt = np.flatnonzero(count <= MOST_CARDS)
    rank_set_at = np.zeros((MOST_CARDS + 1, comb(RANK_COUNT, MOST_CARDS)), dtype=np.int16)
    rank_set_at[count[dealt], place[dealt]] = dealt
    return _frozen(place * 16 + count), _frozen(rank_set_at)


def _patterns(hand_cards: int, board_cards: int) -> list[Pattern]:
    """All ways in which the cards can fall into the suits, the suits unnamed."""
    wide = 32  # four suits hold at most 28 cards, so a sum of held * wide + cards keeps both numbers apart
    suits = [held * wide + held + board for held in range(hand_cards, -1, -1) for board in range(board_cards, -1, -1)]
    total = hand_cards * wide + hand_cards + board_cards
    return [
        tuple(suit // wide * 8 + suit % wide for suit in chosen)
        for chosen in combinations_with_replacement(suits, SUIT_COUNT)
        if sum(chosen) == total
    ]


def _contents(shape: Shape) -> int:
    """How many contents a suit of this shape can have."""
    held, cards = divmod(shape, 8)
    return comb(RANK_COUNT, cards) * comb(cards, held)


def _run_sizes(pattern: Pattern) -> list[int]:
    """For each run of equal shapes, how many multisets of contents its suits can have."""
    runs = [(shape, len(list(run))) for shape, run in groupby(pattern)]
    return [comb(_contents(shape) + suits - 1, suits) for shape, suits in runs]


def _multipliers(pattern: Pattern) -> list[int]:
    """The weight of each suit's term but the last: the product of the sizes of all later runs."""
    sizes = iter(_run_sizes(pattern))
    weight = prod(_run_sizes(pattern))
    weights: list[int] = []
    for suit, shape in enumerate(pattern):
        if suit == 0 or shape != pattern[suit - 1]:
            weight //= next(sizes)
        weights.append(weight)
    return weights[:-1]


def _frozen(table: NDArray[Number]) -> NDArray[Number]:
    """The table, shared by all callers, can no longer be changed."""
    table.setflags(write=False)
    return table
