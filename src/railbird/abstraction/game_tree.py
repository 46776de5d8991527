"""A finite game tree as flat arrays, the input of every solver."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

CHANCE = -1
"""In place of a player, at chance nodes."""


@dataclass(frozen=True, kw_only=True)
class GameTree:
    """Nodes in depth-first order; the edges (choices) of a node are adjacent."""

    player: NDArray[np.int8]
    """By node: the player who decides, or `CHANCE`."""
    street: NDArray[np.int8]
    """By node: the round."""
    first_edge: NDArray[np.int64]
    """First edge of each node, and the total number of edges."""
    slot: NDArray[np.int32]
    """By node: the place of its first choice among all choices of its player in its round.

    Nodes that their player cannot distinguish for any cards have the same slot."""
    child: NDArray[np.int32]
    """By edge: the node it leads to, or -1 - terminal."""
    chance: NDArray[np.float64]
    """By edge: its probability at chance nodes; empty if the tree has none."""
    terminal_row: NDArray[np.int32]
    """By terminal: its row in `payoffs`; terminals with the same payoffs share a row."""
    payoffs: NDArray[np.float64]
    """By row, order of strengths (see `_kernels.order_of`; one order in games without cards) and player."""

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.payoffs.shape[2])

    @property
    def edge_nodes(self) -> NDArray[np.int64]:
        """By edge: the node that it leaves."""
        return np.repeat(np.arange(len(self.player)), np.diff(self.first_edge))
