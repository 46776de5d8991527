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
    """By node: the player who decides, or `CHANCE`."""
    street: NDArray[np.int8]
    """By node: the round."""
    first_edge: NDArray[np.int64]
    """By node, with one entry more: the edges of a node end where those of the next begin."""
    slot: NDArray[np.int32]
    """By node: the place of its first choice among all choices of its player in its round.

    Nodes that their player cannot tell apart, whatever the cards, have the same."""
    child: NDArray[np.int32]
    """By edge: the node it leads to, or -1 - terminal."""
    chance: NDArray[np.float64]
    """By edge: its probability where chance decides; empty if chance decides nowhere."""
    terminal_row: NDArray[np.int32]
    """By terminal: its row in `payoffs`; terminals with the same payoffs share a row."""
    payoffs: NDArray[np.float64]
    """By row, order of strengths (see `_kernels.order_of`; one order in games without cards) and player."""

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.payoffs.shape[2])
