"""What the kernels of public chance sampling work on: the decisions of each player, terminals, and workspaces.

The cells of the last round are far more than those of all others together. They are worked on in blocks: parts of the
betting tree with so few decisions that what belongs to them stays in the processor's cache.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class PlayerDecisions(NamedTuple):
    """The decisions of both players, by player, round and slot.

    Rounds are counted from 1 where 0 (`ROOT`) stands for players who have not chosen anything yet. Places in the last
    round are counted from the first of their block.
    """

    starts: NDArray[np.int64]
    """By player and round: the first decision; after a player's rounds, the number of the next player's first."""
    slot: NDArray[np.int32]
    """By decision: the place of its first choice among the cells of a class."""
    choices: NDArray[np.int32]
    """By decision: its number of choices."""
    parent_round: NDArray[np.int32]
    """By decision: the round of the player's choice before it."""
    parent_place: NDArray[np.int32]
    """By decision: the place of that choice among the cells of a class."""
    block_starts: NDArray[np.int64]
    """By player and block: its first decision in the last round; and the number of the last decision plus 1."""
    block_slots: NDArray[np.int64]
    """By player and block: the slot of its first decision; and the number of cells of a class in the last round."""


class BoardClasses(NamedTuple):
    """The classes that occur on a board, numbered anew: for each round, all that a player has seen up to it."""

    counts: NDArray[np.int64]
    """By round, `ROOT` included: the number of classes."""
    number: NDArray[np.int64]
    """By round, `ROOT` excluded, and class on the board: its number in the card abstraction."""
    parent: NDArray[np.int64]
    """By round, `ROOT` excluded, and class on the board: its class on the board in the round before."""
    hands: NDArray[np.int64]
    """By round, `ROOT` excluded, and class on the board: the number of its hands."""
    places: NDArray[np.int32]
    """A hash table of the classes of a round."""


class PublicWorkspace(NamedTuple):
    """The workspace of one thread."""

    numbers: NDArray[np.int64]
    """The numbers from 0."""
    base: NDArray[np.int64]
    """By player and round, `ROOT` included: the first cell of the first class on the board."""
    width: NDArray[np.int64]
    """By player and round: the number of cells of a class; in the last round, those of a block."""
    starts: NDArray[np.int64]
    """By round: the first cell of the class that leads to the present one."""
    plan: NDArray[np.float64]
    """By cell of the opponent: the reach of its own choices."""
    values: NDArray[np.float64]
    """By cell of the traverser: its value; 0 between updates."""
    by_class: NDArray[np.float64]
    """By class on the board and lane: the sum over its hands."""
