"""The ways a board can be completed, up to what matters at the showdown.

Thousands of run-outs differ only in suits that no player can use. They are counted together: a completion is
the ranks that come, and, where a flush is possible, which of them come in the flush suit; its weight is the
number of run-outs it stands for. From a flop there are some hundreds instead of 1,081, before the flop some
tens of thousands instead of two million.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement, count
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.cards.strength.evaluator_tables import strength_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Completions(NamedTuple):
    """Arrays with one place for each completion of a board."""

    suit: NDArray[np.int8]
    """The suit in which a flush is possible, or -1."""
    weight: NDArray[np.int64]
    """The number of run-outs."""
    rank_key: NDArray[np.uint32]
    """The sum of the rank keys of all five board cards."""
    suit_ranks: NDArray[np.uint16]
    """The ranks of all board cards in the flush suit, as a mask of 13 bits."""
    new_ranks: NDArray[np.uint64]
    """How often each rank comes: four bits for each of the 13 ranks."""
    new_suit_ranks: NDArray[np.uint16]
    """The ranks that come in the flush suit, as a mask."""


class RankTables(NamedTuple):
    """The subsets (cards of one suit) and multisets (cards of any suit) of ranks that completions are made of."""

    subset_starts: NDArray[np.int64]
    """Where the subsets of 0, 1, ... 5 ranks begin."""
    subset_masks: NDArray[np.uint16]
    subset_keys: NDArray[np.uint32]
    subset_counts: NDArray[np.uint64]
    multiset_starts: NDArray[np.int64]
    """Where the multisets of 0, 1, ... 5 ranks begin."""
    multiset_ranks: NDArray[np.uint8]
    """Rows of up to five ranks, ascending."""
    multiset_keys: NDArray[np.uint32]
    multiset_counts: NDArray[np.uint64]
    rank_keys: NDArray[np.uint32]
    """The evaluator's key of each rank; `..._keys` above are sums of them."""
    offsets_of_five: NDArray[np.uint32]
    """The evaluator's offsets for five cards: they give every multiset of five ranks a place of its own."""
    places_of_five: int
    """The number of such places."""
    places_of_few: int
    """A divisor: the keys of one or two ranks leave different remainders."""


@cache
def rank_tables() -> RankTables:
    """The tables that listing completions needs."""
    subsets = [list(combinations(range(13), size)) for size in range(6)]
    multisets = [list(combinations_with_replacement(range(13), size)) for size in range(6)]
    all_subsets = [ranks for same_size in subsets for ranks in same_size]
    all_multisets = [ranks for same_size in multisets for ranks in same_size]
    evaluator = strength_tables(5)
    rank_keys = evaluator.keys[::4].astype(np.uint32)
    padded = np.zeros((len(all_multisets), 5), dtype=np.uint8)
    for row, ranks in zip(padded, all_multisets, strict=True):
        row[: len(ranks)] = ranks
    return RankTables(
        subset_starts=np.cumsum([0, *map(len, subsets)]),
        subset_masks=_sums(all_subsets, [1 << rank for rank in range(13)]).astype(np.uint16),
        subset_keys=_sums(all_subsets, rank_keys.tolist()).astype(np.uint32),
        subset_counts=_sums(all_subsets, _COUNTERS).astype(np.uint64),
        multiset_starts=np.cumsum([0, *map(len, multisets)]),
        multiset_ranks=padded,
        multiset_keys=_sums(all_multisets, rank_keys.tolist()).astype(np.uint32),
        multiset_counts=_sums(all_multisets, _COUNTERS).astype(np.uint64),
        rank_keys=rank_keys,
        offsets_of_five=evaluator.offsets,
        places_of_five=len(evaluator.values),
        places_of_few=_smallest_divisor(_sums(multisets[2], rank_keys.tolist())),
    )


_COUNTERS = [1 << 4 * rank for rank in range(13)]
"""A count for every rank in one number: four bits each."""


def _smallest_divisor(keys: NDArray[np.int64]) -> int:
    """The smallest number by which these keys leave different remainders."""
    return next(n for n in count(len(keys)) if len(np.unique(keys % n)) == len(keys))


def _sums(rows: list[tuple[int, ...]], values: list[int]) -> NDArray[np.int64]:
    return np.array([sum(values[rank] for rank in ranks) for ranks in rows], dtype=np.int64)
