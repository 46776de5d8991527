"""The tables of hand values, in memory and in the cache folder."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from railbird.abstraction.build_cost import BuildCost
from railbird.abstraction.hand_values.build import build_arrays, building_cost
from railbird.abstraction.hand_values.hand_value import RUN_OUTS, HandValue, hand_value
from railbird.array_files import ArrayFileKind, open_arrays, write_arrays
from railbird.cards import as_cards
from railbird.cards.isomorphism import HAND, HAND_FLOP, HAND_RIVER, HAND_TURN
from railbird.equity.card_checks import check_hand_and_board
from railbird.errors import TableError
from railbird.files import cached_file
from railbird.progress import Progress, Silence

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from railbird.cards import Card, Cards

VALUES_FILE = ArrayFileKind("hand values", layout=1, error=TableError)
_SHAPES = {
    "river_scores": (np.uint16, HAND_RIVER.size),
    "turn_scores": (np.uint32, HAND_TURN.size),
    "turn_squares": (np.uint32, HAND_TURN.size),
    "flop_scores": (np.uint32, HAND_FLOP.size),
    "flop_squares": (np.uint32, HAND_FLOP.size),
    "preflop_scores": (np.int64, HAND.size),
    "preflop_squares": (np.int64, HAND.size),
}
_INDICES = {0: HAND, 3: HAND_FLOP, 4: HAND_TURN, 5: HAND_RIVER}
"""By number of board cards."""
_log = logging.getLogger(__name__)


class HandValues(NamedTuple):
    """The values of all hands by canonical index, memory-mapped; kernels take the tuple as it is.

    The indices are those of `railbird.cards.isomorphism`: `HAND`, `HAND_FLOP`, `HAND_TURN` and `HAND_RIVER`.
    """

    river_scores: NDArray[np.uint16]
    """The score on the river, 0 to 1,980."""
    turn_scores: NDArray[np.uint32]
    """The sum of the scores over the 46 rivers."""
    turn_squares: NDArray[np.uint32]
    """The sum of their squares."""
    flop_scores: NDArray[np.uint32]
    """The same sums over the 1,081 run-outs of turn and river."""
    flop_squares: NDArray[np.uint32]
    preflop_scores: NDArray[np.int64]
    """The same sums over the 2,118,760 boards."""
    preflop_squares: NDArray[np.int64]

    def value(self, hand: Cards, board: Cards = ()) -> HandValue:
        """The value of a hand on a board; the same as `hand_value`."""
        hand, board = as_cards(hand), as_cards(board)
        if len(hand) != 2 or len(board) not in _INDICES:
            check_hand_and_board(hand, board)
        index = _INDICES[len(board)].index((*hand, *board))
        if len(board) == 5:
            score = int(self.river_scores[index])
            return HandValue(score, score**2, 1)
        scores, squares = self._sums[len(board)]
        return HandValue(int(scores[index]), int(squares[index]), RUN_OUTS[len(board)])

    @property
    def _sums(self) -> dict[int, tuple[NDArray[np.integer], NDArray[np.integer]]]:
        """By number of board cards: the sums of scores and of squares."""
        return {
            0: (self.preflop_scores, self.preflop_squares),
            3: (self.flop_scores, self.flop_squares),
            4: (self.turn_scores, self.turn_squares),
        }


def values_path() -> Path:
    """Where the tables are, or would be written."""
    return cached_file("tables", "hand-values.arrays")


def values_cost() -> BuildCost:
    """What building the tables takes; nothing if they are stored."""
    return BuildCost() if values_path().exists() else building_cost()


def load_hand_values(*, verify: bool = False) -> HandValues | None:
    """The stored tables, or None if they have not been built; raise TableError if they are damaged.

    With `verify`, every byte is checked, which takes a second.
    """
    path = values_path()
    if not path.exists():
        return None
    _, arrays = open_arrays(path, VALUES_FILE, verify=verify)
    found: Any = {name: (array.dtype, array.shape) for name, array in arrays.items()}
    if found != {name: (np.dtype(kind), (size,)) for name, (kind, size) in _SHAPES.items()}:
        raise TableError(f"{path} is damaged: its arrays are not those of the hand values")
    return HandValues(**arrays)  # type: ignore[arg-type]


def open_hand_values(progress: Progress | None = None) -> HandValues:
    """The stored tables; they are built if there are none, and built again if they are damaged."""
    try:
        values = load_hand_values()
    except TableError as error:
        _log.warning("%s; building it again", error)
        values = None
    return store_hand_values(Silence() if progress is None else progress) if values is None else values


def hand_value_function() -> Callable[[tuple[Card, ...], tuple[Card, ...]], HandValue]:
    """The value of a hand on a board: from the tables if they have been built, otherwise computed."""
    try:
        values = load_hand_values()
    except TableError as error:
        _log.warning("%s; computing instead. `railbird abstract build` builds it again", error)
        values = None
    return hand_value if values is None else values.value


def store_hand_values(progress: Progress) -> HandValues:
    """Build the tables and write them to the cache folder."""
    building_cost().check_memory("the hand values")
    write_arrays(values_path(), VALUES_FILE, {}, build_arrays(progress))
    values = load_hand_values()
    if values is None:
        raise TableError(f"{values_path()} was removed while it was written")
    return values
