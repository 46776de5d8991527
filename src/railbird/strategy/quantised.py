"""Probabilities in single bytes: 255ths that sum to 1 in every information set."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.strategy import _kernels
from railbird.strategy._kernels import WHOLE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import PokerGame

__all__ = ["PACKED_PARTS", "WHOLE", "are_whole", "quantise"]


class _Places(NamedTuple):
    """Where the cells of the information sets are, in the order of the kernels' parameters."""

    player: NDArray[np.int8]
    street: NDArray[np.int8]
    first_edge: NDArray[np.int64]
    slot: NDArray[np.int32]
    base: NDArray[np.int64]
    width: NDArray[np.int64]
    classes: NDArray[np.int64]

    @classmethod
    def of(cls, game: PokerGame) -> _Places:
        tree, layout = game.tree, game.layout
        return cls(tree.player, tree.street, tree.first_edge, tree.slot, layout.base, layout.width, layout.classes)


PACKED_PARTS = 15
"""The parts in which packed strategies count: few, because files of few different bytes compress well."""


def quantise(
    game: PokerGame, probabilities: NDArray[np.float64] | NDArray[np.float32], *, parts: int = WHOLE
) -> NDArray[np.uint8]:
    """Probabilities by cell in 255ths, rounded to `parts` by the method of largest remainders.

    No probability changes by 1 / parts or more. `parts` must divide 255.
    """
    cells = np.full(game.layout.count, WHOLE, dtype=np.uint8)  # the cells of the empty sequences stay at 1
    _kernels.quantise(*_Places.of(game), probabilities, parts, cells)
    return cells


def are_whole(game: PokerGame, cells: NDArray[np.uint8]) -> bool:
    """Whether the bytes of every information set sum to 255."""
    return bool(_kernels.sums_are_whole(*_Places.of(game), cells))
