"""Sampled updates in compiled code: walks through the betting tree, each for one deal.

A walk does not use the cards, only each player's class in each round and the order of strengths. The class determines
where a player's cells of a round begin (`lines`), and the node determines the position of its choices after that; see
`abstraction.information_set_layout`.
"""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import random_word
from railbird.abstraction._kernels import unit_interval
from railbird.compiled import inlined, kernel
from railbird.solvers.sampled.sampling_arrays import (
    DealBatch,
    FullWorkspace,
    LayoutArrays,
    RegretTables,
    SampledWorkspace,
    TreeArrays,
)

_LOW_BITS = 29
"""The low bits of a double-precision fraction that single precision does not have."""
_LOW = np.uint64((1 << _LOW_BITS) - 1)


@inlined
def _add(sums: NDArray[np.float32], cell: int, amount: float, word: np.uint64) -> None:
    """Add to a sum in single precision with stochastic rounding, so that the sum is unbiased.

    Rounding to nearest would stop a sum at 2**24 times the amount, after half a minute in a small game: averages would
    become the same for all choices, and a regret far below zero would not react when its choice becomes better. The
    sign has its own bit, so the magnitude is rounded, whatever the signs.
    """
    bits = np.float64(sums[cell] + amount).view(np.uint64) + (word & _LOW)
    sums[cell] = np.float32(np.uint64(bits & ~_LOW).view(np.float64))


@kernel
def most_visited(
    players: int, player: NDArray[np.int8], first_edge: NDArray[np.int64], child: NDArray[np.int32]
) -> int:
    """The largest number of own decisions and terminals in a walk that follows one choice where others decide.

    Decisions are numbered after those that lead to them.
    """
    counts = np.empty(len(player), dtype=np.int64)
    most = 1
    for traverser in range(players):
        for node in range(len(player) - 1, -1, -1):
            total = largest = 0
            for edge in range(first_edge[node], first_edge[node + 1]):
                below = counts[child[edge]] if child[edge] >= 0 else 1
                total += below
                largest = max(largest, below)
            counts[node] = 1 + total if player[node] == traverser else largest
        most = max(most, counts[0])
    return most


@kernel
def write_afters(first_edge: NDArray[np.int64], child: NDArray[np.int32], after: NDArray[np.int32]) -> None:
    """For each node, the next node in depth-first order that is not below it."""
    for node in range(len(after) - 1, -1, -1):
        after[node] = node + 1
        for edge in range(first_edge[node], first_edge[node + 1]):
            if child[edge] >= 0:
                after[node] = max(after[node], after[child[edge]])


@inlined
def _write_lines(layout: LayoutArrays, classes: NDArray[np.int32], lines: NDArray[np.int64]) -> None:
    """Write where the cells of the class begin, by player and round."""
    for player in range(lines.shape[0]):
        for street in range(lines.shape[1]):
            lines[player, street] = layout.base[player, street] + classes[player, street] * layout.width[player, street]


@inlined
def _weight(batch: DealBatch, deal: int, players: int, linear: bool) -> float:
    """The weight of the iteration to which a deal belongs."""
    return np.float64(batch.iteration + deal // players * batch.stride) if linear else 1.0


@inlined
def _drawn(edge: int, stop: int, chance: NDArray[np.float64], state: NDArray[np.uint64]) -> int:
    """Draw the outcome of a chance node."""
    point = unit_interval(random_word(state))
    while edge < stop - 1 and point >= chance[edge]:
        point -= chance[edge]
        edge += 1
    return edge


@inlined
def _chosen(first: int, choices: int, tables: RegretTables, weight: float, pure: bool, word: np.uint64) -> int:
    """Draw a choice by regret matching; add the choice (pure) or the probabilities to the average, by weight."""
    # Local names for the tables would count references to them on every call, which takes a tenth of all time.
    total = 0.0
    for cell in range(first, first + choices):
        total += max(tables.regrets[cell], np.float32(0.0))
    if total <= 0.0:
        chosen = np.int64(unit_interval(word) * choices)
        if weight > 0.0 and not pure:
            for cell in range(first, first + choices):
                _add(tables.average, cell, weight / choices, word)
    else:
        point = unit_interval(word) * total
        chosen = 0
        for choice in range(choices):
            regret = tables.regrets[first + choice]
            if regret > 0.0:
                chosen = choice
                point -= regret
                if point < 0.0:
                    break
        if weight > 0.0 and not pure:
            scale = weight / total
            for cell in range(first, first + choices):
                if tables.regrets[cell] > 0.0:
                    _add(tables.average, cell, scale * tables.regrets[cell], word)
    if weight > 0.0 and pure:
        _add(tables.average, first + chosen, weight, word)
    return chosen


@inlined
def _visit(
    traverser: int,
    tree: TreeArrays,
    lines: NDArray[np.int64],
    tables: RegretTables,
    weight: float,
    pure: bool,
    state: NDArray[np.uint64],
    workspace: SampledWorkspace,
) -> int:
    """List the traverser's decisions and terminals, depth first: all its choices, and one choice of all others."""
    count, left = 0, 1
    workspace.waiting[0] = 0
    while left > 0:
        left -= 1
        node = np.int64(workspace.waiting[left])
        while node >= 0 and tree.player[node] != traverser:
            edge, stop = tree.first_edge[node], tree.first_edge[node + 1]
            acting = tree.player[node]
            if acting < 0:
                edge = _drawn(edge, stop, tree.chance, state)
            else:
                first = lines[acting, tree.street[node]] + tree.slot[node]
                edge += _chosen(first, stop - edge, tables, weight, pure, random_word(state))
            node = np.int64(tree.child[edge])
        workspace.visited[count] = node
        count += 1
        if node >= 0:
            for edge in range(tree.first_edge[node + 1] - 1, tree.first_edge[node] - 1, -1):
                workspace.waiting[left] = tree.child[edge]
                left += 1
    return count


@inlined
def _learn(
    first: int,
    choices: int,
    tables: RegretTables,
    weight: float,
    pure: bool,
    word: np.uint64,
    values: NDArray[np.float64],
    top: int,
) -> float:
    """Update the regrets of a decision, and return its value. The values of its choices are on top of the stack."""
    value = 0.0
    if pure:
        value = values[top - 1 - _chosen(first, choices, tables, 0.0, pure, word)]
    else:
        total = 0.0
        for choice in range(choices):
            regret = max(tables.regrets[first + choice], np.float32(0.0))
            total += regret
            value += regret * values[top - 1 - choice]
        if total > 0.0:
            value /= total
        else:
            for choice in range(choices):
                value += values[top - 1 - choice]
            value /= choices
    for choice in range(choices):
        _add(tables.regrets, first + choice, weight * (values[top - 1 - choice] - value), word)
    return value


@inlined
def _play_for_average(
    traverser: int,
    tree: TreeArrays,
    lines: NDArray[np.int64],
    tables: RegretTables,
    weight: float,
    pure: bool,
    state: NDArray[np.uint64],
) -> None:
    """Play one hand by the player's own strategy against uniform opponents, to update only the average."""
    node = np.int64(0)
    while node >= 0:
        edge, stop = tree.first_edge[node], tree.first_edge[node + 1]
        acting = tree.player[node]
        if acting < 0:
            edge = _drawn(edge, stop, tree.chance, state)
        elif acting == traverser:
            first = lines[acting, tree.street[node]] + tree.slot[node]
            edge += _chosen(first, stop - edge, tables, weight, pure, random_word(state))
        else:
            edge += np.int64(unit_interval(random_word(state)) * (stop - edge))
        node = np.int64(tree.child[edge])


@kernel
def run_external_sampling(
    tree: TreeArrays,
    layout: LayoutArrays,
    tables: RegretTables,
    workspace: SampledWorkspace,
    linear: bool,
    pure: bool,
    batch: DealBatch,
    state: NDArray[np.uint64],
) -> None:
    """Run the walks of all deals of a batch, one for each player.

    With `pure`, the value of a decision is that of its sampled choice: pure CFR.
    """
    players = layout.base.shape[0]
    lines = np.empty_like(layout.base)
    for deal in range(len(batch.order)):
        traverser = deal % players
        weight = _weight(batch, deal, players, linear)
        _write_lines(layout, batch.classes[deal], lines)
        others_weight = weight
        if players != 2:
            _play_for_average(traverser, tree, lines, tables, weight, pure, state)
            others_weight = 0.0
        count = _visit(traverser, tree, lines, tables, others_weight, pure, state, workspace)
        top = 0
        for place in range(count - 1, -1, -1):
            node = np.int64(workspace.visited[place])
            if node < 0:
                workspace.values[top] = tree.payoffs[tree.terminal_row[-1 - node], batch.order[deal], traverser]
            else:
                choices = tree.first_edge[node + 1] - tree.first_edge[node]
                first = lines[traverser, tree.street[node]] + tree.slot[node]
                value = _learn(first, choices, tables, weight, pure, random_word(state), workspace.values, top)
                top -= choices
                workspace.values[top] = value
            top += 1


@inlined
def _match_regrets(
    first: int, edge: int, stop: int, regrets: NDArray[np.float32], strategy: NDArray[np.float64]
) -> None:
    """Write the probability of each edge."""
    total = 0.0
    for cell in range(first, first + stop - edge):
        total += max(regrets[cell], np.float32(0.0))
    if total > 0.0:
        scale = 1.0 / total
        for choice in range(stop - edge):
            strategy[edge + choice] = max(regrets[first + choice], np.float32(0.0)) * scale
    else:
        for choice in range(stop - edge):
            strategy[edge + choice] = 1.0 / (stop - edge)


@inlined
def _reach(
    traverser: int,
    tree: TreeArrays,
    lines: NDArray[np.int64],
    tables: RegretTables,
    weight: float,
    state: NDArray[np.uint64],
    workspace: FullWorkspace,
) -> int:
    """Write the reach of each node by the player's own choices and by others; add to the average; list the nodes.

    Nodes with zero reach by both are skipped, because nothing can be learned there; so are chance outcomes not drawn.
    """
    own, others, strategy = workspace.own, workspace.others, workspace.strategy
    count, node = 0, 0
    own[0] = others[0] = 1.0
    while node < len(tree.player):
        if own[node] == 0.0 and others[node] == 0.0:
            workspace.values[node] = 0.0
            node = np.int64(workspace.after[node])
            continue
        workspace.visited[count] = node
        count += 1
        start, stop = tree.first_edge[node], tree.first_edge[node + 1]
        acting = tree.player[node]
        if acting < 0:
            for edge in range(start, stop):
                strategy[edge] = 0.0
            strategy[_drawn(start, stop, tree.chance, state)] = 1.0
        else:
            first = lines[acting, tree.street[node]] + tree.slot[node]
            _match_regrets(first, start, stop, tables.regrets, strategy)
            if acting == traverser and own[node] > 0.0:
                word = random_word(state)
                for edge in range(start, stop):
                    if strategy[edge] > 0.0:
                        _add(tables.average, first + edge - start, weight * own[node] * strategy[edge], word)
        for edge in range(start, stop):
            below = tree.child[edge]
            if below >= 0:
                own[below], others[below] = own[node], others[node]
                if acting != traverser:
                    others[below] *= strategy[edge]
                if acting == traverser or acting < 0:
                    own[below] *= strategy[edge]
        node += 1
    return count


@inlined
def _value_of(below: int, tree: TreeArrays, order: int, traverser: int, values: NDArray[np.float64]) -> float:
    """The value of a node or a terminal."""
    if below >= 0:
        return values[below]
    return tree.payoffs[tree.terminal_row[-1 - below], order, traverser]


@kernel
def run_chance_sampling(
    tree: TreeArrays,
    layout: LayoutArrays,
    tables: RegretTables,
    workspace: FullWorkspace,
    linear: bool,
    batch: DealBatch,
    state: NDArray[np.uint64],
) -> None:
    """Run the walks of all deals of a batch, one for each player.

    Probabilities are kept from the way down for the way back, because a walk may visit an information set repeatedly.
    """
    players = layout.base.shape[0]
    lines = np.empty_like(layout.base)
    strategy, values = workspace.strategy, workspace.values
    for deal in range(len(batch.order)):
        traverser = deal % players
        weight = _weight(batch, deal, players, linear)
        order = batch.order[deal]
        _write_lines(layout, batch.classes[deal], lines)
        count = _reach(traverser, tree, lines, tables, weight, state, workspace)
        for place in range(count - 1, -1, -1):
            node = np.int64(workspace.visited[place])
            start, stop = tree.first_edge[node], tree.first_edge[node + 1]
            value = 0.0
            for edge in range(start, stop):
                value += strategy[edge] * _value_of(tree.child[edge], tree, order, traverser, values)
            values[node] = value
            if tree.player[node] == traverser and workspace.others[node] > 0.0:
                first = lines[traverser, tree.street[node]] + tree.slot[node]
                word = random_word(state)
                for edge in range(start, stop):
                    choice_value = _value_of(tree.child[edge], tree, order, traverser, values)
                    _add(
                        tables.regrets,
                        first + edge - start,
                        weight * workspace.others[node] * (choice_value - value),
                        word,
                    )
