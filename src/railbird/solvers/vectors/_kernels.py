"""Updates of all classes of cards in the nodes of a betting round, in compiled code.

Matrices are as in `strategy.reach._kernels`. Each class is independent of the others, so threads divide the classes.
"""

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import kernel
from railbird.solvers.exact._kernels import kept
from railbird.strategy.reach._kernels import positive_sum, sum_of_values
from railbird.strategy.reach.betting_rounds import RoundNodes


@kernel
def learn(
    player: int,
    nodes: RoundNodes,
    values: NDArray[np.float64],
    leaving: NDArray[np.float64],
    powers: tuple[float, float, float],
    iteration: int,
    reach: NDArray[np.float64],
    regrets: NDArray[np.float64],
    average: NDArray[np.float64],
    start: int,
    stop: int,
) -> None:
    """Add the current strategy to the average, and the regrets to those before (Zinkevich et al. 2007).

    `values` holds the values of all folds, showdowns and exits, payoffs aside, and receives those of the nodes; those
    of the entrances also go to `leaving`.
    """
    alpha, beta, gamma = powers
    keep_positive, keep_negative = kept(iteration, alpha), kept(iteration, beta)
    weight = float(iteration) ** gamma
    for row in range(start, stop):
        for node in range(len(nodes.player) - 1, -1, -1):
            first, last = nodes.first_edge[node], nodes.first_edge[node + 1]
            if nodes.player[node] != player:
                values[row, node] = sum_of_values(player, nodes, values[row], first, last)
                continue
            shift = nodes.slot[node] - first
            total = positive_sum(regrets[row], first + shift, last + shift)
            value = 0.0
            for edge in range(first, last):
                target = nodes.target[edge]
                share = max(regrets[row, edge + shift], 0.0) / total if total > 0.0 else 1.0 / (last - first)
                value += share * nodes.payoffs[player, target] * values[row, target]
                average[row, edge + shift] += weight * share * reach[row, node]
            values[row, node] = value
            for edge in range(first, last):
                target = nodes.target[edge]
                regret = regrets[row, edge + shift] + nodes.payoffs[player, target] * values[row, target] - value
                regrets[row, edge + shift] = regret * (keep_positive if regret > 0.0 else keep_negative)
        for entrance in range(len(nodes.entrances)):
            leaving[row, entrance] = values[row, nodes.entrances[entrance]]


@kernel
def respond(
    player: int,
    nodes: RoundNodes,
    values: NDArray[np.float64],
    leaving: NDArray[np.float64],
    response: NDArray[np.float64],
    start: int,
    stop: int,
) -> None:
    """Values as in `learn` if the player always chooses best.

    `response` receives a 1 for the best choice of each information set, the first of those that are equally good, and 0
    for the others.
    """
    for row in range(start, stop):
        for node in range(len(nodes.player) - 1, -1, -1):
            first, last = nodes.first_edge[node], nodes.first_edge[node + 1]
            if nodes.player[node] != player:
                values[row, node] = sum_of_values(player, nodes, values[row], first, last)
                continue
            shift = nodes.slot[node] - first
            best, chosen = 0.0, -1
            for edge in range(first, last):
                value = nodes.payoffs[player, nodes.target[edge]] * values[row, nodes.target[edge]]
                response[row, edge + shift] = 0.0
                if chosen < 0 or value > best:
                    best, chosen = value, edge
            response[row, chosen + shift] = 1.0
            values[row, node] = best
        for entrance in range(len(nodes.entrances)):
            leaving[row, entrance] = values[row, nodes.entrances[entrance]]


@kernel
def move_average(
    player: int,
    nodes: RoundNodes,
    iteration: int,
    reach: NDArray[np.float64],
    average: NDArray[np.float64],
    start: int,
    stop: int,
) -> None:
    """Add the reach of a response to the average; the uniform strategy from the start counts as one response."""
    weight = 1.0 / (iteration + 1)
    for row in range(start, stop):
        for node in range(len(nodes.player)):
            if nodes.player[node] == player:
                first = nodes.first_edge[node]
                shift = nodes.slot[node] - first
                for edge in range(first, nodes.first_edge[node + 1]):
                    added = reach[row, nodes.target[edge]] - average[row, edge + shift]
                    average[row, edge + shift] += weight * added
