"""Exact updates in compiled code: values against the others' realization plans, regrets, best responses.

A realization plan gives each cell the reach of its player's own choices. Cells are as in
`abstraction.information_set_layout`; `first`, `choices` and `parent` list the information sets of a player from the
first decisions to the last.
"""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into
from railbird.compiled import inlined, kernel


@kernel
def write_last_edges(
    player: NDArray[np.int8],
    first_edge: NDArray[np.int64],
    child: NDArray[np.int32],
    chance: NDArray[np.float64],
    node_edges: NDArray[np.int32],
    terminal_edges: NDArray[np.int32],
    node_chance: NDArray[np.float64],
    terminal_chance: NDArray[np.float64],
) -> None:
    """Write each player's last chosen edge, -1 if none, and the reach of chance, by node and terminal."""
    node_edges[0] = -1
    node_chance[0] = 1.0
    for node in range(len(player)):
        acting = player[node]
        for edge in range(first_edge[node], first_edge[node + 1]):
            below = child[edge]
            probability = node_chance[node] * (chance[edge] if acting < 0 else 1.0)
            edges = node_edges[below] if below >= 0 else terminal_edges[-1 - below]
            copy_into(node_edges[node], edges)
            if acting >= 0:
                edges[acting] = edge
            if below >= 0:
                node_chance[below] = probability
            else:
                terminal_chance[-1 - below] = probability


@inlined
def _write_values(
    rows: NDArray[np.int64],
    others: NDArray[np.int32],
    weighted_payoffs: NDArray[np.float64],
    realization_plan: NDArray[np.float64],
    start: int,
    stop: int,
    values: NDArray[np.float64],
) -> None:
    """Write the value of the terminals right behind each cell to its player, against the others' realization plans."""
    if others.shape[1] == 1:
        for cell in range(start, stop):
            value = 0.0
            for entry in range(rows[cell], rows[cell + 1]):
                value += weighted_payoffs[entry] * realization_plan[others[entry, 0]]
            values[cell] = value
        return
    for cell in range(start, stop):
        value = 0.0
        for entry in range(rows[cell], rows[cell + 1]):
            payoff = weighted_payoffs[entry]
            for other in range(others.shape[1]):
                payoff *= realization_plan[others[entry, other]]
            value += payoff
        values[cell] = value


@inlined
def _write_realization_plan(
    first: NDArray[np.int32],
    choices: NDArray[np.int16],
    parent: NDArray[np.int32],
    strategy: NDArray[np.float64],
    realization_plan: NDArray[np.float64],
) -> None:
    """Write a realization plan, from the first decisions to the last."""
    for number in range(len(first)):
        reach = realization_plan[parent[number]]
        for cell in range(first[number], first[number] + choices[number]):
            realization_plan[cell] = reach * strategy[cell]


@inlined
def _update_regrets(
    first: NDArray[np.int32],
    choices: NDArray[np.int16],
    parent: NDArray[np.int32],
    keep_positive: float,
    keep_negative: float,
    values: NDArray[np.float64],
    regrets: NDArray[np.float64],
    strategy: NDArray[np.float64],
) -> None:
    """Add, discount and match regrets (Zinkevich et al. 2007), from the last decisions to the first."""
    for number in range(len(first) - 1, -1, -1):
        start = first[number]
        stop = start + choices[number]
        value = 0.0
        for cell in range(start, stop):
            value += strategy[cell] * values[cell]
        values[parent[number]] += value
        total = 0.0
        for cell in range(start, stop):
            regret = regrets[cell] + values[cell] - value
            regret *= keep_positive if regret > 0.0 else keep_negative
            regrets[cell] = regret
            total += max(regret, 0.0)
        if total > 0.0:
            scale = 1.0 / total
            for cell in range(start, stop):
                strategy[cell] = max(regrets[cell], 0.0) * scale
        else:
            for cell in range(start, stop):
                strategy[cell] = 1.0 / (stop - start)


@inlined
def kept(iteration: int, power: float) -> float:
    """The part of a regret that stays: t^a / (t^a + 1) (Brown and Sandholm 2019); all for inf, nothing for -inf."""
    if np.isinf(power):
        return 1.0 if power > 0.0 else 0.0
    grown = float(iteration) ** power
    return grown / (grown + 1.0)


@inlined
def _add_to_average(weight: float, realization_plan: NDArray[np.float64], average: NDArray[np.float64]) -> None:
    for cell in range(len(realization_plan)):
        average[cell] += weight * realization_plan[cell]


@kernel
def run_cfr(
    starts: NDArray[np.int64],
    set_starts: NDArray[np.int64],
    first: NDArray[np.int32],
    choices: NDArray[np.int16],
    parent: NDArray[np.int32],
    rows: NDArray[np.int64],
    others: NDArray[np.int32],
    weighted_payoffs: NDArray[np.float64],
    powers: tuple[float, float, float],
    done: int,
    iterations: int,
    values: NDArray[np.float64],
    regrets: NDArray[np.float64],
    strategy: NDArray[np.float64],
    realization_plan: NDArray[np.float64],
    average: NDArray[np.float64],
) -> None:
    """Run `iterations` more iterations; in each, one player after the other answers the others' latest strategies."""
    alpha, beta, gamma = powers
    for iteration in range(done + 1, done + iterations + 1):
        keep_positive, keep_negative = kept(iteration, alpha), kept(iteration, beta)
        for player in range(len(starts) - 1):
            start, stop = starts[player], starts[player + 1]
            low, high = set_starts[player], set_starts[player + 1]
            _add_to_average(float(iteration) ** gamma, realization_plan[start:stop], average[start:stop])
            _write_values(rows, others, weighted_payoffs, realization_plan, start, stop, values)
            _update_regrets(
                first[low:high],
                choices[low:high],
                parent[low:high],
                keep_positive,
                keep_negative,
                values,
                regrets,
                strategy,
            )
            _write_realization_plan(first[low:high], choices[low:high], parent[low:high], strategy, realization_plan)


@kernel
def update_regrets(
    first: NDArray[np.int32],
    choices: NDArray[np.int16],
    parent: NDArray[np.int32],
    powers: tuple[float, float, float],
    iteration: int,
    values: NDArray[np.float64],
    regrets: NDArray[np.float64],
    strategy: NDArray[np.float64],
) -> None:
    """The part of an iteration of `run_cfr` that changes the strategy in some information sets of a player."""
    alpha, beta, _ = powers
    _update_regrets(first, choices, parent, kept(iteration, alpha), kept(iteration, beta), values, regrets, strategy)


@kernel
def add_to_average(weight: float, realization_plan: NDArray[np.float64], average: NDArray[np.float64]) -> None:
    """Add a realization plan to the average."""
    _add_to_average(weight, realization_plan, average)


@kernel
def write_values(
    rows: NDArray[np.int64],
    others: NDArray[np.int32],
    weighted_payoffs: NDArray[np.float64],
    realization_plan: NDArray[np.float64],
    start: int,
    stop: int,
    values: NDArray[np.float64],
) -> None:
    """Write the value of the terminals right behind each cell to its player, against the others' realization plans."""
    _write_values(rows, others, weighted_payoffs, realization_plan, start, stop, values)


@kernel
def write_realization_plan(
    first: NDArray[np.int32],
    choices: NDArray[np.int16],
    parent: NDArray[np.int32],
    strategy: NDArray[np.float64],
    realization_plan: NDArray[np.float64],
) -> None:
    """Write the reach of its player's own choices for each cell."""
    _write_realization_plan(first, choices, parent, strategy, realization_plan)


@kernel
def follow(
    first: NDArray[np.int32],
    choices: NDArray[np.int16],
    parent: NDArray[np.int32],
    strategy: NDArray[np.float64],
    values: NDArray[np.float64],
) -> None:
    """Add to each cell the value of the subtree behind it if its player follows a strategy."""
    for number in range(len(first) - 1, -1, -1):
        value = 0.0
        for cell in range(first[number], first[number] + choices[number]):
            value += strategy[cell] * values[cell]
        values[parent[number]] += value


@kernel
def respond(
    first: NDArray[np.int32], choices: NDArray[np.int16], parent: NDArray[np.int32], values: NDArray[np.float64]
) -> None:
    """Add to each cell the value of the subtree behind it if its player responds optimally."""
    _respond(first, choices, parent, values)


@inlined
def _respond(
    first: NDArray[np.int32], choices: NDArray[np.int16], parent: NDArray[np.int32], values: NDArray[np.float64]
) -> None:
    for number in range(len(first) - 1, -1, -1):
        best = values[first[number]]
        for cell in range(first[number] + 1, first[number] + choices[number]):
            best = max(best, values[cell])
        values[parent[number]] += best


@kernel
def write_best_choices(
    first: NDArray[np.int32], choices: NDArray[np.int16], values: NDArray[np.float64], strategy: NDArray[np.float64]
) -> None:
    """Give the best choice of each information set probability 1, the first of choices that are equally good."""
    for number in range(len(first)):
        start = first[number]
        best = start
        for cell in range(start, start + choices[number]):
            strategy[cell] = 0.0
            if values[cell] > values[best]:
                best = cell
        strategy[best] = 1.0


@inlined
def _write_response(
    first: NDArray[np.int32],
    choices: NDArray[np.int16],
    parent: NDArray[np.int32],
    values: NDArray[np.float64],
    response: NDArray[np.float64],
) -> None:
    """Write the realization plan of a best response; of equally good choices, the first is chosen."""
    for number in range(len(first)):
        start = first[number]
        best = start
        for cell in range(start, start + choices[number]):
            response[cell] = 0.0
            if values[cell] > values[best]:
                best = cell
        response[best] = response[parent[number]]


@inlined
def _move_average(iteration: int, response: NDArray[np.float64], average: NDArray[np.float64]) -> None:
    """Add a response to the average, in which the initial uniform strategy counts as one response."""
    weight = 1.0 / (iteration + 1)
    for cell in range(len(response)):
        average[cell] += weight * (response[cell] - average[cell])


@kernel
def write_response(
    first: NDArray[np.int32],
    choices: NDArray[np.int16],
    parent: NDArray[np.int32],
    values: NDArray[np.float64],
    response: NDArray[np.float64],
) -> None:
    """The realization plan of a best response in some information sets of a player."""
    _write_response(first, choices, parent, values, response)


@kernel
def move_average(iteration: int, response: NDArray[np.float64], average: NDArray[np.float64]) -> None:
    """Add one more response to the average."""
    _move_average(iteration, response, average)


@kernel
def run_fictitious_play(
    starts: NDArray[np.int64],
    set_starts: NDArray[np.int64],
    first: NDArray[np.int32],
    choices: NDArray[np.int16],
    parent: NDArray[np.int32],
    rows: NDArray[np.int64],
    others: NDArray[np.int32],
    weighted_payoffs: NDArray[np.float64],
    done: int,
    iterations: int,
    values: NDArray[np.float64],
    response: NDArray[np.float64],
    average: NDArray[np.float64],
) -> None:
    """Run `iterations` more iterations; in each, one player after the other answers the others' latest averages."""
    for iteration in range(done + 1, done + iterations + 1):
        for player in range(len(starts) - 1):
            start, stop = starts[player], starts[player + 1]
            low, high = set_starts[player], set_starts[player + 1]
            _write_values(rows, others, weighted_payoffs, average, start, stop, values)
            _respond(first[low:high], choices[low:high], parent[low:high], values)
            response[start] = 1.0
            _write_response(first[low:high], choices[low:high], parent[low:high], values, response)
            _move_average(iteration, response[start:stop], average[start:stop])
