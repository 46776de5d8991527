"""Sampled updates in compiled code: deals, and walks through the betting tree for one of them.

A walk knows nothing of cards, only each player's class in each round and the order of strengths. The class fixes where
a player's cells of a round begin (`lines`), the node where in this line its choices are; see `abstraction.cells`.
"""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import random_below, random_word
from railbird.abstraction._kernels import order_of
from railbird.compiled import inlined, kernel

_LOW_BITS = 29
"""Of the 52 bits in the fraction of a number in double precision, those for which single precision has no room."""
_LOW = np.uint64((1 << _LOW_BITS) - 1)


@inlined
def _unit(word: np.uint64) -> float:
    """A number from 0 up to 1, from the high bits: those that `_add` takes are left to it."""
    return np.float64(word >> np.uint64(_LOW_BITS)) * 2.0 ** (_LOW_BITS - 64)


@inlined
def _add(sums: NDArray[np.float32], cell: int, amount: float, word: np.uint64) -> None:
    """Add to a sum in single precision, rounding up or down at random so that the sum is right on average.

    Rounding to the nearest would stop a sum at 2**24 times the amount, after half a minute in a small game: an average
    would come to look alike for all choices, and a regret far below zero would not notice that its choice has become
    better. The sign has a bit of its own, so that it is the size that is rounded, whatever the signs.
    """
    bits = np.float64(sums[cell] + amount).view(np.uint64) + (word & _LOW)
    sums[cell] = np.float32(np.uint64(bits & ~_LOW).view(np.float64))


@kernel
def deal_cards(
    reached: NDArray[np.float64],
    last_classes: NDArray[np.int32],
    ancestors: NDArray[np.int32],
    masks: NDArray[np.int64],
    strengths: NDArray[np.int64],
    state: NDArray[np.uint64],
    classes: NDArray[np.int32],
    order: NDArray[np.int32],
) -> None:
    """Draw a board of the last round for each deal, then a hand for one player after the other.

    A hand is drawn until it shares no card with the board and the hands before it. This is fair: whatever these are,
    as many hands are left, so that all ways to deal are equally likely. `reached` has the probabilities of the boards
    up to each one.
    """
    players, streets = classes.shape[1:]
    hands = np.uint64(len(masks))
    shown = np.empty(players, dtype=np.int64)
    for deal in range(len(classes)):
        board = _place_of(_unit(random_word(state)), reached)
        taken = np.int64(0)
        for player in range(players):
            while True:
                hand = np.int64(random_below(state, hands))
                number = last_classes[board, hand]
                if number >= 0 and taken & masks[hand] == 0:
                    break
            taken |= masks[hand]
            shown[player] = strengths[board, hand]
            for street in range(streets):
                classes[deal, player, street] = ancestors[street, number]
        order[deal] = order_of(shown, players)


@inlined
def _place_of(point: float, reached: NDArray[np.float64]) -> int:
    """The first whose probabilities up to it are above the point; the last, if rounding leaves none."""
    low, high = 0, len(reached) - 1
    while low < high:
        middle = (low + high) // 2
        if reached[middle] > point:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def most_visited(
    players: int, player: NDArray[np.int8], first_edge: NDArray[np.int64], child: NDArray[np.int32]
) -> int:
    """The most own decisions and ends that a walk meets which follows one choice wherever its player does not decide.

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
    """By node: the next one in depth-first order that does not lie behind it."""
    for node in range(len(after) - 1, -1, -1):
        after[node] = node + 1
        for edge in range(first_edge[node], first_edge[node + 1]):
            if child[edge] >= 0:
                after[node] = max(after[node], after[child[edge]])


@inlined
def _write_lines(
    base: NDArray[np.int64], width: NDArray[np.int64], classes: NDArray[np.int32], lines: NDArray[np.int64]
) -> None:
    """By player and round: where the cells of the class begin."""
    for player in range(base.shape[0]):
        for street in range(base.shape[1]):
            lines[player, street] = base[player, street] + classes[player, street] * width[player, street]


@inlined
def _drawn(edge: int, stop: int, chance: NDArray[np.float64], state: NDArray[np.uint64]) -> int:
    """The choice of chance."""
    point = _unit(random_word(state))
    while edge < stop - 1 and point >= chance[edge]:
        point -= chance[edge]
        edge += 1
    return edge


@inlined
def _chosen(
    first: int,
    choices: int,
    regrets: NDArray[np.float32],
    weight: float,
    pure: bool,
    word: np.uint64,
    average: NDArray[np.float32],
) -> int:
    """A choice by regret matching; the average takes the choice (pure) or its probabilities, if the weight is not 0."""
    total = 0.0
    for cell in range(first, first + choices):
        total += max(regrets[cell], np.float32(0.0))
    if total <= 0.0:
        chosen = np.int64(_unit(word) * choices)
        if weight > 0.0 and not pure:
            for cell in range(first, first + choices):
                _add(average, cell, weight / choices, word)
    else:
        point = _unit(word) * total
        chosen = 0
        for choice in range(choices):
            regret = regrets[first + choice]
            if regret > 0.0:
                chosen = choice
                point -= regret
                if point < 0.0:
                    break
        if weight > 0.0 and not pure:
            scale = weight / total
            for cell in range(first, first + choices):
                if regrets[cell] > 0.0:
                    _add(average, cell, scale * regrets[cell], word)
    if weight > 0.0 and pure:
        _add(average, first + chosen, weight, word)
    return chosen


@inlined
def _visit(
    traverser: int,
    player: NDArray[np.int8],
    street: NDArray[np.int8],
    first_edge: NDArray[np.int64],
    slot: NDArray[np.int32],
    child: NDArray[np.int32],
    chance: NDArray[np.float64],
    lines: NDArray[np.int64],
    regrets: NDArray[np.float32],
    weight: float,
    pure: bool,
    state: NDArray[np.uint64],
    average: NDArray[np.float32],
    waiting: NDArray[np.int32],
    visited: NDArray[np.int32],
) -> int:
    """List the own decisions and the ends to which all own choices lead, and one of anybody else's; depth first."""
    count, left = 0, 1
    waiting[0] = 0
    while left > 0:
        left -= 1
        node = np.int64(waiting[left])
        while node >= 0 and player[node] != traverser:
            edge = first_edge[node]
            acting = player[node]
            if acting < 0:
                edge = _drawn(edge, first_edge[node + 1], chance, state)
            else:
                first = lines[acting, street[node]] + slot[node]
                edge += _chosen(first, first_edge[node + 1] - edge, regrets, weight, pure, random_word(state), average)
            node = np.int64(child[edge])
        visited[count] = node
        count += 1
        if node >= 0:
            for edge in range(first_edge[node + 1] - 1, first_edge[node] - 1, -1):
                waiting[left] = child[edge]
                left += 1
    return count


@inlined
def _learn(
    first: int,
    choices: int,
    weight: float,
    pure: bool,
    word: np.uint64,
    values: NDArray[np.float64],
    top: int,
    regrets: NDArray[np.float32],
    average: NDArray[np.float32],
) -> float:
    """Update the regrets of a decision, the values of whose choices stand below `top`, the first on top; its value."""
    value = 0.0
    if pure:
        value = values[top - 1 - _chosen(first, choices, regrets, 0.0, pure, word, average)]
    else:
        total = 0.0
        for choice in range(choices):
            regret = max(regrets[first + choice], np.float32(0.0))
            total += regret
            value += regret * values[top - 1 - choice]
        if total > 0.0:
            value /= total
        else:
            for choice in range(choices):
                value += values[top - 1 - choice]
            value /= choices
    for choice in range(choices):
        _add(regrets, first + choice, weight * (values[top - 1 - choice] - value), word)
    return value


@inlined
def _play_for_average(
    traverser: int,
    player: NDArray[np.int8],
    street: NDArray[np.int8],
    first_edge: NDArray[np.int64],
    slot: NDArray[np.int32],
    child: NDArray[np.int32],
    chance: NDArray[np.float64],
    lines: NDArray[np.int64],
    regrets: NDArray[np.float32],
    weight: float,
    pure: bool,
    state: NDArray[np.uint64],
    average: NDArray[np.float32],
) -> None:
    """Play one hand by the own strategy against others who choose everything alike, for the average alone."""
    node = np.int64(0)
    while node >= 0:
        edge, stop = first_edge[node], first_edge[node + 1]
        acting = player[node]
        if acting < 0:
            edge = _drawn(edge, stop, chance, state)
        elif acting == traverser:
            first = lines[acting, street[node]] + slot[node]
            edge += _chosen(first, stop - edge, regrets, weight, pure, random_word(state), average)
        else:
            edge += np.int64(_unit(random_word(state)) * (stop - edge))
        node = np.int64(child[edge])


@kernel
def run_external_sampling(
    player: NDArray[np.int8],
    street: NDArray[np.int8],
    first_edge: NDArray[np.int64],
    slot: NDArray[np.int32],
    child: NDArray[np.int32],
    chance: NDArray[np.float64],
    end_row: NDArray[np.int32],
    payoffs: NDArray[np.float64],
    base: NDArray[np.int64],
    width: NDArray[np.int64],
    classes: NDArray[np.int32],
    order: NDArray[np.int32],
    iteration: int,
    stride: int,
    linear: bool,
    pure: bool,
    state: NDArray[np.uint64],
    regrets: NDArray[np.float32],
    average: NDArray[np.float32],
    waiting: NDArray[np.int32],
    visited: NDArray[np.int32],
    values: NDArray[np.float64],
) -> None:
    """Use up the deals, one for each player's walk; `iteration` is the first one's number, `stride` leads to the next.

    With `pure` a decision is worth what its sampled choice is: pure CFR.
    """
    players = base.shape[0]
    lines = np.empty_like(base)
    for deal in range(len(order)):
        traverser = deal % players
        number = iteration + deal // players * stride
        weight = np.float64(number) if linear else 1.0
        _write_lines(base, width, classes[deal], lines)
        others_weight = weight
        if players != 2:
            _play_for_average(
                traverser,
                player,
                street,
                first_edge,
                slot,
                child,
                chance,
                lines,
                regrets,
                weight,
                pure,
                state,
                average,
            )
            others_weight = 0.0
        count = _visit(
            traverser,
            player,
            street,
            first_edge,
            slot,
            child,
            chance,
            lines,
            regrets,
            others_weight,
            pure,
            state,
            average,
            waiting,
            visited,
        )
        top = 0
        for place in range(count - 1, -1, -1):
            node = np.int64(visited[place])
            if node < 0:
                values[top] = payoffs[end_row[-1 - node], order[deal], traverser]
            else:
                choices = first_edge[node + 1] - first_edge[node]
                first = lines[traverser, street[node]] + slot[node]
                value = _learn(first, choices, weight, pure, random_word(state), values, top, regrets, average)
                top -= choices
                values[top] = value
            top += 1


@inlined
def _match_regrets(
    first: int, edge: int, stop: int, regrets: NDArray[np.float32], strategy: NDArray[np.float64]
) -> None:
    """By edge: its probability."""
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
    player: NDArray[np.int8],
    street: NDArray[np.int8],
    first_edge: NDArray[np.int64],
    slot: NDArray[np.int32],
    child: NDArray[np.int32],
    chance: NDArray[np.float64],
    after: NDArray[np.int32],
    lines: NDArray[np.int64],
    regrets: NDArray[np.float32],
    weight: float,
    state: NDArray[np.uint64],
    average: NDArray[np.float32],
    strategy: NDArray[np.float64],
    own: NDArray[np.float64],
    others: NDArray[np.float64],
    values: NDArray[np.float64],
    visited: NDArray[np.int32],
) -> int:
    """How likely the own choices and all others' lead to each node; add to the average; list the nodes.

    Left out is what neither leads to: nothing can be learned there. What chance did not draw is the same.
    """
    count, node = 0, 0
    own[0] = others[0] = 1.0
    while node < len(player):
        if own[node] == 0.0 and others[node] == 0.0:
            values[node] = 0.0
            node = np.int64(after[node])
            continue
        visited[count] = node
        count += 1
        start, stop = first_edge[node], first_edge[node + 1]
        acting = player[node]
        if acting < 0:
            for edge in range(start, stop):
                strategy[edge] = 0.0
            strategy[_drawn(start, stop, chance, state)] = 1.0
        else:
            first = lines[acting, street[node]] + slot[node]
            _match_regrets(first, start, stop, regrets, strategy)
            if acting == traverser and own[node] > 0.0:
                word = random_word(state)
                for edge in range(start, stop):
                    if strategy[edge] > 0.0:
                        _add(average, first + edge - start, weight * own[node] * strategy[edge], word)
        for edge in range(start, stop):
            below = child[edge]
            if below >= 0:
                own[below], others[below] = own[node], others[node]
                if acting != traverser:
                    others[below] *= strategy[edge]
                if acting == traverser or acting < 0:
                    own[below] *= strategy[edge]
        node += 1
    return count


@inlined
def _worth(
    below: int,
    end_row: NDArray[np.int32],
    payoffs: NDArray[np.float64],
    order: int,
    traverser: int,
    values: NDArray[np.float64],
) -> float:
    """What a node or an end is worth."""
    if below >= 0:
        return values[below]
    return payoffs[end_row[-1 - below], order, traverser]


@kernel
def run_chance_sampling(
    player: NDArray[np.int8],
    street: NDArray[np.int8],
    first_edge: NDArray[np.int64],
    slot: NDArray[np.int32],
    child: NDArray[np.int32],
    chance: NDArray[np.float64],
    end_row: NDArray[np.int32],
    payoffs: NDArray[np.float64],
    base: NDArray[np.int64],
    width: NDArray[np.int64],
    classes: NDArray[np.int32],
    order: NDArray[np.int32],
    iteration: int,
    stride: int,
    linear: bool,
    state: NDArray[np.uint64],
    regrets: NDArray[np.float32],
    average: NDArray[np.float32],
    after: NDArray[np.int32],
    strategy: NDArray[np.float64],
    own: NDArray[np.float64],
    others: NDArray[np.float64],
    values: NDArray[np.float64],
    visited: NDArray[np.int32],
) -> None:
    """Use up the deals, one for each player's walk; `iteration` is the first one's number, `stride` leads to the next.

    Probabilities are kept from the way down to the way back: a walk may meet an information set more than once.
    """
    players = base.shape[0]
    lines = np.empty_like(base)
    for deal in range(len(order)):
        traverser = deal % players
        number = iteration + deal // players * stride
        weight = np.float64(number) if linear else 1.0
        _write_lines(base, width, classes[deal], lines)
        count = _reach(
            traverser,
            player,
            street,
            first_edge,
            slot,
            child,
            chance,
            after,
            lines,
            regrets,
            weight,
            state,
            average,
            strategy,
            own,
            others,
            values,
            visited,
        )
        for place in range(count - 1, -1, -1):
            node = np.int64(visited[place])
            start, stop = first_edge[node], first_edge[node + 1]
            value = 0.0
            for edge in range(start, stop):
                value += strategy[edge] * _worth(child[edge], end_row, payoffs, order[deal], traverser, values)
            values[node] = value
            if player[node] == traverser and others[node] > 0.0:
                first = lines[traverser, street[node]] + slot[node]
                word = random_word(state)
                for edge in range(start, stop):
                    worth = _worth(child[edge], end_row, payoffs, order[deal], traverser, values)
                    _add(regrets, first + edge - start, weight * others[node] * (worth - value), word)
