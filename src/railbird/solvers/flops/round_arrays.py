"""The betting of one round and the hands on one board, as arrays for the kernels."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.abstract_game import PokerGame
from railbird.abstraction.betting_tree import BettingTree
from railbird.errors import SolverError

DECK = 52
NODE, NEXT_ROUND, FOLD, SHOWDOWN = range(4)
"""Where a choice leads: to another decision of the round, to the next round, to a fold, to a showdown."""


class BettingRound(NamedTuple):
    """The decisions of a round, in depth-first order. An entry is a decision with which the round begins.

    Decisions, folds and showdowns behind an entry are adjacent; the starts have one more value, the total.
    """

    node_starts: NDArray[np.int64]
    """By entry: its own decision, the first of those behind it."""
    fold_starts: NDArray[np.int64]
    showdown_starts: NDArray[np.int64]
    player: NDArray[np.int8]
    """By decision: the player to act."""
    slot: NDArray[np.int32]
    """By decision: the place of its first choice among the cells of a card class."""
    first_edge: NDArray[np.int64]
    """By decision: its first choice; and the total."""
    kind: NDArray[np.int8]
    """By choice: where it leads."""
    target: NDArray[np.int32]
    """By choice: the number of the decision, entry of the next round, fold or showdown."""
    fold_payoffs: NDArray[np.float64]
    """By player and fold."""
    showdown_payoffs: NDArray[np.float64]
    """By player, lose (0), tie (1) or win (2), and showdown."""

    @property
    def entries(self) -> int:
        """Number of entries."""
        return len(self.node_starts) - 1


class HandsOnBoard(NamedTuple):
    """The hands that have no card in common with a board; in the last round, weakest first."""

    number: NDArray[np.int32]
    """The number of the hand among all hands of the deck."""
    cards: NDArray[np.uint8]
    """Its two cards."""
    card_class: NDArray[np.int64]
    """Its class in the card abstraction of the strategy."""
    level: NDArray[np.int32]
    """In the last round: ascending with its strength, the same for hands that tie; 0 before."""


def betting_rounds(game: PokerGame) -> list[BettingRound]:
    """The rounds of a two-player game; raise SolverError if a hand can be all-in before the last round."""
    tree = game.tree
    parents = _parents(tree)
    return [_round(tree, street, parents) for street in range(len(game.layout.classes))]


def _parents(tree: BettingTree) -> NDArray[np.int64]:
    """By decision: the decision before it, -1 for the first."""
    node = np.repeat(np.arange(len(tree.player)), np.diff(tree.first_edge))
    parents = np.full(len(tree.player), -1, dtype=np.int64)
    inner = tree.child >= 0
    parents[tree.child[inner]] = node[inner]
    return parents


def _round(tree: BettingTree, street: int, parents: NDArray[np.int64]) -> BettingRound:
    nodes = np.flatnonzero(tree.street == street)
    is_entry = np.array([parents[node] < 0 or tree.street[parents[node]] < street for node in nodes], dtype=bool)
    edges = np.concatenate([np.arange(tree.first_edge[node], tree.first_edge[node + 1]) for node in nodes])
    owner = np.repeat(np.arange(len(nodes)), np.diff(tree.first_edge)[nodes])
    kind, target = _targets(tree, edges, street)
    starts = np.append(np.flatnonzero(is_entry), len(nodes))
    rows = tree.terminal_row[-1 - np.minimum(tree.child[edges], -1)]
    payoffs = [np.moveaxis(tree.payoffs[rows[kind == which]], 0, -1) for which in (FOLD, SHOWDOWN)]
    # Orders of strengths are from the point of view of player 0.
    showdowns = np.stack([payoffs[1][:, 0], payoffs[1][::-1, 1]])
    return BettingRound(
        node_starts=starts.astype(np.int64),
        fold_starts=np.searchsorted(owner[kind == FOLD], starts).astype(np.int64),
        showdown_starts=np.searchsorted(owner[kind == SHOWDOWN], starts).astype(np.int64),
        player=tree.player[nodes],
        slot=tree.slot[nodes],
        first_edge=np.append(0, np.cumsum(np.diff(tree.first_edge)[nodes])).astype(np.int64),
        kind=kind,
        target=target,
        fold_payoffs=np.ascontiguousarray(payoffs[0][0]),
        showdown_payoffs=np.ascontiguousarray(showdowns),
    )


def _targets(tree: BettingTree, edges: NDArray[np.int64], street: int) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
    """By choice of a round: where it leads, and the number there."""
    child = tree.child[edges]
    is_node = child >= 0
    streets = tree.street[np.maximum(child, 0)]
    is_fold = tree.is_fold[tree.terminal_row[-1 - np.minimum(child, -1)]]
    kind = np.select(
        [is_node & (streets == street), is_node, is_fold], [NODE, NEXT_ROUND, FOLD], default=SHOWDOWN
    ).astype(np.int8)
    last = int(tree.street.max())
    if street < last and np.any(kind == SHOWDOWN):
        raise SolverError("a hand can be all-in before the last round, and flop by flop only limit games are evaluated")
    target = np.zeros(len(edges), dtype=np.int32)
    local = np.cumsum(tree.street == street) - 1
    target[kind == NODE] = local[child[kind == NODE]]
    for which in (NEXT_ROUND, FOLD, SHOWDOWN):
        target[kind == which] = np.arange(np.count_nonzero(kind == which))
    return kind, target
