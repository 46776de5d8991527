"""The rounds after the first, with the values of their hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.cards.isomorphism import (
    FLOP,
    HAND_FLOP,
    HAND_RIVER,
    HAND_TURN,
    RIVER,
    TURN,
    CanonicalIndex,
    index_tables,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.hand_values import HandValues
    from railbird.cards.isomorphism import IndexTables


@dataclass(frozen=True)
class Round:
    """A round after the first."""

    name: str
    number: int
    hands: CanonicalIndex
    """The index of hands with a board."""
    boards: CanonicalIndex
    """The index of boards."""
    values: NDArray[np.uint32] | NDArray[np.uint16]
    """By index of hands: the sum of squared scores over all run-outs, on the river the score, which orders alike."""

    @property
    def hand_tables(self) -> IndexTables:
        """The tables of the index of hands."""
        return index_tables(2, self.boards.board_cards)

    @property
    def board_tables(self) -> IndexTables:
        """The tables of the index of boards."""
        return index_tables(0, self.boards.board_cards)


def later_rounds(values: HandValues) -> tuple[Round, Round, Round]:
    """Flop, turn and river."""
    return (
        Round("flop", 1, HAND_FLOP, FLOP, values.flop_squares),
        Round("turn", 2, HAND_TURN, TURN, values.turn_squares),
        Round("river", 3, HAND_RIVER, RIVER, values.river_scores),
    )
