"""Every end of a small game with every deal, as one list: which choices of the players lead to it, what it is worth.

This is the sequence form (Koller, Megiddo and von Stengel 1994). It holds for any finite game and any number of
players; games with many cards are too large for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.solvers.exact.information_sets import cells_behind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.abstraction.card_classes import CardClasses
    from railbird.solvers.exact.information_sets import LastEdges


@dataclass(frozen=True)
class JointDeals:
    """All deals that differ in what the players know or in who wins: joint sequences of classes."""

    classes: NDArray[np.int64]
    """By deal and player: the class in the last round."""
    order: NDArray[np.int64]
    """By deal: who is stronger than whom."""
    share: NDArray[np.float64]
    """By deal: how likely it is."""


@dataclass(frozen=True)
class Ends:
    """By cell: the ends right behind it, as its player sees them."""

    rows: NDArray[np.int64]
    """By cell: its first entry; an entry more at the end."""
    others: NDArray[np.int32]
    """By entry: the cells of the other players that lead there too."""
    worth: NDArray[np.float64]
    """By entry: its payoff times the probability of the deal."""


def joint_deals(cards: CardClasses | None, players: int) -> JointDeals:
    """The deals of a game; one without cards has a single deal."""
    if cards is None:
        return JointDeals(np.zeros((1, players), dtype=np.int64), np.zeros(1, dtype=np.int64), np.ones(1))
    pieces = [_deals_on(cards, board, players=players) for board in range(len(cards.boards[-1]))]
    classes = np.concatenate([piece.classes for piece in pieces])
    order = np.concatenate([piece.order for piece in pieces])
    share = np.concatenate([piece.share for piece in pieces])
    unlike, numbers = np.unique(np.column_stack([classes, order]), axis=0, return_inverse=True)
    shares = np.bincount(numbers.ravel(), weights=share).astype(np.float64)
    return JointDeals(unlike[:, :players], unlike[:, players], shares)


def _deals_on(cards: CardClasses, board: int, *, players: int) -> JointDeals:
    """All hands of all players on one board of the last round."""
    classes, strengths = cards.classes[-1][board], cards.strengths[board]
    free = np.flatnonzero(classes >= 0)
    hands = free[:, None]
    for _ in range(players - 1):
        hands = np.column_stack([np.repeat(hands, len(free), axis=0), np.tile(free, len(hands))])
        taken = np.bitwise_or.reduce(cards.masks[hands[:, :-1]], axis=1)
        hands = hands[taken & cards.masks[hands[:, -1]] == 0]
    order = np.zeros(len(hands), dtype=np.int64)
    for one in range(players):
        for other in range(one + 1, players):
            order = 3 * order + 1 + np.sign(strengths[hands[:, one]] - strengths[hands[:, other]])
    share = np.full(len(hands), cards.board_shares[-1][board] / len(hands))
    return JointDeals(classes[hands].astype(np.int64), order, share)


def ends_of(game: AbstractGame, last: LastEdges) -> Ends:
    """The list of all ends."""
    players, tree = game.players, game.tree
    deals = joint_deals(game.cards, players)
    final = len(game.cells.classes) - 1
    ends, count = len(tree.end_row), len(deals.share)
    cells = np.empty((players, ends, count), dtype=np.int64)
    for player in range(players):
        unlike, numbers = np.unique(last.ends[:, player], return_inverse=True)
        by_class = np.stack([cells_behind(game, int(edge), player=player, street=final) for edge in unlike])
        cells[player] = by_class[numbers][:, deals.classes[:, player]]
    worth = tree.payoffs[tree.end_row[:, None], deals.order] * (last.end_chance[:, None] * deals.share)[:, :, None]
    return _sorted(game, cells.reshape(players, -1), worth.reshape(-1, players))


def _sorted(game: AbstractGame, cells: NDArray[np.int64], worth: NDArray[np.float64]) -> Ends:
    """Add up entries that the players cannot tell apart, and put them in the order of each player's cells."""
    players = game.players
    numbers = np.zeros(cells.shape[1], dtype=np.int64)
    for player in range(players):
        # Numbered anew for each player: a number for all of them at once could be too large.
        size = int(game.cells.starts[player + 1] - game.cells.starts[player])
        keys = numbers * size + cells[player] - game.cells.starts[player]
        _, examples, numbers = np.unique(keys, return_index=True, return_inverse=True)
    cells = cells[:, examples]
    sums = [np.bincount(numbers, weights=worth[:, player]) for player in range(players)]
    own, others, worths = [], [], []
    for player in range(players):
        by_cell = np.argsort(cells[player], kind="stable")
        own.append(cells[player, by_cell])
        others.append(np.delete(cells, player, axis=0)[:, by_cell].T)
        worths.append(sums[player][by_cell])
    rows = np.searchsorted(np.concatenate(own), np.arange(game.cells.count + 1))
    return Ends(
        rows.astype(np.int64), np.ascontiguousarray(np.concatenate(others), dtype=np.int32), np.concatenate(worths)
    )
