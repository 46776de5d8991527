"""Pairs of hands by class, counted one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Pairs: TypeAlias = "tuple[NDArray[np.intp], ...]"
"""The first and the second hand of each pair."""


def winning_and_tied(hands: NDArray[np.uint8], strengths: NDArray[np.integer]) -> tuple[Pairs, Pairs]:
    """The pairs of hands without a common card that the first wins, and those that tie."""
    shared = np.zeros((len(hands), len(hands)), dtype=np.bool_)
    for mine in range(2):
        for theirs in range(2):
            shared |= hands[:, mine][:, None] == hands[:, theirs]
    return np.nonzero(~shared & (strengths[:, None] > strengths)), np.nonzero(
        ~shared & (strengths[:, None] == strengths)
    )


def pairs_by_class(won: Pairs, tied: Pairs, classes: NDArray[np.integer], number: int) -> NDArray[np.int64]:
    """By class of both hands: the number of pairs that the first wins, and of those that tie."""
    counts = [
        np.bincount(classes[first] * number + classes[second], minlength=number**2) for first, second in (won, tied)
    ]
    return np.array(counts).reshape(2, number, number)
