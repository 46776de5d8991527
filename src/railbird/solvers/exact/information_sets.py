"""The information sets of each player in order of play, each with the cell that leads to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.solvers.enumerations import enumeration_of
from railbird.solvers.exact import _kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.abstraction.game_tree import GameTree


@dataclass(frozen=True)
class LastEdges:
    """The last edge that each player chose before a node or a terminal, -1 if none; and the reach of chance."""

    nodes: NDArray[np.int32]
    terminals: NDArray[np.int32]
    terminal_chance: NDArray[np.float64]


@dataclass(frozen=True)
class InformationSets:
    """The sets of all players, grouped by player; a set follows those that lead to it."""

    starts: NDArray[np.int64]
    """First set of each player, and the total number of sets."""
    first: NDArray[np.int32]
    """By set: its first cell."""
    choices: NDArray[np.int16]
    """By set: its number of cells."""
    parent: NDArray[np.int32]
    """By set: the cell of the player's choice before it."""
    round_starts: NDArray[np.int64]
    """First set of each player and round; after a player's rounds, the first set of the next player."""

    def part(self, sets: slice) -> tuple[NDArray[np.int32], NDArray[np.int16], NDArray[np.int32]]:
        """The first cells, choices and parents of a range of sets, as arguments of kernels."""
        return self.first[sets], self.choices[sets], self.parent[sets]


def last_edges(tree: GameTree) -> LastEdges:
    """The last edges before every node and terminal."""
    nodes = np.empty((len(tree.player), tree.players), dtype=np.int32)
    terminals = np.empty((len(tree.terminal_row), tree.players), dtype=np.int32)
    terminal_chance = np.empty(len(terminals))
    _kernels.write_last_edges(
        tree.player, tree.first_edge, tree.child, tree.chance, nodes, terminals, np.empty(len(nodes)), terminal_chance
    )
    return LastEdges(nodes, terminals, terminal_chance)


def information_sets(game: AbstractGame, last: LastEdges) -> InformationSets:
    """The information sets of a game."""
    tree = game.tree
    pieces: list[tuple[NDArray[np.int32], NDArray[np.int16], NDArray[np.int32]]] = []
    bounds = [0]
    for player in range(game.players):
        for street in range(len(game.layout.classes)):
            nodes = np.flatnonzero((tree.player == player) & (tree.street == street))
            # Nodes that the player cannot distinguish form a single set.
            _, distinct = np.unique(tree.slot[nodes], return_index=True)
            pieces.append(_sets_of(game, nodes[distinct], edges=last.nodes[nodes[distinct], player]))
            bounds.append(bounds[-1] + len(pieces[-1][0]))
    first, choices, parent = (np.concatenate(part) for part in zip(*pieces, strict=True))
    rounds = len(game.layout.classes)
    starts = np.array(bounds, dtype=np.int64)
    round_starts = np.stack([starts[player * rounds :][: rounds + 1] for player in range(game.players)])
    # A strided array would be another type to the compiler, which would compile every solver twice.
    return InformationSets(starts[::rounds].copy(), first, choices, parent, round_starts)


def _sets_of(
    game: AbstractGame, nodes: NDArray[np.intp], *, edges: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int16], NDArray[np.int32]]:
    """The sets of nodes of one player and round, for every class of cards; `edges` lead to the nodes."""
    if len(nodes) == 0:
        return np.empty(0, np.int32), np.empty(0, np.int16), np.empty(0, np.int32)
    tree, layout = game.tree, game.layout
    player, street = int(tree.player[nodes[0]]), int(tree.street[nodes[0]])
    classes = np.arange(layout.classes[street])
    first = layout.base[player, street] + classes[:, None] * layout.width[player, street] + tree.slot[nodes]
    counts = (tree.first_edge[nodes + 1] - tree.first_edge[nodes]).astype(np.int16)
    parent = np.stack([cells_behind(game, int(edge), player=player, street=street) for edge in edges], axis=1)
    return first.ravel().astype(np.int32), np.tile(counts, len(classes)), parent.ravel().astype(np.int32)


def cells_behind(game: AbstractGame, edge: int, *, player: int, street: int) -> NDArray[np.int64]:
    """For each class of a round, the cell of an edge that the player chose in this round or earlier."""
    tree, layout, cards = game.tree, game.layout, enumeration_of(game)
    classes = int(layout.classes[street])
    if edge < 0:
        return np.full(classes, layout.starts[player])
    node = int(np.searchsorted(tree.first_edge, edge, side="right")) - 1
    earlier = int(tree.street[node])
    place = int(tree.slot[node]) + edge - int(tree.first_edge[node])
    ancestors = np.arange(classes) if cards is None else cards.ancestors(street=street, earlier=earlier)
    return np.asarray(layout.base[player, earlier] + ancestors * layout.width[player, earlier] + place, dtype=np.int64)
