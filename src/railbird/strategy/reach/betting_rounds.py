"""A two-player betting tree cut into rounds, as arrays for the kernels.

In every round each node and each way out of the round has a place: first the nodes, in depth-first order, then the
folds, the showdowns, and the exits to the next round. Reach and values are matrices by class and place.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.abstraction.betting_tree import BettingTree
from railbird.errors import GameError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame

_LOSES, _TIES, _WINS = 0, 1, 2
"""Orders of strengths, from the point of view of player 0."""


class RoundNodes(NamedTuple):
    """The nodes of a round, as the kernels see them."""

    player: NDArray[np.int8]
    """By node: the player who decides."""
    first_edge: NDArray[np.int64]
    """First edge of each node, and the number of edges."""
    slot: NDArray[np.int32]
    """By node: the place of its first choice among all choices of its player in the round."""
    target: NDArray[np.int32]
    """By edge: the place that it leads to."""
    entrances: NDArray[np.int32]
    """The nodes at which the round starts, in the order of the exits of the round before."""
    payoffs: NDArray[np.float64]
    """By player and place: the payoff of a fold, what a showdown wins; 1 elsewhere."""


@dataclass(frozen=True)
class BettingRound:
    """A round of a betting tree."""

    nodes: RoundNodes
    folds: slice
    """Places of the folds."""
    showdowns: slice
    """Places of the showdowns, with the last bet called or both players all-in."""
    exits: slice
    """Places of the exits to the next round."""

    @property
    def places(self) -> int:
        """Number of places."""
        return int(self.exits.stop)


def betting_rounds(game: AbstractGame, root: int = 0) -> tuple[BettingRound, ...]:
    """The rounds of a two-player poker game from a decision on; earlier rounds and those not reached are left out.

    Raise GameError for other games.
    """
    tree = game.tree
    if not isinstance(tree, BettingTree) or tree.players != 2:
        raise GameError(f"{game.name}: joint tables of classes are for two-player poker games")
    _check_zero_sum(tree, game.name)
    rounds: list[BettingRound] = []
    entrances = np.array([root])
    while len(entrances):
        cut, entrances = _cut_round(tree, entrances, subtree=slice(root, _end_of_subtree(tree, root)))
        rounds.append(cut)
    return tuple(rounds)


def _end_of_subtree(tree: BettingTree, root: int) -> int:
    """The first node after those that follow from a decision."""
    last = root
    while (below := tree.child[tree.first_edge[last] : tree.first_edge[last + 1]]).max() >= 0:
        last = int(below.max())
    return last + 1


def _check_zero_sum(tree: BettingTree, name: str) -> None:
    """Raise GameError unless a showdown wins what it may lose, and ties win nothing."""
    showdowns = tree.payoffs[~tree.is_fold]
    wins, losses = showdowns[:, _WINS, 0], showdowns[:, _LOSES, 0]
    if not (
        np.allclose(tree.payoffs.sum(axis=2), 0) and np.allclose(wins, -losses) and np.allclose(showdowns[:, _TIES], 0)
    ):
        raise GameError(f"{name}: joint tables of classes are for games in which showdowns win what they may lose")


def _cut_round(
    tree: BettingTree, entrances: NDArray[np.int64], *, subtree: slice
) -> tuple[BettingRound, NDArray[np.int64]]:
    """A round that starts at the given nodes, and the nodes at which the next round starts."""
    street = int(tree.street[entrances[0]])
    nodes = subtree.start + np.flatnonzero(tree.street[subtree] == street)
    choices = np.diff(tree.first_edge)[nodes]
    first_edge = np.concatenate([[0], np.cumsum(choices)])
    edges = np.repeat(tree.first_edge[nodes] - first_edge[:-1], choices) + np.arange(first_edge[-1])
    child = tree.child[edges].astype(np.int64)
    is_terminal = child < 0
    rows = tree.terminal_row[np.where(is_terminal, -1 - child, 0)]
    is_fold = is_terminal & tree.is_fold[rows]
    is_showdown = is_terminal & ~tree.is_fold[rows]
    is_exit = ~is_terminal & (tree.street[np.maximum(child, 0)] != street)
    starts = np.cumsum([len(nodes), is_fold.sum(), is_showdown.sum(), is_exit.sum()]).tolist()
    folds, showdowns, exits = (slice(first, stop) for first, stop in pairwise(starts))
    target = np.searchsorted(nodes, child)
    target[is_fold] = np.arange(folds.start, folds.stop)
    target[is_showdown] = np.arange(showdowns.start, showdowns.stop)
    # Exits are in the order of the nodes behind them.
    behind = np.sort(child[is_exit])
    target[is_exit] = exits.start + np.searchsorted(behind, child[is_exit])
    payoffs = np.ones((2, exits.stop))
    payoffs[:, folds] = tree.payoffs[rows[is_fold], _TIES].T
    payoffs[0, showdowns] = tree.payoffs[rows[is_showdown], _WINS, 0]
    payoffs[1, showdowns] = tree.payoffs[rows[is_showdown], _LOSES, 1]
    arrays = RoundNodes(
        player=tree.player[nodes],
        first_edge=first_edge.astype(np.int64),
        slot=tree.slot[nodes],
        target=target.astype(np.int32),
        entrances=np.searchsorted(nodes, entrances).astype(np.int32),
        payoffs=payoffs,
    )
    return BettingRound(arrays, folds, showdowns, exits), behind
