"""Tables of hand values with zeros, of which tests fill the parts that they need."""

from __future__ import annotations

import numpy as np

from railbird.abstraction.hand_values import HandValues
from railbird.cards.isomorphism import HAND, HAND_FLOP, HAND_RIVER, HAND_TURN


def empty_tables() -> HandValues:
    """All zeros; the system provides the memory of what is written."""
    return HandValues(
        river_scores=np.zeros(HAND_RIVER.size, dtype=np.uint16),
        turn_scores=np.zeros(HAND_TURN.size, dtype=np.uint32),
        turn_squares=np.zeros(HAND_TURN.size, dtype=np.uint32),
        flop_scores=np.zeros(HAND_FLOP.size, dtype=np.uint32),
        flop_squares=np.zeros(HAND_FLOP.size, dtype=np.uint32),
        preflop_scores=np.zeros(HAND.size, dtype=np.int64),
        preflop_squares=np.zeros(HAND.size, dtype=np.int64),
    )


def opened(tables: HandValues) -> HandValues:
    """The same tables, read-only like those of the files: kernels need not be compiled for others."""
    views = [table.view() for table in tables]
    for view in views:
        view.flags.writeable = False
    return HandValues(*views)
