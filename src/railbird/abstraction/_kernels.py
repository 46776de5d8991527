"""Compiled code of games: betting trees, counted first and then written into arrays of the right size; deals."""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into, random_below, random_word
from railbird.abstraction.tree_arrays import TreeArrays
from railbird.compiled import inlined, kernel
from railbird.games._kernels import apply_action, can_fold, raise_bounds, share_pots, start_hand
from railbird.games.definition import MOST_ACTIONS_IN_ROUND, MOST_PLAYERS, MOST_ROUNDS, SHARES
from railbird.games.state_array import (
    ACTING,
    ANTES,
    BET,
    CALL,
    FOLD,
    FOLDED,
    NO_LIMIT,
    OUTCOME,
    PLAYERS,
    RAISE,
    RAISES,
    ROUND,
    SHOWDOWN,
    SPENT,
    STACKS,
)

# Columns of the rules of a bet menu.
PARTS = 0  # number of fractions of the pot
SMALLEST = 1  # whether the smallest raise is a choice
ALL_IN = 2  # whether all-in is a choice
MOST_RAISES = 3  # on a street, before only all-in is left
RULES = 4

# What became of a fraction of the pot.
LEGAL = 1
TOO_SMALL = 2
TOO_LARGE = 4

_MOST_CHOICES = 32
"""At one decision."""
_DEEPEST = MOST_ROUNDS * MOST_ACTIONS_IN_ROUND + 1
LOW_BITS = 29
"""Of the 52 bits in the fraction of a number in double precision, those for which single precision has no room."""


@inlined
def _write_choices(
    hand: NDArray[np.int64],
    bet_rules: NDArray[np.int64],
    pot_parts: NDArray[np.float64],
    all_in_above: NDArray[np.float64],
    part_uses: NDArray[np.int8],
    kinds: NDArray[np.int8],
    totals: NDArray[np.int64],
) -> int:
    """The choices of the acting player: fold, call, then the raises of the menu from small to large.

    `part_uses` records for each fraction of the pot whether it was legal, too small or too large.
    """
    count = 0
    if can_fold(hand):
        kinds[0], totals[0] = FOLD, 0
        count = 1
    kinds[count], totals[count] = CALL, 0
    count += 1
    low, high = raise_bounds(hand)
    if high == 0:
        return count
    if not hand[NO_LIMIT]:
        kinds[count], totals[count] = RAISE, low
        return count + 1
    first_raise = count
    street = hand[ROUND]
    place = np.int64(hand[RAISES] > 0)
    highest_part = all_in_above[street] * hand[STACKS + hand[ACTING]]
    if hand[RAISES] < bet_rules[street, place, MOST_RAISES]:
        if bet_rules[street, place, SMALLEST]:
            kinds[count], totals[count] = RAISE, low if low <= highest_part else high
            count += 1
        pot = hand[BET] - hand[SPENT + hand[ACTING]]
        for position in range(hand[PLAYERS]):
            pot += hand[SPENT + position] + hand[ANTES + position]
        for part in range(bet_rules[street, place, PARTS]):
            wanted = hand[BET] + np.int64(min(np.rint(pot_parts[street, place, part] * pot), float(high)))
            part_uses[street, place, part] |= TOO_SMALL if wanted < low else TOO_LARGE if wanted > high else LEGAL
            total = min(max(wanted, low), high)
            if total > highest_part:
                total = high
            if count == first_raise or total > totals[count - 1]:
                kinds[count], totals[count] = RAISE, total
                count += 1
    if bet_rules[street, place, ALL_IN] and (count == first_raise or high > totals[count - 1]):
        kinds[count], totals[count] = RAISE, high
        count += 1
    return count


@kernel
def count_tree(
    first: NDArray[np.int64],
    bet_rules: NDArray[np.int64],
    pot_parts: NDArray[np.float64],
    all_in_above: NDArray[np.float64],
    part_uses: NDArray[np.int8],
    most_nodes: int,
    nodes: NDArray[np.int64],
    choices: NDArray[np.int64],
    terminals: NDArray[np.int64],
) -> bool:
    """Count decisions and choices by player and round, and folds and showdowns; false if there are too many."""
    hands = np.empty((_DEEPEST, len(first)), dtype=np.int64)
    kinds = np.empty((_DEEPEST, _MOST_CHOICES), dtype=np.int8)
    totals = np.empty((_DEEPEST, _MOST_CHOICES), dtype=np.int64)
    left = np.zeros(_DEEPEST, dtype=np.int64)
    copy_into(first, hands[0])
    start_hand(hands[0])
    if hands[0, ACTING] < 0:
        terminals[1] += 1
        return True
    depth = counted = 0
    opened = True
    while depth >= 0:
        hand = hands[depth]
        if opened:
            left[depth] = _write_choices(
                hand, bet_rules, pot_parts, all_in_above, part_uses, kinds[depth], totals[depth]
            )
            nodes[hand[ACTING], hand[ROUND]] += 1
            choices[hand[ACTING], hand[ROUND]] += left[depth]
            counted += 1
            if counted > most_nodes:
                return False
        if left[depth] == 0:
            depth -= 1
            opened = False
            continue
        left[depth] -= 1
        below = hands[depth + 1]
        copy_into(hand, below)
        apply_action(below, np.int64(kinds[depth, left[depth]]), totals[depth, left[depth]])
        opened = below[ACTING] >= 0
        if opened:
            depth += 1
        else:
            terminals[np.int64(below[OUTCOME] == SHOWDOWN)] += 1
    return True


@kernel
def write_tree(
    first: NDArray[np.int64],
    bet_rules: NDArray[np.int64],
    pot_parts: NDArray[np.float64],
    all_in_above: NDArray[np.float64],
    part_uses: NDArray[np.int8],
    tree: TreeArrays,
    rows: NDArray[np.int64],
    places: NDArray[np.int32],
) -> int:
    """Write the tree in the order of a depth-first walk, the choices of a decision next to each other.

    `rows` receives what tells terminals apart: who folded, and the chips of all players. `places` is the hash table of
    the rows. Returns the number of rows, or -1 if there is no space for all of them.
    """
    hands = np.empty((_DEEPEST, len(first)), dtype=np.int64)
    path = np.empty(_DEEPEST, dtype=np.int64)
    done = np.empty(_DEEPEST, dtype=np.int64)
    slots = np.zeros((MOST_PLAYERS, MOST_ROUNDS), dtype=np.int64)
    kinds = np.empty(_MOST_CHOICES, dtype=np.int8)
    totals = np.empty(_MOST_CHOICES, dtype=np.int64)
    places[:] = -1
    copy_into(first, hands[0])
    start_hand(hands[0])
    tree.first_edge[0] = 0
    depth, node, terminals, used = 0, -1, 0, 0
    opened = True
    while depth >= 0:
        hand = hands[depth]
        if opened:
            node += 1
            count = _write_choices(hand, bet_rules, pot_parts, all_in_above, part_uses, kinds, totals)
            _write_decision(node, hand, kinds[:count], totals, slots, tree)
            path[depth], done[depth] = node, 0
        edge = tree.first_edge[path[depth]] + done[depth]
        if edge == tree.first_edge[path[depth] + 1]:
            depth -= 1
            opened = False
            continue
        done[depth] += 1
        below = hands[depth + 1]
        copy_into(hand, below)
        apply_action(below, np.int64(tree.kind[edge]), np.int64(tree.total[edge]))
        opened = below[ACTING] >= 0
        if opened:
            tree.child[edge] = node + 1
            depth += 1
            continue
        row = _row_of(below, rows, places, used)
        if row == len(rows):
            return -1
        used = max(used, row + 1)
        tree.child[edge] = -1 - terminals
        tree.terminal_street[terminals], tree.terminal_row[terminals] = below[ROUND], row
        terminals += 1
    return used


@inlined
def _write_decision(
    node: int,
    hand: NDArray[np.int64],
    kinds: NDArray[np.int8],
    totals: NDArray[np.int64],
    slots: NDArray[np.int64],
    tree: TreeArrays,
) -> None:
    """Write a decision and its choices; `slots` counts the choices so far by player and round."""
    acting, now = hand[ACTING], hand[ROUND]
    first_edge = tree.first_edge[node]
    tree.player[node], tree.street[node] = acting, now
    tree.first_edge[node + 1] = first_edge + len(kinds)
    tree.slot[node] = slots[acting, now]
    slots[acting, now] += len(kinds)
    for choice in range(len(kinds)):
        tree.kind[first_edge + choice], tree.total[first_edge + choice] = kinds[choice], totals[choice]


@inlined
def _row_of(hand: NDArray[np.int64], rows: NDArray[np.int64], places: NDArray[np.int32], used: int) -> int:
    """The row of a terminal, a new row if there is none like it yet; `len(rows)` if there is no space for it."""
    players = hand[PLAYERS]
    # A hand that ends by folding ends the same way in every round.
    code = np.uint64(hand[FOLDED])
    for position in range(players):
        code = (code ^ np.uint64(hand[SPENT + position])) * np.uint64(0x9E3779B97F4A7C15)
        code ^= code >> np.uint64(29)
    place = np.int64(code & np.uint64(len(places) - 1))
    while places[place] >= 0:
        row = places[place]
        same = rows[row, 0] == hand[FOLDED]
        for position in range(players):
            same = same and rows[row, 1 + position] == hand[SPENT + position]
        if same:
            return np.int64(row)
        place = (place + 1) & (len(places) - 1)
    if used < len(rows):
        places[place] = used
        rows[used, 0] = hand[FOLDED]
        for position in range(players):
            rows[used, 1 + position] = hand[SPENT + position]
    return used


@kernel
def write_row_payoffs(first: NDArray[np.int64], rows: NDArray[np.int64], payoffs: NDArray[np.float64]) -> None:
    """By row, order of strengths and position: the payoff in chips."""
    players = first[PLAYERS]
    hand = first.copy()
    strengths = np.zeros(MOST_PLAYERS, dtype=np.int64)
    chips = np.empty(players, dtype=np.int64)
    for row in range(len(rows)):
        hand[FOLDED] = rows[row, 0]
        for position in range(players):
            hand[SPENT + position] = rows[row, 1 + position]
        for combination in range(players**players):
            rest = combination
            for position in range(players):
                strengths[position] = rest % players
                rest //= players
            share_pots(hand, strengths, chips)
            order = order_of(strengths, players)
            for position in range(players):
                payoffs[row, order, position] = chips[position] / SHARES


@inlined
def order_of(strengths: NDArray[np.int64], players: int) -> int:
    """Who is stronger than whom, as one number: for each pair 0 (the first is weaker), 1 (equal) or 2 (stronger)."""
    order = 0
    for first in range(players):
        for second in range(first + 1, players):
            order = 3 * order + 1 + np.sign(strengths[first] - strengths[second])
    return np.int64(order)


@kernel
def write_canonical_codes(
    cards: NDArray[np.uint8], groups: NDArray[np.int64], suits: NDArray[np.uint8], codes: NDArray[np.int64]
) -> None:
    """For each row of cards the smallest code under all the given ways to rename the suits.

    A code has six bits a card, group after group (hole cards, flop, turn, ...), each group in ascending order. The
    smallest code of the first groups is the beginning of the smallest code of all.
    """
    mapped = np.empty(cards.shape[1], dtype=np.int64)
    for row in range(len(cards)):
        best = np.int64(-1)
        for renaming in range(len(suits)):
            for i in range(cards.shape[1]):
                mapped[i] = cards[row, i] & 0xFC | suits[renaming, cards[row, i] & 3]
            code = _code_of(mapped, groups)
            if best < 0 or code < best:
                best = code
        codes[row] = best


@inlined
def _code_of(cards: NDArray[np.int64], groups: NDArray[np.int64]) -> int:
    """Sort each group, and pack the cards."""
    start = 0
    for size in groups:
        for i in range(start + 1, start + size):
            card = cards[i]
            place = i
            while place > start and cards[place - 1] > card:
                cards[place] = cards[place - 1]
                place -= 1
            cards[place] = card
        start += size
    code = np.int64(0)
    for card in cards:
        code = code << 6 | card
    return code


@kernel
def normalise(
    player: NDArray[np.int8],
    street: NDArray[np.int8],
    first_edge: NDArray[np.int64],
    slot: NDArray[np.int32],
    base: NDArray[np.int64],
    width: NDArray[np.int64],
    classes: NDArray[np.int64],
    sums: NDArray[np.float64] | NDArray[np.float32],
    probabilities: NDArray[np.float64] | NDArray[np.float32],
) -> None:
    """Turn sums by cell into probabilities, uniform where all sums of an information set are 0."""
    for node in range(len(player)):
        acting, now = player[node], street[node]
        if acting < 0:
            continue
        choices = first_edge[node + 1] - first_edge[node]
        for number in range(classes[now]):
            first = base[acting, now] + number * width[acting, now] + slot[node]
            total = 0.0
            for cell in range(first, first + choices):
                total += sums[cell]
            for cell in range(first, first + choices):
                probabilities[cell] = sums[cell] / total if total > 0.0 else 1.0 / choices


@inlined
def unit_interval(word: np.uint64) -> float:
    """A number from 0 up to 1 from the high bits of a word; the `LOW_BITS` are left for rounding at random."""
    return np.float64(word >> np.uint64(LOW_BITS)) * 2.0 ** (LOW_BITS - 64)


@kernel
def deal_cards(
    cumulative_probabilities: NDArray[np.float64],
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
    as many hands are left, so that all ways to deal are equally likely. The probabilities are those of the boards.
    """
    players, streets = classes.shape[1:]
    hands = np.uint64(len(masks))
    shown = np.empty(players, dtype=np.int64)
    for deal in range(len(classes)):
        board = _place_of(unit_interval(random_word(state)), cumulative_probabilities)
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


@kernel
def draw_deals(
    keep: NDArray[np.float64],
    alias: NDArray[np.int32],
    listed_classes: NDArray[np.int32],
    listed_order: NDArray[np.int32],
    state: NDArray[np.uint64],
    classes: NDArray[np.int32],
    order: NDArray[np.int32],
) -> None:
    """Draw deals from a list by the alias method."""
    players, streets = classes.shape[1:]
    count = np.uint64(len(keep))
    for deal in range(len(classes)):
        entry = np.int64(random_below(state, count))
        if unit_interval(random_word(state)) >= keep[entry]:
            entry = np.int64(alias[entry])
        for player in range(players):
            for street in range(streets):
                classes[deal, player, street] = listed_classes[entry, player, street]
        order[deal] = listed_order[entry]


@kernel
def draw_boards(
    cumulative_probabilities: NDArray[np.float64],
    hands_by_strength: NDArray[np.int32],
    levels: NDArray[np.int32],
    hands: NDArray[np.uint8],
    last_classes: NDArray[np.int32],
    ancestors: NDArray[np.int32],
    state: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    classes: NDArray[np.int32],
    level: NDArray[np.int32],
) -> None:
    """Draw boards of the last round, and write all hands on them, weakest first."""
    for number in range(len(cards)):
        board = _place_of(unit_interval(random_word(state)), cumulative_probabilities)
        for place in range(cards.shape[1]):
            hand = hands_by_strength[board, place]
            level[number, place] = levels[board, place]
            for card in range(hands.shape[1]):
                cards[number, place, card] = hands[hand, card]
            for street in range(len(ancestors)):
                classes[number, street, place] = ancestors[street, last_classes[board, hand]]


@inlined
def _place_of(point: float, cumulative_probabilities: NDArray[np.float64]) -> int:
    """The first place whose cumulative probability is above the point; the last, if rounding leaves none."""
    low, high = 0, len(cumulative_probabilities) - 1
    while low < high:
        middle = (low + high) // 2
        if cumulative_probabilities[middle] > point:
            high = middle
        else:
            low = middle + 1
    return low
