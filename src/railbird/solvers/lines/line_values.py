"""Reach and value of each line of betting: exact where all deals can be enumerated, sampled elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.rng import kernel_state
from railbird.solvers.lines import _kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import PokerGame
    from railbird.solvers.exact.play_values import PlayValues
    from railbird.strategy import Strategy

_BATCH = 256


@dataclass(frozen=True)
class LineValues:
    """Reach and value of each line of betting, that is of each edge of the betting tree."""

    reach: NDArray[np.float64]
    """By edge: the probability that the line is played up to this choice."""
    values: NDArray[np.float64]
    """By edge: chips that the player who chooses it wins on average in these hands; NaN if it is never played."""
    reach_errors: NDArray[np.float64]
    """Standard errors; 0 if exact."""
    value_errors: NDArray[np.float64]
    deals: int | None
    """Number of sampled deals; None if all deals were enumerated."""


def exact_lines(game: PokerGame, play: PlayValues) -> LineValues:
    """The sums over all card classes."""
    tree, layout = game.tree, game.layout
    node = tree.edge_nodes
    place = tree.slot[node] + np.arange(len(node)) - tree.first_edge[node]
    reach, won = np.zeros(len(node)), np.zeros(len(node))
    for player in range(game.players):
        for street in range(len(layout.classes)):
            edges = np.flatnonzero((tree.player[node] == player) & (tree.street[node] == street))
            by_class = layout.rows(play.reach, player=player, street=street)
            values = np.nan_to_num(layout.rows(play.values, player=player, street=street))
            reach[edges] = by_class.sum(axis=0)[place[edges]]
            won[edges] = (by_class * values).sum(axis=0)[place[edges]]
    none = np.zeros(len(node))
    return LineValues(reach, _ratio(won, reach), none, none, None)


def sampled_lines(strategy: Strategy, *, deals: int, seed: int) -> LineValues:
    """The means over random deals; in each deal, all lines are followed."""
    game, source, state = strategy.game, strategy.game.deals(), kernel_state(seed)
    tree, layout = game.tree, game.layout
    sums = np.zeros((len(tree.child), 5))
    reach, values = np.zeros(len(tree.player)), np.zeros((len(tree.player), game.players))
    for start in range(0, deals, _BATCH):
        size = min(_BATCH, deals - start)
        classes = np.empty((size, game.players, len(layout.classes)), dtype=np.int32)
        order = np.empty(size, dtype=np.int32)
        source.deal(state, classes=classes, order=order)
        _kernels.add_lines(
            tree.player,
            tree.street,
            tree.first_edge,
            tree.slot,
            tree.child,
            tree.terminal_row,
            tree.payoffs,
            layout.base,
            layout.width,
            strategy.stored,
            strategy.scale,
            classes,
            order,
            reach,
            values,
            sums,
        )
    return _estimated(sums, deals)


def _estimated(sums: NDArray[np.float64], deals: int) -> LineValues:
    """Means with their standard errors; that of a value, a ratio of two means, by the delta method."""
    reach, reach_squared, won, won_squared, product = sums.T
    means = reach / deals
    values = _ratio(won, reach)
    spread = won_squared - 2 * values * product + values**2 * reach_squared
    return LineValues(
        reach=means,
        values=values,
        reach_errors=np.sqrt(np.maximum(reach_squared / deals - means**2, 0.0) / deals),
        value_errors=_ratio(np.sqrt(np.maximum(spread, 0.0)), reach),
        deals=deals,
    )


def _ratio(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    ratio = np.full(len(whole), np.nan)
    np.divide(part, whole, out=ratio, where=whole > 0)
    return ratio
