"""Builds the tables of hand values: river boards are swept once each, turn boards once with every river.

The sums of the flop follow from those of the turn, and the sums of the 169 hands from those of the flop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from railbird.abstraction.build_cost import BuildCost
from railbird.abstraction.chunked_work import work_in_chunks
from railbird.abstraction.hand_values import _kernels
from railbird.cards.isomorphism import HAND, HAND_FLOP, HAND_RIVER, HAND_TURN, RIVER, TURN, index_tables
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.compiled import available_cores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.progress import Progress

Sums: TypeAlias = "tuple[NDArray[np.uint32], NDArray[np.uint32]]"
"""Sums of scores, and of their squares, by canonical index."""
_RIVER_BOARDS, _TURN_BOARDS, _FLOP_HANDS = 512, 32, 16_384
"""Sizes of a chunk of work."""
_CORE_SECONDS = 35.0
"""Time of building on one core of an ordinary machine."""


def building_cost() -> BuildCost:
    """What building the tables takes: two bytes for a hand on the river, two sums for a hand before the river."""
    disk = 2 * HAND_RIVER.size + 2 * 4 * (HAND_TURN.size + HAND_FLOP.size) + 2 * 8 * HAND.size
    return BuildCost(disk + 300_000_000, disk, _CORE_SECONDS / available_cores())


def build_arrays(progress: Progress) -> dict[str, NDArray[np.generic]]:
    """The arrays of `HandValues`, by name."""
    river_scores = _river_table(progress)
    turn = _turn_tables(progress)
    flop = _flop_tables(turn, progress)
    preflop = np.empty((2, HAND.size), dtype=np.int64)
    _kernels.write_preflop_sums(index_tables(2, 0), index_tables(2, 3), *flop, *preflop)
    return {
        "river_scores": river_scores,
        "turn_scores": turn[0],
        "turn_squares": turn[1],
        "flop_scores": flop[0],
        "flop_squares": flop[1],
        "preflop_scores": preflop[0],
        "preflop_squares": preflop[1],
    }


def _river_table(progress: Progress) -> NDArray[np.uint16]:
    """The score of every hand on the river."""
    boards = RIVER.deals(np.arange(RIVER.size))
    scores = np.empty(HAND_RIVER.size, dtype=np.uint16)

    def work(start: int, stop: int) -> None:
        _kernels.write_river_scores(boards[start:stop], strength_tables(7), index_tables(2, 5), scores)

    work_in_chunks(work, RIVER.size, chunk=_RIVER_BOARDS, progress=progress, name="Hand values: river boards")
    return scores


def _turn_tables(progress: Progress) -> Sums:
    """The sums over all rivers of every hand on the turn."""
    boards = TURN.deals(np.arange(TURN.size))
    scores, squares = np.empty(HAND_TURN.size, dtype=np.uint32), np.empty(HAND_TURN.size, dtype=np.uint32)

    def work(start: int, stop: int) -> None:
        _kernels.write_turn_sums(boards[start:stop], strength_tables(7), index_tables(2, 4), scores, squares)

    work_in_chunks(work, TURN.size, chunk=_TURN_BOARDS, progress=progress, name="Hand values: turn boards")
    return scores, squares


def _flop_tables(turn: Sums, progress: Progress) -> Sums:
    """The sums over all run-outs of every hand on the flop."""
    scores, squares = np.empty(HAND_FLOP.size, dtype=np.uint32), np.empty(HAND_FLOP.size, dtype=np.uint32)

    def work(start: int, stop: int) -> None:
        _kernels.write_flop_sums(start, stop, index_tables(2, 3), index_tables(2, 4), *turn, scores, squares)

    work_in_chunks(work, HAND_FLOP.size, chunk=_FLOP_HANDS, progress=progress, name="Hand values: hands on the flop")
    return scores, squares
