"""Counts the buckets by winning chances of hold'em, over every hand and board."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.build_cost import BuildCost
from railbird.abstraction.chunked_work import summed_in_chunks
from railbird.abstraction.equal_parts.part_borders import part_borders
from railbird.abstraction.equity_chain import _kernels
from railbird.abstraction.equity_chain.chain_counts import CHAIN_FILES, ChainCounts, store_chain
from railbird.abstraction.hand_values import BEST_SCORE, open_hand_values
from railbird.abstraction.joint.pair_counts import new_pair_workspace
from railbird.abstraction.street_classes.river_borders import count_scores
from railbird.cards.isomorphism import HAND, HAND_FLOP, HAND_TURN, RIVER, TURN, index_tables
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.compiled import available_cores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.hand_values import HandValues
    from railbird.cards.isomorphism import CanonicalIndex
    from railbird.progress import Progress

_HANDS, _BOARDS = 65_536, 64
"""Sizes of a chunk of work."""
_CORE_SECONDS = 120.0
"""Time of counting on one core of an ordinary machine."""


def chain_cost(buckets: tuple[int, ...]) -> BuildCost:
    """What counting takes, with the hand values in memory; nothing if the counts are there."""
    if CHAIN_FILES.exist(buckets):
        return BuildCost()
    steps = pairwise((HAND.size, *buckets, 2 * buckets[-1]))
    disk = 8 * sum(earlier * later for earlier, later in steps)
    sorting = 3 * 8 * HAND_TURN.size
    return BuildCost(sorting + 600_000_000, disk, _CORE_SECONDS / available_cores())


def open_chain(buckets: tuple[int, ...], progress: Progress) -> ChainCounts:
    """The shipped or stored counts; they are counted if there are none, and counted again if they are damaged."""
    arrays = CHAIN_FILES.load_unless_damaged(buckets)
    if arrays is not None:
        return ChainCounts(**arrays)
    chain_cost(buckets).check_memory(f"equity buckets {','.join(map(str, buckets))}")
    counts = count_chain(buckets, open_hand_values(progress), progress)
    store_chain(buckets, counts)
    return counts


def count_chain(buckets: tuple[int, ...], values: HandValues, progress: Progress) -> ChainCounts:
    """Split the hands of each round into equal parts, and count how they change parts."""
    flop_borders = _borders(values.flop_scores, HAND_FLOP, buckets[0])
    turn_borders = _borders(values.turn_scores, HAND_TURN, buckets[1])
    river_borders = _river_borders(buckets[2], progress)
    flop_buckets = buckets_of(values.flop_scores, flop_borders)
    turn_buckets = buckets_of(values.turn_scores, turn_borders)
    river_buckets = buckets_of(np.arange(BEST_SCORE + 1), river_borders)
    wins, ties = _river_pairs(buckets[2], river_buckets, progress)
    return ChainCounts(
        flop_borders=flop_borders,
        turn_borders=turn_borders,
        river_borders=river_borders,
        flops=_flops(buckets, flop_buckets, progress),
        turns=_turns(buckets, flop_buckets, turn_buckets, progress),
        rivers=_rivers(buckets, turn_buckets, river_buckets, progress),
        wins=wins,
        ties=ties,
    )


def buckets_of(values: NDArray[np.integer], borders: NDArray[np.int64]) -> NDArray[np.uint16]:
    """The bucket of each value: the number of borders that do not exceed it."""
    return np.searchsorted(borders, values, side="right").astype(np.uint16)


def _borders(scores: NDArray[np.uint32], index: CanonicalIndex, parts: int) -> NDArray[np.int64]:
    """The borders of equal parts of all hands of a round."""
    sizes = index.class_sizes(np.arange(index.size))
    order = np.argsort(scores, kind="stable")
    distinct, first = np.unique(scores[order], return_index=True)
    return part_borders(distinct.astype(np.int64), np.add.reduceat(sizes[order], first), parts)


def _river_borders(parts: int, progress: Progress) -> NDArray[np.int64]:
    (histogram,) = count_scores(np.zeros(RIVER.size, dtype=np.uint16), 1, progress)
    scores = np.flatnonzero(histogram)
    return part_borders(scores.astype(np.int64), histogram[scores], parts)


def _flops(buckets: tuple[int, ...], flop_buckets: NDArray[np.uint16], progress: Progress) -> NDArray[np.int64]:
    tables = index_tables(2, 0), index_tables(2, 3)

    def count(chunk: slice, counts: NDArray[np.int64]) -> None:
        _kernels.count_flops(chunk.start, chunk.stop, flop_buckets, *tables, counts)

    name = "Equity buckets: hands on the flop"
    return summed_in_chunks(
        count, HAND_FLOP.size, shape=(HAND.size, buckets[0]), chunk=_HANDS, progress=progress, name=name
    )


def _turns(
    buckets: tuple[int, ...], flop_buckets: NDArray[np.uint16], turn_buckets: NDArray[np.uint16], progress: Progress
) -> NDArray[np.int64]:
    tables = index_tables(2, 3), index_tables(2, 4)

    def count(chunk: slice, counts: NDArray[np.int64]) -> None:
        _kernels.count_turns(chunk.start, chunk.stop, flop_buckets, turn_buckets, *tables, counts)

    name = "Equity buckets: hands on the turn"
    return summed_in_chunks(
        count, HAND_TURN.size, shape=(buckets[0], buckets[1]), chunk=_HANDS, progress=progress, name=name
    )


def _rivers(
    buckets: tuple[int, ...], turn_buckets: NDArray[np.uint16], river_buckets: NDArray[np.uint16], progress: Progress
) -> NDArray[np.int64]:
    boards, sizes = TURN.deals(np.arange(TURN.size)), TURN.class_sizes(np.arange(TURN.size))

    def count(chunk: slice, counts: NDArray[np.int64]) -> None:
        _kernels.count_rivers(
            boards[chunk], sizes[chunk], turn_buckets, river_buckets, strength_tables(7), index_tables(2, 4), counts
        )

    name = "Equity buckets: turn boards with rivers"
    return summed_in_chunks(
        count, TURN.size, shape=(buckets[1], buckets[2]), chunk=_BOARDS, progress=progress, name=name
    )


def _river_pairs(
    classes: int, river_buckets: NDArray[np.uint16], progress: Progress
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    boards, sizes = RIVER.deals(np.arange(RIVER.size)), RIVER.class_sizes(np.arange(RIVER.size))

    def count(chunk: slice, counts: NDArray[np.int64]) -> None:
        _kernels.count_river_pairs(
            boards[chunk],
            sizes[chunk],
            river_buckets,
            strength_tables(7),
            new_pair_workspace(classes),
            counts[0],
            counts[1],
        )

    name = "Equity buckets: pairs of hands on river boards"
    counts = summed_in_chunks(
        count, RIVER.size, shape=(2, classes, classes), chunk=_BOARDS, progress=progress, name=name
    )
    return counts[0], counts[1]
