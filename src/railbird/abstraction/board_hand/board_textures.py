"""Boards described by what they do to hands, the public feature that boards are clustered by.

The row of a board counts its hands by where they come from and how strong they are: for each tenth of the hands before
the flop, how many hands have reached each tenth of E[HS^2] among all hands of the round (a transition table, as in
Waugh et al. 2009). Flushes and flush draws are counted in the same way. So a row shows pairs, high cards, straights
and suits. The L1 distance of two rows is the number of hands that differ, times the tenths by which they differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.board_hand import _kernels
from railbird.abstraction.chunked_work import work_in_chunks
from railbird.abstraction.percentile.border_building import buckets_by_hand, first_buckets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.board_hand.rounds import Round
    from railbird.progress import Progress

LEVELS = 10
_GROUPS = 10
COLUMNS = (_GROUPS + 2) * LEVELS
_BOARDS = 64
"""Boards in a chunk of work."""


def board_rows(
    street: Round, levels: NDArray[np.int64], preflop_squares: NDArray[np.int64], progress: Progress
) -> NDArray[np.uint16]:
    """The rows of all boards of a round; `levels` are the smallest values of the tenths but the first."""
    boards = street.boards.deals(np.arange(street.boards.size))
    groups = buckets_by_hand(first_buckets(preflop_squares, _GROUPS)).astype(np.int64)
    rows = np.empty((len(boards), COLUMNS), dtype=np.uint16)

    def work(start: int, stop: int) -> None:
        _kernels.write_board_rows(
            boards[start:stop], street.values, levels, groups, _GROUPS, street.hand_tables, rows[start:stop]
        )

    work_in_chunks(work, len(boards), chunk=_BOARDS, progress=progress, name=f"Textures: {street.name} boards")
    return rows
