"""Sampled updates in compiled code: walks through the betting tree, each for one deal.

A walk does not use the cards, only each player's class in each round and the order of strengths. The class determines
where a player's cells of a round begin (`lines`), and the node determines the position of its choices after that; see
`abstraction.information_set_layout`.
"""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import random_word
from railbird.abstraction._kernels import LOW_BITS, unit_interval
from railbird.compiled import inlined, kernel
from railbird.processor_hints import few_rounds, prefetch
from railbird.solvers.sampled.sampling_arrays import (
    AFTER,
    CHOICES,
    FIRST_EDGE,
    FOLDS,
    LINE,
    PLAYER,
    SLOT,
    DealBatch,
    FullWorkspace,
    LayoutArrays,
    RegretTables,
    SampledWorkspace,
    WalkTree,
)

_LOW = np.uint64((1 << LOW_BITS) - 1)


@inlined
def add_rounded(sums: NDArray[np.float32], cell: int, amount: float, word: np.uint64) -> None:
    """Add to a sum in single precision, rounding up or down at random so that the sum is right on average.

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
                few_rounds()
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
            few_rounds()
            if child[edge] >= 0:
                after[node] = max(after[node], after[child[edge]])


@inlined
def _write_lines(layout: LayoutArrays, batch: DealBatch, deal: int, lines: NDArray[np.int64]) -> None:
    """By player and round: where the cells of the class begin."""
    players, streets = layout.base.shape
    for player in range(players):
        for street in range(streets):
            lines[player * streets + street] = (
                layout.base[player, street] + batch.classes[deal, player, street] * layout.width[player, street]
            )


@inlined
def _run_of(tree: WalkTree, players: int, traverser: int, order: int) -> int:
    """The run of payoffs to a player for an order of strengths."""
    return traverser * (tree.payoffs.shape[0] // players) + order


@inlined
def _weight(batch: DealBatch, deal: int, players: int, linear: bool) -> float:
    """The weight of the iteration to which a deal belongs."""
    return np.float64(batch.iteration + deal // players * batch.stride) if linear else 1.0


@inlined
def _drawn(edge: int, choices: int, chance: NDArray[np.float64], state: NDArray[np.uint64]) -> int:
    """The edge that chance takes."""
    point = unit_interval(random_word(state))
    stop = edge + choices
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
        few_rounds()
        total += max(tables.regrets[cell], np.float32(0.0))
    if total <= 0.0:
        chosen = np.int64(unit_interval(word) * choices)
        if weight > 0.0 and not pure:
            for cell in range(first, first + choices):
                few_rounds()
                add_rounded(tables.average, cell, weight / choices, word)
    else:
        # Without branches on what was drawn, which the processor cannot foresee.
        point = unit_interval(word) * total
        passed = 0.0
        chosen = np.int64(0)
        for cell in range(first, first + choices - 1):
            few_rounds()
            passed += max(tables.regrets[cell], np.float32(0.0))
            chosen += np.int64(point >= passed)
        if weight > 0.0 and not pure:
            scale = weight / total
            for cell in range(first, first + choices):
                few_rounds()
                add_rounded(tables.average, cell, scale * max(tables.regrets[cell], np.float32(0.0)), word)
    if weight > 0.0 and pure:
        add_rounded(tables.average, first + chosen, weight, word)
    return chosen


@inlined
def _draw_tendencies(state: NDArray[np.uint64], tendencies: NDArray[np.float64]) -> None:
    """Draw how often each player raises and folds, each evenly between never and always."""
    for player in range(len(tendencies)):
        for tendency in range(tendencies.shape[1]):
            tendencies[player, tendency] = unit_interval(random_word(state))


@inlined
def _chosen_at_random(folds: int, choices: int, tendencies: NDArray[np.float64], state: NDArray[np.uint64]) -> int:
    """The choice of a player who ignores the cards: a raise, else a fold, else a call, by the player's tendencies."""
    raises = choices - folds - 1
    if raises > 0 and unit_interval(random_word(state)) < tendencies[0]:
        return folds + 1 + np.int64(unit_interval(random_word(state)) * raises)
    if folds and unit_interval(random_word(state)) < tendencies[1]:
        return np.int64(0)
    return np.int64(folds)


@inlined
def _visit(
    traverser: int,
    tree: WalkTree,
    tables: RegretTables,
    weight: float,
    pure: bool,
    at_random: bool,
    state: NDArray[np.uint64],
    workspace: SampledWorkspace,
) -> int:
    """List own decisions and terminals, depth first: all own choices are followed, and one of anybody else's.

    The others play by the tables, or `at_random` by their tendencies.
    """
    nodes = len(tree.nodes)
    count, left = 0, 1
    workspace.waiting[0] = 0
    while left > 0:
        left -= 1
        node = np.int64(workspace.waiting[left])
        while node < nodes and tree.nodes[node, PLAYER] != traverser:
            edge, choices = np.int64(tree.nodes[node, FIRST_EDGE]), np.int64(tree.nodes[node, CHOICES])
            if tree.nodes[node, PLAYER] < 0:
                edge = _drawn(edge, choices, tree.chance, state)
            elif at_random:
                tendencies = workspace.tendencies[tree.nodes[node, PLAYER]]
                edge += _chosen_at_random(np.int64(tree.nodes[node, FOLDS]), choices, tendencies, state)
            else:
                first = workspace.lines[tree.nodes[node, LINE]] + tree.nodes[node, SLOT]
                edge += _chosen(first, choices, tables, weight, pure, random_word(state))
            node = np.int64(tree.target[edge])
        workspace.visited[count] = node
        count += 1
        if node < nodes:
            edge = np.int64(tree.nodes[node, FIRST_EDGE])
            prefetch(tables.regrets, workspace.lines[tree.nodes[node, LINE]] + tree.nodes[node, SLOT])
            for choice in range(tree.nodes[node, CHOICES] - 1, -1, -1):
                few_rounds()
                below = np.int64(tree.target[edge + choice])
                workspace.waiting[left] = below
                left += 1
                if below < nodes:
                    cell = workspace.lines[tree.nodes[below, LINE]] + tree.nodes[below, SLOT]
                    prefetch(tables.regrets, cell)
                    prefetch(tables.average, cell)
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
            few_rounds()
            regret = max(tables.regrets[first + choice], np.float32(0.0))
            total += regret
            value += regret * values[top - 1 - choice]
        if total > 0.0:
            value /= total
        else:
            for choice in range(choices):
                few_rounds()
                value += values[top - 1 - choice]
            value /= choices
    for choice in range(choices):
        few_rounds()
        add_rounded(tables.regrets, first + choice, weight * (values[top - 1 - choice] - value), word)
    return value


@inlined
def _play_for_average(
    traverser: int,
    tree: WalkTree,
    lines: NDArray[np.int64],
    tables: RegretTables,
    weight: float,
    pure: bool,
    by_tendencies: bool,
    tendencies: NDArray[np.float64],
    state: NDArray[np.uint64],
) -> None:
    """Play one hand by the player's own strategy, to update only the average.

    The opponents choose uniformly, or by their tendencies; in any case whatever their cards are.
    """
    node = np.int64(0)
    while node < len(tree.nodes):
        edge, choices = np.int64(tree.nodes[node, FIRST_EDGE]), np.int64(tree.nodes[node, CHOICES])
        acting = tree.nodes[node, PLAYER]
        if acting < 0:
            edge = _drawn(edge, choices, tree.chance, state)
        elif acting == traverser:
            first = lines[tree.nodes[node, LINE]] + tree.nodes[node, SLOT]
            edge += _chosen(first, choices, tables, weight, pure, random_word(state))
        elif by_tendencies:
            edge += _chosen_at_random(np.int64(tree.nodes[node, FOLDS]), choices, tendencies[acting], state)
        else:
            edge += np.int64(unit_interval(random_word(state)) * choices)
        node = np.int64(tree.target[edge])


@kernel
def run_external_sampling(
    tree: WalkTree,
    layout: LayoutArrays,
    tables: RegretTables,
    workspace: SampledWorkspace,
    linear: bool,
    pure: bool,
    exploration: float,
    batch: DealBatch,
    state: NDArray[np.uint64],
) -> None:
    """Run the walks of all deals of a batch, one for each player.

    With `pure`, the value of a decision is that of its sampled choice: pure CFR. In a share of the walks,
    `exploration`, the others play at random.
    """
    nodes, players = len(tree.nodes), layout.base.shape[0]
    lines, values = workspace.lines, workspace.values
    for deal in range(len(batch.order)):
        traverser = deal % players
        weight = _weight(batch, deal, players, linear)
        run = _run_of(tree, players, traverser, batch.order[deal])
        _write_lines(layout, batch, deal, lines)
        others_weight = weight
        at_random = False
        if exploration > 0.0:
            at_random = unit_interval(random_word(state)) < exploration
            _draw_tendencies(state, workspace.tendencies)
        if players != 2:
            tendencies = workspace.tendencies
            _play_for_average(traverser, tree, lines, tables, weight, pure, exploration > 0.0, tendencies, state)
            others_weight = 0.0
        elif at_random:
            others_weight = 0.0  # the opponent does not play the strategy that is averaged
        count = _visit(traverser, tree, tables, others_weight, pure, at_random, state, workspace)
        top = 0
        for place in range(count - 1, -1, -1):
            node = np.int64(workspace.visited[place])
            if node >= nodes:
                values[top] = tree.payoffs[run, node - nodes]
            else:
                choices = np.int64(tree.nodes[node, CHOICES])
                first = lines[tree.nodes[node, LINE]] + tree.nodes[node, SLOT]
                value = _learn(first, choices, tables, weight, pure, random_word(state), values, top)
                top -= choices
                values[top] = value
            top += 1


@kernel
def fill_unreached(
    player: NDArray[np.int8],
    street: NDArray[np.int8],
    first_edge: NDArray[np.int64],
    slot: NDArray[np.int32],
    base: NDArray[np.int64],
    width: NDArray[np.int64],
    classes: NDArray[np.int64],
    regrets: NDArray[np.float32],
    sums: NDArray[np.float32],
) -> None:
    """Write the positive regrets to the information sets whose sums are all 0."""
    for node in range(len(player)):
        acting, now = player[node], street[node]
        if acting < 0:
            continue
        choices = first_edge[node + 1] - first_edge[node]
        for number in range(classes[now]):
            first = base[acting, now] + number * width[acting, now] + slot[node]
            is_reached = False
            for cell in range(first, first + choices):
                is_reached = is_reached or sums[cell] > 0.0
            if not is_reached:
                for cell in range(first, first + choices):
                    sums[cell] = max(regrets[cell], np.float32(0.0))


@inlined
def _match_regrets(
    first: int, edge: int, choices: int, regrets: NDArray[np.float32], strategy: NDArray[np.float64]
) -> None:
    """Write the probability of each edge."""
    total = 0.0
    for cell in range(first, first + choices):
        few_rounds()
        total += max(regrets[cell], np.float32(0.0))
    if total > 0.0:
        scale = 1.0 / total
        for choice in range(choices):
            few_rounds()
            strategy[edge + choice] = max(regrets[first + choice], np.float32(0.0)) * scale
    else:
        for choice in range(choices):
            few_rounds()
            strategy[edge + choice] = 1.0 / choices


@inlined
def _add_own_average(
    traverser: int,
    tree: WalkTree,
    tables: RegretTables,
    weight: float,
    state: NDArray[np.uint64],
    workspace: FullWorkspace,
) -> None:
    """Add to the own average at all nodes to which the own choices lead."""
    strategy, own = workspace.strategy, workspace.reach
    own[0] = 1.0
    node = np.int64(0)
    while node < len(tree.nodes):
        if own[node] == 0.0:
            node = np.int64(tree.nodes[node, AFTER])
            continue
        start, choices = np.int64(tree.nodes[node, FIRST_EDGE]), np.int64(tree.nodes[node, CHOICES])
        acting = tree.nodes[node, PLAYER]
        if acting < 0:
            for edge in range(start, start + choices):
                few_rounds()
                strategy[edge] = 0.0
            strategy[_drawn(start, choices, tree.chance, state)] = 1.0
        elif acting == traverser:
            first = workspace.lines[tree.nodes[node, LINE]] + tree.nodes[node, SLOT]
            _match_regrets(first, start, choices, tables.regrets, strategy)
            word = random_word(state)
            for choice in range(choices):
                few_rounds()
                add_rounded(tables.average, first + choice, weight * own[node] * strategy[start + choice], word)
        else:
            for edge in range(start, start + choices):
                few_rounds()
                strategy[edge] = 1.0
        for edge in range(start, start + choices):
            few_rounds()
            own[tree.target[edge]] = own[node] * strategy[edge]
        node += 1


@inlined
def _reach(
    traverser: int,
    tree: WalkTree,
    tables: RegretTables,
    weight: float,
    state: NDArray[np.uint64],
    workspace: FullWorkspace,
) -> int:
    """How likely all others' choices lead to each node; add to their average, if the weight is not 0; list the nodes.

    Left out is what they do not lead to: nothing can be learned there. What chance did not draw is the same.
    """
    strategy, others = workspace.strategy, workspace.reach
    count, node = 0, np.int64(0)
    others[0] = 1.0
    while node < len(tree.nodes):
        reach = others[node]
        if reach == 0.0:
            node = np.int64(tree.nodes[node, AFTER])
            continue
        workspace.visited[count] = node
        count += 1
        start, choices = np.int64(tree.nodes[node, FIRST_EDGE]), np.int64(tree.nodes[node, CHOICES])
        acting = tree.nodes[node, PLAYER]
        if acting < 0:
            for edge in range(start, start + choices):
                few_rounds()
                strategy[edge] = others[tree.target[edge]] = 0.0
            edge = _drawn(start, choices, tree.chance, state)
            strategy[edge] = 1.0
            others[tree.target[edge]] = reach
        else:
            first = workspace.lines[tree.nodes[node, LINE]] + tree.nodes[node, SLOT]
            _match_regrets(first, start, choices, tables.regrets, strategy)
            if acting == traverser:
                for edge in range(start, start + choices):
                    few_rounds()
                    others[tree.target[edge]] = reach
            else:
                for edge in range(start, start + choices):
                    few_rounds()
                    others[tree.target[edge]] = reach * strategy[edge]
                if weight > 0.0:
                    word = random_word(state)
                    for choice in range(choices):
                        few_rounds()
                        add_rounded(tables.average, first + choice, weight * reach * strategy[start + choice], word)
        node += 1
    return count


@kernel
def run_chance_sampling(
    tree: WalkTree,
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
    nodes, players = len(tree.nodes), layout.base.shape[0]
    strategy, values = workspace.strategy, workspace.values
    for deal in range(len(batch.order)):
        traverser = deal % players
        weight = _weight(batch, deal, players, linear)
        run = _run_of(tree, players, traverser, batch.order[deal])
        _write_lines(layout, batch, deal, workspace.lines)
        others_weight = weight
        if players != 2:
            _add_own_average(traverser, tree, tables, weight, state, workspace)
            others_weight = 0.0
        for row in range(tree.payoffs.shape[1]):
            values[nodes + row] = tree.payoffs[run, row]
        count = _reach(traverser, tree, tables, others_weight, state, workspace)
        for place in range(count - 1, -1, -1):
            node = np.int64(workspace.visited[place])
            start, choices = np.int64(tree.nodes[node, FIRST_EDGE]), np.int64(tree.nodes[node, CHOICES])
            value = 0.0
            for edge in range(start, start + choices):
                few_rounds()
                value += strategy[edge] * values[tree.target[edge]]
            values[node] = value
            if tree.nodes[node, PLAYER] == traverser:
                first = workspace.lines[tree.nodes[node, LINE]] + tree.nodes[node, SLOT]
                scale = weight * workspace.reach[node]
                word = random_word(state)
                for choice in range(choices):
                    few_rounds()
                    gain = values[tree.target[start + choice]] - value
                    add_rounded(tables.regrets, first + choice, scale * gain, word)
