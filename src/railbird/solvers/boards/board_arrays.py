"""What the kernels of boards work on: hands by board, and terminals in batches."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird.lanes import LANES

DECK = 52
ROOT = 0
"""In place of a round, for players who have not chosen anything yet; other rounds are counted from 1."""


class BoardHands(NamedTuple):
    """The boards of one round and the hands on each, those that have no card in common with it, weakest first."""

    cards: NDArray[np.uint8]
    """By board and hand: its cards."""
    level: NDArray[np.int32]
    """By board and hand: ascending with its strength, the same for hands that tie; 0 before the last round."""
    classes: NDArray[np.int32]
    """By board and hand: its class in this round."""
    probability: NDArray[np.float64]
    """By board: its probability together with any two given hands that can be held on it."""


class ClassLookup(NamedTuple):
    """Cells by class, and earlier classes by later class."""

    base: NDArray[np.int64]
    """By player and round, `ROOT` included: the first cell of the first class."""
    width: NDArray[np.int64]
    """By player and round: the cells of a class; 0 for `ROOT`, where all classes are one."""
    parents: NDArray[np.int32]
    """Each class's class in the round before, all rounds in one list."""
    parent_starts: NDArray[np.int64]
    """By round (from 1): where its classes begin in the list."""


class TerminalBatches(NamedTuple):
    """Up to `LANES` terminals each, of one round: all folds or all showdowns, with the same rounds of last choices."""

    is_fold: NDArray[np.bool_]
    own_round: NDArray[np.int64]
    other_round: NDArray[np.int64]
    size: NDArray[np.int64]
    """Terminals in the batch; the payoffs of lanes beyond it are 0."""
    own_place: NDArray[np.int64]
    """By batch and lane: the player's last choice before the terminal, among the cells of a class."""
    other_place: NDArray[np.int64]
    """The same of the opponent."""
    payoffs: NDArray[np.float64]
    """By batch, lose (0), tie (1) or win (2), and lane: the payoff, which folds have in all three."""


class BoardWorkspace(NamedTuple):
    """The workspace of one thread."""

    reach: NDArray[np.float64]
    """By hand and lane: the reach of the opponent's choices to the terminal with this hand."""
    result: NDArray[np.float64]
    """By hand and lane: the value of the terminal."""
    by_card: NDArray[np.float64]
    """By card and lane: the sum of the reaches of hands that have the card."""
    classes: NDArray[np.int64]
    """By round, `ROOT` included, and hand: its class."""


def new_workspace(hands: int, rounds: int) -> BoardWorkspace:
    """A workspace for boards with `hands` hands."""
    return BoardWorkspace(
        reach=np.zeros((hands, LANES)),
        result=np.zeros((hands, LANES)),
        by_card=np.zeros((DECK, LANES)),
        classes=np.zeros((rounds + 1, hands), dtype=np.int64),
    )
