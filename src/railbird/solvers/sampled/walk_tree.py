"""Packs a game tree in the order in which sampled walks read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.betting_tree import BettingTree
from railbird.games.action import FOLD
from railbird.solvers.sampled import _kernels
from railbird.solvers.sampled.sampling_arrays import (
    AFTER,
    CHOICES,
    FIRST_EDGE,
    FOLDS,
    LINE,
    NODE_SIZE,
    PLAYER,
    SLOT,
    WalkTree,
)

if TYPE_CHECKING:
    from railbird.abstraction.game_tree import GameTree


def walk_tree(tree: GameTree, *, rounds: int) -> WalkTree:
    """The nodes of a tree as records, and its payoffs as one run of rows for each player and order of strengths."""
    count = len(tree.player)
    nodes = np.zeros((count, NODE_SIZE), dtype=np.int32)
    nodes[:, PLAYER] = tree.player
    nodes[:, LINE] = np.maximum(tree.player, 0).astype(np.int32) * rounds + tree.street  # unused at chance nodes
    nodes[:, SLOT] = tree.slot
    nodes[:, FIRST_EDGE] = tree.first_edge[:-1]
    nodes[:, CHOICES] = np.diff(tree.first_edge)
    after = np.empty(count, dtype=np.int32)
    _kernels.write_afters(tree.first_edge, tree.child, after)
    nodes[:, AFTER] = after
    if isinstance(tree, BettingTree):
        nodes[:, FOLDS] = tree.kind[tree.first_edge[:-1]] == FOLD.kind
    rows, orders, players = tree.payoffs.shape
    target = np.where(tree.child >= 0, tree.child, count + tree.terminal_row[-1 - np.minimum(tree.child, -1)])
    payoffs = tree.payoffs.transpose(2, 1, 0).reshape(players * orders, rows)
    return WalkTree(nodes, target.astype(np.int32), tree.chance, np.ascontiguousarray(payoffs))
