"""Exact updates in compiled code: values against the others' plans, regrets, best responses.

A plan gives each cell the probability that its player's own choices lead there. Cells are as in `abstraction.cells`;
`first`, `choices` and `parent` list the information sets of a player from the first decisions to the last.
"""

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined, kernel


@kernel
def write_last_edges(
    player: NDArray[np.int8],
    first_edge: NDArray[np.int64],
    child: NDArray[np.int32],
    chance: NDArray[np.float64],
    node_edges: NDArray[np.int32],
    end_edges: NDArray[np.int32],
    node_chance: NDArray[np.float64],
    end_chance: NDArray[np.float64],
) -> None:
    """By node and end: the last edge that each player has chosen, -1 if none; and how likely chance is to allow it."""
    node_edges[0] = -1
    node_chance[0] = 1.0
    for node in range(len(player)):
        acting = player[node]
        for edge in range(first_edge[node], first_edge[node + 1]):
            below = child[edge]
            likely = node_chance[node] * (chance[edge] if acting < 0 else 1.0)
            edges = node_edges[below] if below >= 0 else end_edges[-1 - below]
            edges[:] = node_edges[node]
            if acting >= 0:
                edges[acting] = edge
            if below >= 0:
                node_chance[below] = likely
            else:
                end_chance[-1 - below] = likely


@inlined
def _write_values(
    rows: NDArray[np.int64],
    others: NDArray[np.int32],
    worth: NDArray[np.float64],
    plan: NDArray[np.float64],
    start: int,
    stop: int,
    values: NDArray[np.float64],
) -> None:
    """What the ends right behind each cell are worth to its player, if the others follow the plan."""
    if others.shape[1] == 1:
        for cell in range(start, stop):
            value = 0.0
            for entry in range(rows[cell], rows[cell + 1]):
                value += worth[entry] * plan[others[entry, 0]]
            values[cell] = value
        return
    for cell in range(start, stop):
        value = 0.0
        for entry in range(rows[cell], rows[cell + 1]):
            share = worth[entry]
            for other in range(others.shape[1]):
                share *= plan[others[entry, other]]
            value += share
        values[cell] = value


@inlined
def _write_plan(
    first: NDArray[np.int32],
    choices: NDArray[np.int16],
    parent: NDArray[np.int32],
    strategy: NDArray[np.float64],
    plan: NDArray[np.float64],
) -> None:
    """From the first decisions to the last."""
    for number in range(len(first)):
        reached = plan[parent[number]]
        for cell in range(first[number], first[number] + choices[number]):
            plan[cell] = reached * strategy[cell]


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
    """From the last decisions to the first: add the regrets, discount them, and match them (Zinkevich et al. 2007)."""
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
def _kept(iteration: int, power: float) -> float:
    """The part of a regret that stays: t^a / (t^a + 1) (Brown and Sandholm 2019); all for inf, nothing for -inf."""
    if np.isinf(power):
        return 1.0 if power > 0.0 else 0.0
    grown = float(iteration) ** power
    return grown / (grown + 1.0)


@inlined
def _add_plan(weight: float, plan: NDArray[np.float64], average: NDArray[np.float64]) -> None:
    for cell in range(len(plan)):
        average[cell] += weight * plan[cell]


@kernel
def run_cfr(
    starts: NDArray[np.int64],
    set_starts: NDArray[np.int64],
    first: NDArray[np.int32],
    choices: NDArray[np.int16],
    parent: NDArray[np.int32],
    rows: NDArray[np.int64],
    others: NDArray[np.int32],
    worth: NDArray[np.float64],
    powers: tuple[float, float, float],
    done: int,
    iterations: int,
    values: NDArray[np.float64],
    regrets: NDArray[np.float64],
    strategy: NDArray[np.float64],
    plan: NDArray[np.float64],
    average: NDArray[np.float64],
) -> None:
    """So many iterations; in each, one player after the other answers the others' latest strategies."""
    alpha, beta, gamma = powers
    for iteration in range(done + 1, done + iterations + 1):
        keep_positive, keep_negative = _kept(iteration, alpha), _kept(iteration, beta)
        for player in range(len(starts) - 1):
            start, stop = starts[player], starts[player + 1]
            low, high = set_starts[player], set_starts[player + 1]
            _add_plan(float(iteration) ** gamma, plan[start:stop], average[start:stop])
            _write_values(rows, others, worth, plan, start, stop, values)
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
            _write_plan(first[low:high], choices[low:high], parent[low:high], strategy, plan)


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
    _update_regrets(first, choices, parent, _kept(iteration, alpha), _kept(iteration, beta), values, regrets, strategy)


@kernel
def add_plan(weight: float, plan: NDArray[np.float64], average: NDArray[np.float64]) -> None:
    """Add a plan to the average."""
    _add_plan(weight, plan, average)


@kernel
def write_values(
    rows: NDArray[np.int64],
    others: NDArray[np.int32],
    worth: NDArray[np.float64],
    plan: NDArray[np.float64],
    start: int,
    stop: int,
    values: NDArray[np.float64],
) -> None:
    """What the ends right behind each cell are worth to its player, if the others follow the plan."""
    _write_values(rows, others, worth, plan, start, stop, values)


@kernel
def write_plan(
    first: NDArray[np.int32],
    choices: NDArray[np.int16],
    parent: NDArray[np.int32],
    strategy: NDArray[np.float64],
    plan: NDArray[np.float64],
) -> None:
    """How likely a player's own choices lead to each cell."""
    _write_plan(first, choices, parent, strategy, plan)


@kernel
def follow(
    first: NDArray[np.int32],
    choices: NDArray[np.int16],
    parent: NDArray[np.int32],
    strategy: NDArray[np.float64],
    values: NDArray[np.float64],
) -> None:
    """Add to each cell what lies behind it if its player follows a strategy."""
    for number in range(len(first) - 1, -1, -1):
        value = 0.0
        for cell in range(first[number], first[number] + choices[number]):
            value += strategy[cell] * values[cell]
        values[parent[number]] += value


@kernel
def respond(
    first: NDArray[np.int32], choices: NDArray[np.int16], parent: NDArray[np.int32], values: NDArray[np.float64]
) -> None:
    """The same if its player always does what is best."""
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


@inlined
def _write_response(
    first: NDArray[np.int32],
    choices: NDArray[np.int16],
    parent: NDArray[np.int32],
    values: NDArray[np.float64],
    response: NDArray[np.float64],
) -> None:
    """The plan of always doing what is best, the first of choices that are equally good."""
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
    """The uniform strategy from the start counts as one response."""
    share = 1.0 / (iteration + 1)
    for cell in range(len(response)):
        average[cell] += share * (response[cell] - average[cell])


@kernel
def write_response(
    first: NDArray[np.int32],
    choices: NDArray[np.int16],
    parent: NDArray[np.int32],
    values: NDArray[np.float64],
    response: NDArray[np.float64],
) -> None:
    """The plan of always doing what is best in some information sets of a player."""
    _write_response(first, choices, parent, values, response)


@kernel
def move_average(iteration: int, response: NDArray[np.float64], average: NDArray[np.float64]) -> None:
    """The average of one response more."""
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
    worth: NDArray[np.float64],
    done: int,
    iterations: int,
    values: NDArray[np.float64],
    response: NDArray[np.float64],
    average: NDArray[np.float64],
) -> None:
    """So many iterations; in each, one player after the other answers the others' latest averages."""
    for iteration in range(done + 1, done + iterations + 1):
        for player in range(len(starts) - 1):
            start, stop = starts[player], starts[player + 1]
            low, high = set_starts[player], set_starts[player + 1]
            _write_values(rows, others, worth, average, start, stop, values)
            _respond(first[low:high], choices[low:high], parent[low:high], values)
            response[start] = 1.0
            _write_response(first[low:high], choices[low:high], parent[low:high], values, response)
            _move_average(iteration, response[start:stop], average[start:stop])
