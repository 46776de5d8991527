"""What the kernels of sampled walks work on: the game as flat arrays, what is learned, deals, and room to walk in."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Tree(NamedTuple):
    """The arrays of a `GameTree`, which describes them."""

    player: NDArray[np.int8]
    street: NDArray[np.int8]
    first_edge: NDArray[np.int64]
    slot: NDArray[np.int32]
    child: NDArray[np.int32]
    chance: NDArray[np.float64]
    end_row: NDArray[np.int32]
    payoffs: NDArray[np.float64]


class Places(NamedTuple):
    """Where the cells of a player and round are: part of `abstraction.cells.Cells`."""

    base: NDArray[np.int64]
    width: NDArray[np.int64]


class Tables(NamedTuple):
    """By cell: what is learned."""

    regrets: NDArray[np.float32]
    average: NDArray[np.float32]


class Batch(NamedTuple):
    """Deals for a number of iterations, one for each player in each."""

    classes: NDArray[np.int32]
    """By deal, player and round."""
    order: NDArray[np.int32]
    """By deal: the order of strengths."""
    iteration: int
    """The number of the first."""
    stride: int
    """From the number of one iteration to that of the next."""


class SampledRoom(NamedTuple):
    """Room for walks that follow one of the others' choices; as much as the longest of them needs."""

    waiting: NDArray[np.int32]
    """Nodes and ends that are still to be visited."""
    visited: NDArray[np.int32]
    """Own decisions and ends, in the order of the walk."""
    values: NDArray[np.float64]
    """What those are worth that were visited last and not added up yet."""


class FullRoom(NamedTuple):
    """Room for walks that follow all choices."""

    after: NDArray[np.int32]
    """By node: the next one in depth-first order that does not lie behind it."""
    strategy: NDArray[np.float64]
    """By edge: its probability."""
    own: NDArray[np.float64]
    """By node: how likely the own choices lead there."""
    others: NDArray[np.float64]
    """By node: how likely all others' choices do."""
    values: NDArray[np.float64]
    """By node: what it is worth."""
    visited: NDArray[np.int32]
    """Nodes in the order of the walk."""
