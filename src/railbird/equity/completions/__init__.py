"""The completions of a board, up to what matters at showdown.

Thousands of run-outs differ only in suits that no player can use, and are counted together. A completion is the
ranks that come, and, where a flush is possible, which of them come in the flush suit; its weight is the number of
run-outs it represents. A flop has some hundreds of completions instead of 1,081 run-outs, an empty board some
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
    """Arrays with an entry for each completion of a board."""

    suit: NDArray[np.int8]
    """The suit in which a flush is possible, or -1."""
    weight: NDArray[np.int64]
    """The number of run-outs."""
    rank_key: NDArray[np.uint32]
    """The sum of the rank keys of all five board cards."""
    suit_ranks: NDArray[np.uint16]
    """The ranks of all board cards in the flush suit, as a mask of 13 bits."""
    new_ranks: NDArray[np.uint64]
    """The number of new cards of each rank: four bits for each of the 13 ranks."""
    new_suit_ranks: NDArray[np.uint16]
    """The new ranks in the flush suit, as a mask."""


class RankTables(NamedTuple):
    """The subsets (cards of one suit) and multisets (cards of any suit) of ranks that completions consist of."""

    subset_starts: NDArray[np.int64]
    """Where the subsets of 0, 1, ... 5 ranks begin."""
    subset_masks: NDArray[np.uint16]
    subset_keys: NDArray[np.uint32]
    subset_counts: NDArray[np.uint64]
    multiset_starts: NDArray[np.int64]
    """Where the multisets of 0, 1, ... 5 ranks begin."""
    multiset_ranks: NDArray[np.uint8]
    """Rows of up to five ascending ranks."""
    multiset_keys: NDArray[np.uint32]
    multiset_counts: NDArray[np.uint64]
    rank_keys: NDArray[np.uint32]
    """The evaluator's key of each rank; `..._keys` above are their sums."""
    offsets_of_five: NDArray[np.uint32]
    """The evaluator's offsets for five cards, a perfect hash of the multisets of five ranks."""
    places_of_five: int
    """The number of such places."""
    places_of_few: int
    """A divisor for which the keys of one or two ranks have different remainders."""


@cache
def rank_tables() -> RankTables:
    """The tables for listing completions, built once."""
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
"""The unit of each rank in a number with a 4-bit counter for every rank."""


def _smallest_divisor(keys: NDArray[np.int64]) -> int:
    """The smallest divisor for which these keys have different remainders."""
    return next(n for n in count(len(keys)) if len(np.unique(keys % n)) == len(keys))


def _sums(rows: list[tuple[int, ...]], values: list[int]) -> NDArray[np.int64]:
    return np.array([sum(values[rank] for rank in ranks) for ranks in rows], dtype=np.int64)
