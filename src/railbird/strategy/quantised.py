"""Probabilities in single bytes: 255ths that sum to 1 in every information set."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.strategy import _kernels
from railbird.strategy._kernels import WHOLE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import PokerGame

__all__ = ["WHOLE", "are_whole", "quantise"]


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


def quantise(game: PokerGame, probabilities: NDArray[np.float64] | NDArray[np.float32]) -> NDArray[np.uint8]:
    """Probabilities by cell in 255ths, by the method of largest remainders: no probability changes by 1/255 or more."""
    cells = np.full(game.layout.count, WHOLE, dtype=np.uint8)  # the cells of the empty sequences stay at 1
    _kernels.quantise(*_Places.of(game), probabilities, cells)
    return cells


def are_whole(game: PokerGame, cells: NDArray[np.uint8]) -> bool:
    """Whether the bytes of every information set sum to 255."""
    return bool(_kernels.sums_are_whole(*_Places.of(game), cells))
