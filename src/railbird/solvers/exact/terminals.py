"""All terminals of a small game with all deals in one list: the choices that lead to each, and its payoff.

These are the payoffs of the sequence form (Koller, Megiddo and von Stengel 1994). The list holds any finite game with
any number of players; games with many cards are too large for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.solvers.enumerations import enumeration_of
from railbird.solvers.exact.information_sets import cells_behind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.abstraction.card_enumeration import CardEnumeration
    from railbird.solvers.exact.information_sets import LastEdges


@dataclass(frozen=True)
class JointDeals:
    """All deals that differ in what the players know or in who wins: joint sequences of classes."""

    classes: NDArray[np.int64]
    """By deal and player: the class in the last round."""
    order: NDArray[np.int64]
    """By deal: who is stronger than whom."""
    probability: NDArray[np.float64]
    """By deal."""


@dataclass(frozen=True)
class Terminals:
    """By cell: the terminals right behind it, as its player sees them."""

    rows: NDArray[np.int64]
    """By cell: its first entry; one more at the end."""
    others: NDArray[np.int32]
    """By entry: the cells of the other players that lead there too."""
    weighted_payoffs: NDArray[np.float64]
    """By entry: its payoff times the probability of the deal."""


def joint_deals(cards: CardEnumeration | None, players: int) -> JointDeals:
    """The deals of a game; a game without cards has a single deal."""
    if cards is None:
        return JointDeals(np.zeros((1, players), dtype=np.int64), np.zeros(1, dtype=np.int64), np.ones(1))
    pieces = [_deals_on(cards, board, players=players) for board in range(len(cards.boards[-1]))]
    classes = np.concatenate([piece.classes for piece in pieces])
    order = np.concatenate([piece.order for piece in pieces])
    probability = np.concatenate([piece.probability for piece in pieces])
    distinct, numbers = np.unique(np.column_stack([classes, order]), axis=0, return_inverse=True)
    total = np.bincount(numbers.ravel(), weights=probability).astype(np.float64)
    return JointDeals(distinct[:, :players], distinct[:, players], total)


def _deals_on(cards: CardEnumeration, board: int, *, players: int) -> JointDeals:
    """All hands of all players on one board of the last round."""
    classes, strengths = cards.classes[-1][board], cards.strengths[board]
    free = np.flatnonzero(classes >= 0)
    hands = free[:, None]
    for _ in range(players - 1):
        hands = np.column_stack([np.repeat(hands, len(free), axis=0), np.tile(free, len(hands))])
        taken = np.bitwise_or.reduce(cards.masks[hands[:, :-1]], axis=1)
        hands = hands[taken & cards.masks[hands[:, -1]] == 0]
    order = np.zeros(len(hands), dtype=np.int64)
    for first in range(players):
        for second in range(first + 1, players):
            order = 3 * order + 1 + np.sign(strengths[hands[:, first]] - strengths[hands[:, second]])
    probability = np.full(len(hands), cards.board_probabilities[-1][board] / len(hands))
    return JointDeals(classes[hands].astype(np.int64), order, probability)


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
    return _sorted(game, cells.reshape(players, -1), payoffs.reshape(-1, players))


def _sorted(game: AbstractGame, cells: NDArray[np.int64], payoffs: NDArray[np.float64]) -> Terminals:
    """Add up entries that the players cannot tell apart, and put them in the order of each player's cells."""
    players, starts = game.players, game.layout.starts
    numbers = np.zeros(cells.shape[1], dtype=np.int64)
    for player in range(players):
        # Numbered anew for each player: a number for all of them at once could be too large.
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
