"""What the kernels of sampled walks work on: the game as flat arrays, what is learned, deals, and workspaces."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class TreeArrays(NamedTuple):
    """The arrays of a `GameTree`, which describes them."""

    player: NDArray[np.int8]
    street: NDArray[np.int8]
    first_edge: NDArray[np.int64]
    slot: NDArray[np.int32]
    child: NDArray[np.int32]
    chance: NDArray[np.float64]
    terminal_row: NDArray[np.int32]
    payoffs: NDArray[np.float64]


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

    waiting: NDArray[np.int32]
    """Nodes and terminals that are still to be visited."""
    visited: NDArray[np.int32]
    """Own decisions and terminals, in the order of the walk."""
    values: NDArray[np.float64]
    """The values of those that were visited last and not added up yet."""


class FullWorkspace(NamedTuple):
    """The workspace of walks that follow all choices."""

    after: NDArray[np.int32]
    """By node: the next one in depth-first order that does not lie behind it."""
    strategy: NDArray[np.float64]
    """By edge: its probability."""
    own: NDArray[np.float64]
    """By node: the reach of the own choices."""
    others: NDArray[np.float64]
    """By node: the reach of all others' choices."""
    values: NDArray[np.float64]
    """By node: its value."""
    visited: NDArray[np.int32]
    """Nodes in the order of the walk."""
