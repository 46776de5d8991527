"""What the kernels that count pairs of hands work on, and what becomes of the counts."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_CARDS_LEFT, _HANDS_ON_BOARD = 47, 1081


class HandGroups(NamedTuple):
    """The hands of a board in groups of the same strength and class, weakest first."""

    of_class: NDArray[np.int32]
    """By group: its class."""
    size: NDArray[np.int32]
    """By group: its number of hands."""
    newest: NDArray[np.int32]
    """By class: its latest group, -1 before the first."""
    below: NDArray[np.int32]
    """By class: the number of weaker hands."""


class CardRuns(NamedTuple):
    """The hands of a board that hold a card, in runs of the same group, weakest first."""

    length: NDArray[np.int64]
    """By card: its number of runs."""
    before: NDArray[np.int64]
    """By card: the runs of weaker hands."""
    group: NDArray[np.int32]
    """By card and run: the group."""
    size: NDArray[np.int32]
    """By card and run: the number of hands."""


class PairWorkspace(NamedTuple):
    """The workspace of one thread."""

    cards: NDArray[np.uint8]
    """The cards that are not on the board."""
    hands: NDArray[np.uint8]
    """The hands of a board as places in `cards`, weakest first."""
    strengths: NDArray[np.uint16]
    """By hand: its strength."""
    groups: HandGroups
    runs: CardRuns
    wins: NDArray[np.int32]
    """By class of the winner and of the loser: the pairs of hands on one turn board."""
    ties: NDArray[np.int32]
    """By both classes: the pairs that tie."""


def new_pair_workspace(classes: int) -> PairWorkspace:
    """A workspace for `classes` classes."""
    groups = HandGroups(
        of_class=np.empty(_HANDS_ON_BOARD, dtype=np.int32),
        size=np.empty(_HANDS_ON_BOARD, dtype=np.int32),
        newest=np.empty(classes, dtype=np.int32),
        below=np.empty(classes, dtype=np.int32),
    )
    runs = CardRuns(
        length=np.empty(_CARDS_LEFT, dtype=np.int64),
        before=np.empty(_CARDS_LEFT, dtype=np.int64),
        group=np.empty((_CARDS_LEFT, _CARDS_LEFT), dtype=np.int32),
        size=np.empty((_CARDS_LEFT, _CARDS_LEFT), dtype=np.int32),
    )
    return PairWorkspace(
        cards=np.empty(_CARDS_LEFT, dtype=np.uint8),
        hands=np.empty((_HANDS_ON_BOARD, 2), dtype=np.uint8),
        strengths=np.empty(_HANDS_ON_BOARD, dtype=np.uint16),
        groups=groups,
        runs=runs,
        wins=np.zeros((classes, classes), dtype=np.int32),
        ties=np.zeros((classes, classes), dtype=np.int32),
    )


class PairCounts(NamedTuple):
    """Pairs of hands of two players, by class of the first and of the second: exact integers."""

    wins: NDArray[np.int64]
    """The pairs that the first wins."""
    ties: NDArray[np.int64]

    @property
    def pairs(self) -> NDArray[np.int64]:
        """All pairs."""
        return self.wins + self.wins.T + self.ties

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """The joint probability of both classes."""
        pairs = self.pairs
        return np.asarray(pairs / pairs.sum())

    @property
    def margins(self) -> NDArray[np.float64]:
        """The same times the expected result of a showdown, from the point of view of the first."""
        return np.asarray((self.wins - self.wins.T) / self.pairs.sum())
