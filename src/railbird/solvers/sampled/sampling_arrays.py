"""What the kernels of sampled walks work on: the game as flat arrays, what is learned, deals, and workspaces."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

PLAYER, LINE, SLOT, FIRST_EDGE, CHOICES, AFTER, FOLDS = range(7)
"""The fields of a node: the player (or `CHANCE`), the number of player and round, the slot, the first edge, the number
of choices, the next node in depth-first order that does not lie behind it, and whether the first choice is a fold."""
NODE_SIZE = 8
"""Fields of a node with their padding: nodes do not straddle lines of the processor's cache."""


class WalkTree(NamedTuple):
    """A `GameTree` in the order in which walks read it."""

    nodes: NDArray[np.int32]
    """By node: its fields."""
    target: NDArray[np.int32]
    """By edge: the node it leads to; or the number of nodes plus the row of payoffs, if it ends the hand."""
    chance: NDArray[np.float64]
    """By edge: its probability at chance nodes."""
    payoffs: NDArray[np.float64]
    """By player, order of strengths and row: a walk needs one run of rows."""


class LayoutArrays(NamedTuple):
    """The arrays of an `InformationSetLayout` that say where the cells of a player and round are."""

    base: NDArray[np.int64]
    width: NDArray[np.int64]


class RegretTables(NamedTuple):
    """By cell: what is learned."""

    regrets: NDArray[np.float32]
    average: NDArray[np.float32]


class DealBatch(NamedTuple):
    """Deals for a number of iterations, one for each player in each."""

    classes: NDArray[np.int32]
    """By deal, player and round."""
    order: NDArray[np.int32]
    """By deal: the order of strengths."""
    iteration: int
    """The number of the first."""
    stride: int
    """From the number of one iteration to that of the next."""


class SampledWorkspace(NamedTuple):
    """The workspace of walks that follow one of the others' choices; as large as the longest walk needs."""

    lines: NDArray[np.int64]
    """By player and round: where the cells of the player's class begin."""
    waiting: NDArray[np.int32]
    """Nodes and terminals that are still to be visited."""
    visited: NDArray[np.int32]
    """Own decisions and terminals, in the order of the walk."""
    values: NDArray[np.float64]
    """The values of those that were visited last and not added up yet."""
    tendencies: NDArray[np.float64]
    """By player: how often a player who plays at random raises, and how often folds instead of calling."""


class FullWorkspace(NamedTuple):
    """The workspace of walks that follow all choices."""

    lines: NDArray[np.int64]
    """By player and round: where the cells of the player's class begin."""
    strategy: NDArray[np.float64]
    """By edge: its probability."""
    reach: NDArray[np.float64]
    """By node, and behind these by row of payoffs: the reach of some players' choices."""
    values: NDArray[np.float64]
    """By node, and behind these by row of payoffs: its value."""
    visited: NDArray[np.int32]
    """Nodes in the order of the walk."""
