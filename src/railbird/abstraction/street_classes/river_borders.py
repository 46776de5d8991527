"""Equal parts of the hands on the river by score, within each bucket of boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.chunked_work import summed_in_chunks
from railbird.abstraction.equal_parts.part_borders import clip_borders, part_borders
from railbird.abstraction.hand_values import BEST_SCORE
from railbird.abstraction.street_classes import _kernels
from railbird.cards.isomorphism import RIVER
from railbird.cards.strength.evaluator_tables import strength_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.progress import Progress

_BOARDS = 512
"""Boards in a chunk of work."""
_SCORES = np.arange(BEST_SCORE + 1)


def river_borders(score_counts: NDArray[np.int64], parts: int) -> NDArray[np.uint16]:
    """By bucket of the board: the smallest score of each part but the first."""
    rows = [part_borders(_SCORES[counts > 0], counts[counts > 0], parts) for counts in score_counts]
    borders: NDArray[np.uint16] = clip_borders(np.array(rows).reshape(len(rows), parts - 1), np.uint16)
    return borders


def count_scores(board_buckets: NDArray[np.uint16], buckets: int, progress: Progress) -> NDArray[np.int64]:
    """The number of hands with a river board by bucket of the board and score, by `RIVER` index of the board."""
    boards, sizes = RIVER.deals(np.arange(RIVER.size)), RIVER.class_sizes(np.arange(RIVER.size))

    def count(chunk: slice, counts: NDArray[np.int64]) -> None:
        _kernels.count_river_scores(boards[chunk], sizes[chunk], board_buckets[chunk], strength_tables(7), counts)

    shape, name = (buckets, BEST_SCORE + 1), "Buckets: river boards"
    return summed_in_chunks(count, RIVER.size, shape=shape, chunk=_BOARDS, progress=progress, name=name)


def classes_by_score(borders: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """The class on the river by bucket of the board and score: the parts of a bucket are next to each other."""
    parts = borders.shape[1] + 1
    rows = [bucket * parts + np.searchsorted(row, _SCORES, side="right") for bucket, row in enumerate(borders)]
    return np.array(rows, dtype=np.uint16)
