"""Pairs of hands by class, counted one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def plain_pairs(
    hands: NDArray[np.uint8], strengths: NDArray[np.integer], classes: NDArray[np.integer], number: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """By class of both hands: the pairs without a common card that the first wins, and those that tie."""
    shared = np.zeros((len(hands), len(hands)), dtype=np.bool_)
    for mine in range(2):
        for theirs in range(2):
            shared |= hands[:, mine][:, None] == hands[:, theirs]
    difference = strengths.astype(np.int64)[:, None] - strengths.astype(np.int64)
    wins, ties = np.zeros((2, number, number), dtype=np.int64)
    rows, columns = np.broadcast_arrays(classes[:, None], classes)
    np.add.at(wins, (rows, columns), ~shared & (difference > 0))
    np.add.at(ties, (rows, columns), ~shared & (difference == 0))
    return wins, ties
