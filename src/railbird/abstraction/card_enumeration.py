"""The enumeration of the cards of a small game: all boards up to suits, all hands, and their classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class CardEnumeration:
    """The boards of each round, and the class of every hand on them."""

    hands: NDArray[np.uint8]
    """All hands of hole cards, one in a row."""
    masks: NDArray[np.int64]
    """By hand: its cards as bits."""
    boards: tuple[NDArray[np.uint8], ...]
    """By round: the boards up to suits, one in a row."""
    board_probabilities: tuple[NDArray[np.float64], ...]
    """By round: the probability of each board."""
    counts: tuple[int, ...]
    """Number of classes in each round; buckets can be empty."""
    classes: tuple[NDArray[np.int32], ...]
    """By round: the class of each hand on each board; -1 where they have a card in common."""
    parents: tuple[NDArray[np.int32], ...]
    """By round: the class of each class in the previous round, ascending; empty in the first round.

    An abstraction without perfect recall has no parents."""
    strengths: NDArray[np.int64]
    """The strength of each hand on each board of the last round."""

    def ancestors(self, *, street: int, earlier: int) -> NDArray[np.int32]:
        """For each class of a round, its class in an earlier round or the same round."""
        ancestors = np.arange(self.counts[street], dtype=np.int32)
        for between in range(street, earlier, -1):
            ancestors = self.parents[between][ancestors]
        return ancestors

    def most_deals(self, players: int) -> int:
        """Upper bound of the number of deals: hands of all players on all boards, conflicts between hands included."""
        on_a_board = int((self.classes[-1][0] >= 0).sum())
        return int(len(self.boards[-1]) * on_a_board**players)

    def examples(self, street: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """By class of a round: a hand and a board of the class."""
        classes = self.classes[street]
        numbers, places = np.unique(classes, return_index=True)
        boards, hands = np.divmod(places[numbers >= 0], classes.shape[1])
        return self.hands[hands], self.boards[street][boards]

    def hands_by_strength(self, street: int) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
        """By board of a round: the hands that can be held on it, weakest first, and their levels.

        Levels ascend with the strength, and hands that tie have the same; before the last round all levels are 0.
        """
        classes = self.classes[street]
        is_last = street == len(self.boards) - 1
        strengths = self.strengths if is_last else np.zeros(classes.shape, dtype=np.int64)
        taken = classes < 0
        order = np.lexsort((strengths, taken), axis=1)[:, : int((~taken[0]).sum())]
        level = np.zeros(order.shape, dtype=np.int32)
        np.cumsum(np.diff(np.take_along_axis(strengths, order, axis=1), axis=1) > 0, axis=1, out=level[:, 1:])
        return order, level
