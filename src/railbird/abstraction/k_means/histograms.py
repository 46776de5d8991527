"""Histograms of the strength on the river, in cumulative form, of all hands before the river.

A row has a column for each border between two bins: the number of run-outs whose score lies above it. The L1 distance
of two rows is the earth mover's distance of the two histograms (in one dimension, Werman, Peleg and Rosenfeld 1985),
in run-outs times bins. The sum of a row grows with the mean strength.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.chunked_work import work_in_chunks
from railbird.abstraction.hand_values import BEST_SCORE
from railbird.abstraction.k_means import _kernels
from railbird.cards.isomorphism import HAND, HAND_FLOP, HAND_TURN, TURN, index_tables
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.equity.exact import run_outs_by_score

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.cards import Card
    from railbird.progress import Progress

BINS = 49
"""Number of bins of equal width, each two percent of hand strength."""
COLUMNS = BINS - 1
_BIN_OF_SCORE = (np.arange(BEST_SCORE + 1) * BINS // (BEST_SCORE + 1)).astype(np.uint8)
_FIRST_SCORES = np.searchsorted(_BIN_OF_SCORE, np.arange(BINS))
"""By bin: its lowest score."""
_TURN_BOARDS, _FLOP_HANDS = 32, 16_384
"""Sizes of a chunk of work."""


def row_of_hand(hand: tuple[Card, ...], board: tuple[Card, ...]) -> NDArray[np.int64]:
    """The row of a single hand, computed without tables."""
    counts = np.add.reduceat(run_outs_by_score(hand, board), _FIRST_SCORES)
    row: NDArray[np.int64] = counts[::-1].cumsum()[-2::-1]
    return row


def turn_rows(progress: Progress) -> NDArray[np.uint8]:
    """The rows of all hands on the turn, by `HAND_TURN` index, over 46 rivers."""
    boards = TURN.deals(np.arange(TURN.size))
    rows = np.empty((HAND_TURN.size, COLUMNS), dtype=np.uint8)
    tables = strength_tables(7), index_tables(2, 4)

    def work(start: int, stop: int) -> None:
        _kernels.write_turn_rows(boards[start:stop], _BIN_OF_SCORE, *tables, rows)

    work_in_chunks(work, TURN.size, chunk=_TURN_BOARDS, progress=progress, name="Histograms: turn boards")
    return rows


def flop_rows(on_turn: NDArray[np.uint8], progress: Progress) -> NDArray[np.uint16]:
    """The rows of all hands on the flop, by `HAND_FLOP` index, over 1,081 run-outs."""
    rows = np.empty((HAND_FLOP.size, COLUMNS), dtype=np.uint16)
    tables = index_tables(2, 3), index_tables(2, 4)

    def work(start: int, stop: int) -> None:
        _kernels.write_flop_rows(start, stop, *tables, on_turn, rows)

    work_in_chunks(work, HAND_FLOP.size, chunk=_FLOP_HANDS, progress=progress, name="Histograms: hands on the flop")
    return rows


def preflop_rows(on_flop: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """The rows of the 169 hands, by `HAND` index, in 1,081ths of all boards."""
    rows = np.empty((HAND.size, COLUMNS), dtype=np.uint16)
    _kernels.write_preflop_rows(comb(50, 3), index_tables(2, 0), index_tables(2, 3), on_flop, rows)
    return rows
