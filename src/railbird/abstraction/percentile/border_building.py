"""Builds the borders of the percentile buckets of hold'em.

Every sequence of cards counts once: which three board cards were the flop matters, because the buckets of the earlier
rounds depend on it.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.build_cost import BuildCost
from railbird.abstraction.chunked_work import summed_in_chunks, work_in_chunks
from railbird.abstraction.equal_parts.part_borders import borders_of_keys, clip_borders, part_borders
from railbird.abstraction.hand_values import BEST_SCORE, HandValues, open_hand_values
from railbird.abstraction.percentile import _kernels
from railbird.abstraction.percentile.borders import BORDER_FILES, Borders, store_borders
from railbird.cards.hands import HAND_CARDS
from railbird.cards.isomorphism import HAND, HAND_FLOP, HAND_TURN, TURN, index_tables
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.compiled import available_cores
from railbird.progress import Progress, Silence

if TYPE_CHECKING:
    from numpy.typing import NDArray

_HANDS, _TURN_BOARDS = 65_536, 32
"""Sizes of a chunk of work."""
_CORE_SECONDS = 45.0
"""Time of building on one core of an ordinary machine."""


def borders_cost(buckets: tuple[int, ...]) -> BuildCost:
    """What building the borders takes, with the hand values in memory; nothing if there are any.

    On the turn there are four keys for each hand, and the keys of a parent are grouped. On the river each thread has
    a histogram.
    """
    if BORDER_FILES.exist(buckets):
        return BuildCost()
    values = 8 * HAND_TURN.size + 8 * HAND_FLOP.size
    keys = 8 * 4 * HAND_TURN.size
    keys += 2 * keys // prod(buckets[:2])
    histograms = (available_cores() + 1) * 8 * prod(buckets[:3]) * (BEST_SCORE + 1)
    disk = 4 * (HAND.size + prod(buckets[:2]) + prod(buckets[:3])) + 2 * prod(buckets)
    return BuildCost(values + max(keys, histograms) + 300_000_000, disk, _CORE_SECONDS / available_cores())


def open_borders(buckets: tuple[int, ...], progress: Progress | None = None) -> Borders:
    """The shipped or stored borders; they are built if there are none, and built again if they are damaged."""
    arrays = BORDER_FILES.load_unless_damaged(buckets)
    if arrays is not None:
        return Borders(**arrays)
    progress = Silence() if progress is None else progress
    borders_cost(buckets).check_memory(f"percentile buckets {','.join(map(str, buckets))}")
    borders = build_borders(buckets, open_hand_values(progress), progress)
    store_borders(buckets, borders)
    return borders


def build_borders(buckets: tuple[int, ...], values: HandValues, progress: Progress) -> Borders:
    """Build the borders, round after round."""
    hands = first_buckets(values.preflop_squares, buckets[0])
    hand_buckets = buckets_by_hand(hands)
    flop = _flop_borders(values, hand_buckets, buckets, progress)
    flop_classes = classes_on_flop(values, hand_buckets, flop)
    turn = _turn_borders(values, flop_classes, buckets, progress)
    river = _river_borders(values, flop_classes, turn, buckets=buckets, progress=progress)
    return Borders(hands=hands, flop=flop, turn=turn, river=river)


def first_buckets(squares: NDArray[np.int64], parts: int) -> NDArray[np.int32]:
    """The bucket of each of the 169 hands."""
    values, numbers = np.unique(squares, return_inverse=True)
    weights = np.zeros(len(values), dtype=np.int64)
    np.add.at(weights, numbers, HAND.class_sizes(np.arange(HAND.size)))
    borders = part_borders(values, weights, parts)
    return np.searchsorted(borders, squares, side="right").astype(np.int32)


def buckets_by_hand(hands: NDArray[np.int32]) -> NDArray[np.int32]:
    """The buckets of the 1,326 hands by their number, from those of the 169."""
    return np.ascontiguousarray(hands[HAND.indices(HAND_CARDS)])


def classes_on_flop(
    values: HandValues, hand_buckets: NDArray[np.int32], borders: NDArray[np.uint32]
) -> NDArray[np.int32]:
    """The class of every hand on the flop, by canonical index."""
    classes = np.empty(HAND_FLOP.size, dtype=np.int32)

    def work(start: int, stop: int) -> None:
        _kernels.write_flop_classes(
            start, stop, values.flop_squares, hand_buckets, borders, index_tables(2, 3), classes
        )

    work_in_chunks(work, HAND_FLOP.size, chunk=_HANDS, progress=Silence(), name="")
    return classes


def _flop_borders(
    values: HandValues, hand_buckets: NDArray[np.int32], buckets: tuple[int, ...], progress: Progress
) -> NDArray[np.uint32]:
    keys = np.empty(HAND_FLOP.size, dtype=np.uint64)

    def work(start: int, stop: int) -> None:
        _kernels.write_flop_keys(start, stop, values.flop_squares, hand_buckets, index_tables(2, 3), keys)

    work_in_chunks(work, HAND_FLOP.size, chunk=_HANDS, progress=progress, name="Buckets: hands on the flop")
    return borders_of_keys(keys, parents=buckets[0], parts=buckets[1])


def _turn_borders(
    values: HandValues, flop_classes: NDArray[np.int32], buckets: tuple[int, ...], progress: Progress
) -> NDArray[np.uint32]:
    keys = np.empty(4 * HAND_TURN.size, dtype=np.uint64)
    tables = index_tables(2, 3), index_tables(2, 4)

    def work(start: int, stop: int) -> None:
        _kernels.write_turn_keys(start, stop, values.turn_squares, flop_classes, *tables, keys)

    work_in_chunks(work, HAND_TURN.size, chunk=_HANDS, progress=progress, name="Buckets: hands on the turn")
    return borders_of_keys(keys, parents=prod(buckets[:2]), parts=buckets[2])


def _river_borders(
    values: HandValues,
    flop_classes: NDArray[np.int32],
    turn_borders: NDArray[np.uint32],
    *,
    buckets: tuple[int, ...],
    progress: Progress,
) -> NDArray[np.uint16]:
    histogram = river_histogram(values, flop_classes, turn_borders, progress=progress)
    scores = np.arange(BEST_SCORE + 1)
    rows = [part_borders(scores[weights > 0], weights[weights > 0], buckets[3]) for weights in histogram]
    return clip_borders(np.array(rows).reshape(len(histogram), buckets[3] - 1), np.uint16)


def river_histogram(
    values: HandValues,
    flop_classes: NDArray[np.int32],
    turn_borders: NDArray[np.uint32],
    *,
    progress: Progress,
) -> NDArray[np.int64]:
    """The number of sequences of cards by class on the turn and score on the river."""
    boards, sizes = TURN.deals(np.arange(TURN.size)), TURN.class_sizes(np.arange(TURN.size))
    shape = turn_borders.shape[0] * (turn_borders.shape[1] + 1), BEST_SCORE + 1
    tables = strength_tables(7), index_tables(2, 3), index_tables(2, 4)

    def count(chunk: slice, histogram: NDArray[np.int64]) -> None:
        _kernels.add_river_scores(
            boards[chunk], sizes[chunk], values.turn_squares, flop_classes, turn_borders, *tables, histogram
        )

    name = "Buckets: turn boards with rivers"
    return summed_in_chunks(count, TURN.size, shape=shape, chunk=_TURN_BOARDS, progress=progress, name=name)
