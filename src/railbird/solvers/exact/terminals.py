"""The list of all terminals of a small game with all deals: the choices that lead to each, and its payoff.

These are the payoffs of the sequence form (Koller, Megiddo and von Stengel 1994). The list holds any finite game with
any number of players; games with many cards are too large for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.joint_deals import joint_deals
from railbird.solvers.enumerations import enumeration_of
from railbird.solvers.exact.information_sets import cells_behind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.solvers.exact.information_sets import LastEdges


@dataclass(frozen=True)
class Terminals:
    """The terminals right behind each cell, from its player's point of view."""

    rows: NDArray[np.int64]
    """First entry of each cell, and the total number of entries."""
    others: NDArray[np.int32]
    """By entry: the cells of the other players that lead to it."""
    weighted_payoffs: NDArray[np.float64]
    """By entry: its payoff times the probability of the deal."""


def list_terminals(game: AbstractGame, last: LastEdges) -> Terminals:
    """The list of all terminals with all deals."""
    players, tree = game.players, game.tree
    deals = joint_deals(enumeration_of(game), players)
    final = len(game.layout.classes) - 1
    terminals, count = len(tree.terminal_row), len(deals.probability)
    cells = np.empty((players, terminals, count), dtype=np.int64)
    for player in range(players):
        distinct, numbers = np.unique(last.terminals[:, player], return_inverse=True)
        by_class = np.stack([cells_behind(game, int(edge), player=player, street=final) for edge in distinct])
        cells[player] = by_class[numbers][:, deals.classes[:, player]]
    probability = last.terminal_chance[:, None] * deals.probability
    payoffs = tree.payoffs[tree.terminal_row[:, None], deals.order] * probability[:, :, None]
    return _merge_and_sort(game, cells.reshape(players, -1), payoffs.reshape(-1, players))


def _merge_and_sort(game: AbstractGame, cells: NDArray[np.int64], payoffs: NDArray[np.float64]) -> Terminals:
    """Merge entries that the players cannot distinguish, and sort them by each player's cells."""
    players, starts = game.players, game.layout.starts
    numbers = np.zeros(cells.shape[1], dtype=np.int64)
    for player in range(players):
        # Renumbered for each player: a single number for all players could overflow.
        size = int(starts[player + 1] - starts[player])
        keys = numbers * size + cells[player] - starts[player]
        _, examples, numbers = np.unique(keys, return_index=True, return_inverse=True)
    cells = cells[:, examples]
    sums = [np.bincount(numbers, weights=payoffs[:, player]) for player in range(players)]
    own, others, weighted = [], [], []
    for player in range(players):
        by_cell = np.argsort(cells[player], kind="stable")
        own.append(cells[player, by_cell])
        others.append(np.delete(cells, player, axis=0)[:, by_cell].T)
        weighted.append(sums[player][by_cell])
    rows = np.searchsorted(np.concatenate(own), np.arange(game.layout.count + 1))
    return Terminals(
        rows.astype(np.int64), np.ascontiguousarray(np.concatenate(others), dtype=np.int32), np.concatenate(weighted)
    )
