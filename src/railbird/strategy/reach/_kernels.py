"""Walks through the nodes of a betting round for all classes of cards, in compiled code.

Reach and values are matrices by class and place (see `betting_rounds`). Weights are matrices by class and choice, as in
`abstraction.information_set_layout`: a strategy, or anything that is in proportion to it where it is positive.
"""

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined, kernel
from railbird.strategy.reach.betting_rounds import RoundNodes


@kernel
def write_reach(
    player: int,
    nodes: RoundNodes,
    weights: NDArray[np.float64],
    entering: NDArray[np.float64],
    reach: NDArray[np.float64],
    start: int,
    stop: int,
) -> None:
    """By class and place: the reach of a player's own choices, in proportion to the positive weights."""
    for row in range(start, stop):
        for entrance in range(len(nodes.entrances)):
            reach[row, nodes.entrances[entrance]] = entering[row, entrance]
        for node in range(len(nodes.player)):
            first, last = nodes.first_edge[node], nodes.first_edge[node + 1]
            if nodes.player[node] != player:
                for edge in range(first, last):
                    reach[row, nodes.target[edge]] = reach[row, node]
                continue
            shift = nodes.slot[node] - first
            total = positive_sum(weights[row], first + shift, last + shift)
            if total > 0.0:
                scale = reach[row, node] / total
                for edge in range(first, last):
                    reach[row, nodes.target[edge]] = scale * max(weights[row, edge + shift], 0.0)
            else:
                for edge in range(first, last):
                    reach[row, nodes.target[edge]] = reach[row, node] / (last - first)


@inlined
def positive_sum(weights: NDArray[np.float64], start: int, stop: int) -> float:
    """The sum of the positive weights."""
    total = 0.0
    for place in range(start, stop):
        total += max(weights[place], 0.0)
    return total


@kernel
def follow(
    player: int,
    nodes: RoundNodes,
    weights: NDArray[np.float64],
    values: NDArray[np.float64],
    leaving: NDArray[np.float64],
) -> None:
    """The values of the nodes to a player whose choices are in proportion to the positive weights.

    `values` holds the values of all folds, showdowns and exits, payoffs aside, and receives those of the nodes; those
    of the entrances also go to `leaving`.
    """
    for row in range(len(values)):
        for node in range(len(nodes.player) - 1, -1, -1):
            first, last = nodes.first_edge[node], nodes.first_edge[node + 1]
            if nodes.player[node] != player:
                values[row, node] = sum_of_values(player, nodes, values[row], first, last)
                continue
            shift = nodes.slot[node] - first
            total = positive_sum(weights[row], first + shift, last + shift)
            value = 0.0
            for edge in range(first, last):
                target = nodes.target[edge]
                share = max(weights[row, edge + shift], 0.0) / total if total > 0.0 else 1.0 / (last - first)
                value += share * nodes.payoffs[player, target] * values[row, target]
            values[row, node] = value
        for entrance in range(len(nodes.entrances)):
            leaving[row, entrance] = values[row, nodes.entrances[entrance]]


@inlined
def sum_of_values(player: int, nodes: RoundNodes, values: NDArray[np.float64], first: int, last: int) -> float:
    """The value of a node at which the opponent decides: the opponent's choices are part of its reach."""
    total = 0.0
    for edge in range(first, last):
        total += nodes.payoffs[player, nodes.target[edge]] * values[nodes.target[edge]]
    return total
