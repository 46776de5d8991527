"""Prepares a betting tree for public chance sampling: the decisions of each player, and terminals by block."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.solvers.boards.batches import batches_with, rounds_and_places
from railbird.solvers.boards.board_arrays import TerminalBatches
from railbird.solvers.public.public_arrays import PlayerDecisions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.betting_tree import BettingTree
    from railbird.solvers.exact.information_sets import LastEdges

_TERMINALS_PER_BLOCK = 128
"""Enough to fill batches of folds and of showdowns."""


def block_bounds(tree: BettingTree, *, rounds: int) -> NDArray[np.int64]:
    """The first node of each block of the last round, and the number of nodes.

    A block has all nodes behind some of the nodes at which the last round begins; nodes of earlier rounds between them
    belong to no block.
    """
    is_last = tree.street == rounds - 1
    before = np.full(len(tree.player), -1)
    inner = tree.child >= 0
    parents = tree.edge_nodes
    before[tree.child[inner]] = parents[inner]
    begins = np.flatnonzero(is_last & ((before < 0) | ~is_last[before]))
    terminals = np.bincount(parents[~inner], minlength=len(tree.player))
    so_far = np.cumsum(terminals * is_last)
    full = (so_far[begins] - terminals[begins]) // _TERMINALS_PER_BLOCK
    firsts = begins[np.flatnonzero(np.diff(full, prepend=-1))]
    return np.append(firsts, len(tree.player)).astype(np.int64)


def player_decisions(tree: BettingTree, last: LastEdges, *, bounds: NDArray[np.int64], rounds: int) -> PlayerDecisions:
    """The decisions of both players; `bounds` are those of the blocks."""
    nodes, starts, block_starts, block_slots = [], [0], [], []
    for player in range(2):
        block_slots.append(_block_slots(tree, player, bounds=bounds, street=rounds - 1))
        for street in range(rounds):
            chosen = np.flatnonzero((tree.player == player) & (tree.street == street))
            if street == rounds - 1:
                block_starts.append(starts[-1] + np.searchsorted(chosen, bounds))
            nodes.append(chosen)
            starts.append(starts[-1] + len(chosen))
    listed = np.concatenate(nodes)
    player_of = tree.player[listed]
    parent_round, parent_place = rounds_and_places(tree, last.nodes[listed, player_of])
    offset = np.stack(block_slots)[player_of, np.maximum(np.searchsorted(bounds, listed, side="right") - 1, 0)]
    is_last = tree.street[listed] == rounds - 1
    return PlayerDecisions(
        starts=np.stack([starts[player * rounds :][: rounds + 1] for player in range(2)]).astype(np.int64),
        slot=(tree.slot[listed] - np.where(is_last, offset, 0)).astype(np.int32),
        choices=np.diff(tree.first_edge)[listed].astype(np.int32),
        parent_round=parent_round.astype(np.int32),
        parent_place=(parent_place - np.where(parent_round == rounds, offset, 0)).astype(np.int32),
        block_starts=np.stack(block_starts).astype(np.int64),
        block_slots=np.stack(block_slots).astype(np.int64),
    )


def _block_slots(tree: BettingTree, player: int, *, bounds: NDArray[np.int64], street: int) -> NDArray[np.int64]:
    """The slot of a player's first decision of the last round in each block; and the number of slots."""
    nodes = np.flatnonzero((tree.player == player) & (tree.street == street))
    slots = np.append(tree.slot[nodes], tree.size.choices[player, street])
    return np.asarray(slots[np.searchsorted(nodes, bounds)], dtype=np.int64)


def terminal_batches(
    tree: BettingTree, last: LastEdges, decisions: PlayerDecisions, *, bounds: NDArray[np.int64], rounds: int
) -> tuple[TerminalBatches, NDArray[np.int64]]:
    """Batches of terminals; and for each player the first batch of early terminals, of each block, and the end."""
    ends_hand = tree.child < 0
    nodes = tree.edge_nodes[ends_hand]
    terminals = -1 - tree.child[ends_hand]
    block = np.where(tree.street[nodes] == rounds - 1, np.searchsorted(bounds, nodes, side="right") - 1, -1)
    pieces, counts = [], [[0], [0]]
    total = 0
    for player in range(2):
        counts[player] = [total]
        for number in range(-1, len(bounds) - 1):
            piece = batches_with(tree, last, player, terminals=terminals[block == number])
            if number >= 0:
                piece = _within_block(piece, decisions.block_slots[:, number], player=player, rounds=rounds)
            pieces.append(piece)
            total += len(piece.size)
            counts[player].append(total)
    joined = TerminalBatches(*(np.concatenate(arrays) for arrays in zip(*pieces, strict=True)))
    return joined, np.array(counts, dtype=np.int64)


def _within_block(batches: TerminalBatches, slots: NDArray[np.int64], *, player: int, rounds: int) -> TerminalBatches:
    """Count places of the last round from the first of the block."""
    own = np.where(batches.own_round == rounds, slots[player], 0)[:, None]
    other = np.where(batches.other_round == rounds, slots[1 - player], 0)[:, None]
    return batches._replace(
        own_place=np.maximum(batches.own_place - own, 0), other_place=np.maximum(batches.other_place - other, 0)
    )
