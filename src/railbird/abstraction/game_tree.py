"""A finite game as flat arrays: the form in which every solver takes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHANCE = -1
"""In place of a player, where chance decides."""


@dataclass(frozen=True, kw_only=True)
class GameTree:
    """Nodes in the order of a depth-first walk, each with its choices (edges), which stand next to each other."""

    player: NDArray[np.int8]
    """By node: who decides."""
    street: NDArray[np.int8]
    """By node: the round."""
    first_edge: NDArray[np.int64]
    """By node, and one more: the edges of a node end where the next one's begin."""
    slot: NDArray[np.int32]
    """By node: the place of its first choice among all choices of its player in its round.

    Nodes that their player cannot tell apart, whatever the cards, have the same."""
    child: NDArray[np.int32]
    """By edge: the node it leads to, or -1 - end."""
    chance: NDArray[np.float64]
    """By edge: how likely it is where chance decides; empty if it decides nowhere."""
    end_row: NDArray[np.int32]
    """By end: its row in `payoffs`; ends with the same payoffs share one."""
    payoffs: NDArray[np.float64]
    """By row, order of strengths (see `_kernels.order_of`; one order in games without cards) and player."""

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.payoffs.shape[2])
