"""The arrays of a betting tree that the kernels write, in the order of a depth-first walk."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class TreeArrays(NamedTuple):
    """A betting tree; `game_tree.GameTree` says what its arrays mean."""

    player: NDArray[np.int8]
    street: NDArray[np.int8]
    first_edge: NDArray[np.int64]
    slot: NDArray[np.int32]
    child: NDArray[np.int32]
    kind: NDArray[np.int8]
    total: NDArray[np.int32]
    terminal_street: NDArray[np.int8]
    terminal_row: NDArray[np.int32]

    @classmethod
    def empty(cls, *, decisions: int, edges: int, terminals: int) -> "TreeArrays":
        """Arrays to be filled."""
        return cls(
            player=np.empty(decisions, dtype=np.int8),
            street=np.empty(decisions, dtype=np.int8),
            first_edge=np.empty(decisions + 1, dtype=np.int64),
            slot=np.empty(decisions, dtype=np.int32),
            child=np.empty(edges, dtype=np.int32),
            kind=np.empty(edges, dtype=np.int8),
            total=np.empty(edges, dtype=np.int32),
            terminal_street=np.empty(terminals, dtype=np.int8),
            terminal_row=np.empty(terminals, dtype=np.int32),
        )
