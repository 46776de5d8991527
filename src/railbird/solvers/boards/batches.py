"""Groups the terminals of a tree into batches, for one player."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from railbird.lanes import LANES
from railbird.solvers.boards.board_arrays import ROOT, TerminalBatches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.betting_tree import BettingTree
    from railbird.solvers.exact.information_sets import LastEdges

PARTS = 8
"""Number of parts for terminals whose player chose last in an earlier round; each cell belongs to one part."""
LATE = -1
"""In place of a part: terminals whose player chose last in the round in which the hand ended."""


def batches_of(tree: BettingTree, last: LastEdges, player: int) -> dict[tuple[int, int], TerminalBatches]:
    """The batches by part and round."""
    own = last.terminals[:, player]
    own_round, _ = rounds_and_places(tree, own)
    street = tree.terminal_street.astype(np.int64)
    part = np.where(own_round == street + 1, LATE, _parts(own))
    return {
        key: batches_with(tree, last, player, terminals=np.flatnonzero((part == key[0]) & (street == key[1])))
        for key in sorted(set(zip(part.tolist(), street.tolist(), strict=True)))
    }


def batches_with(tree: BettingTree, last: LastEdges, player: int, *, terminals: NDArray[np.intp]) -> TerminalBatches:
    """Batches of the given terminals."""
    own_round, own_place = rounds_and_places(tree, last.terminals[terminals, player])
    other_round, other_place = rounds_and_places(tree, last.terminals[terminals, 1 - player])
    rows = tree.terminal_row[terminals]
    payoffs = tree.payoffs[rows, :, player]
    if player == 1:
        # Orders of strengths are from the point of view of player 0.
        payoffs = payoffs[:, ::-1]
    common = np.column_stack([tree.is_fold[rows], own_round, other_round])
    order = np.lexsort((other_place, other_round, own_round, common[:, 0]))
    return _padded(
        _cut(common[order]),
        common[order],
        own_place=own_place[order],
        other_place=other_place[order],
        payoffs=payoffs[order],
    )


def rounds_and_places(tree: BettingTree, edges: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Round of each edge, counted from 1, and its place among the cells of a class; `ROOT` and 0 for no edge."""
    chosen = edges >= 0
    nodes = np.searchsorted(tree.first_edge, np.where(chosen, edges, 0), side="right") - 1
    rounds = np.where(chosen, tree.street[nodes] + 1, ROOT)
    places = np.where(chosen, tree.slot[nodes] + edges - tree.first_edge[nodes], 0)
    return rounds.astype(np.int64), places.astype(np.int64)


def _parts(edges: NDArray[np.int32]) -> NDArray[np.int64]:
    """Part of each terminal, the same for terminals behind the same edge."""
    _, numbers = np.unique(edges, return_inverse=True)
    return np.asarray(numbers % PARTS, dtype=np.int64)


def _cut(common: NDArray[np.int64]) -> list[slice]:
    """Runs of adjacent terminals with the same common values, at most `LANES` long."""
    changes = np.flatnonzero(np.any(np.diff(common, axis=0) != 0, axis=1)) + 1
    bounds = [0, *changes.tolist(), len(common)]
    return [
        slice(start, min(start + LANES, stop))
        for first, stop in pairwise(bounds)
        for start in range(first, stop, LANES)
    ]


def _padded(
    slices: list[slice],
    common: NDArray[np.int64],
    *,
    own_place: NDArray[np.int64],
    other_place: NDArray[np.int64],
    payoffs: NDArray[np.float64],
) -> TerminalBatches:
    batches = TerminalBatches(
        is_fold=np.array([common[terminals.start, 0] for terminals in slices], dtype=np.bool_),
        own_round=np.array([common[terminals.start, 1] for terminals in slices], dtype=np.int64),
        other_round=np.array([common[terminals.start, 2] for terminals in slices], dtype=np.int64),
        size=np.array([terminals.stop - terminals.start for terminals in slices], dtype=np.int64),
        own_place=np.zeros((len(slices), LANES), dtype=np.int64),
        other_place=np.zeros((len(slices), LANES), dtype=np.int64),
        payoffs=np.zeros((len(slices), 3, LANES)),
    )
    for number, terminals in enumerate(slices):
        lanes = slice(0, terminals.stop - terminals.start)
        batches.own_place[number, lanes] = own_place[terminals]
        batches.other_place[number, lanes] = other_place[terminals]
        batches.payoffs[number, :, lanes] = payoffs[terminals].T
    return batches
