"""Counts the actions and results of players, in one replay of the betting of each hand."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into
from railbird.analysis.counters import (
    ACTION_KINDS,
    ACTIONS,
    ALL_IN_LOSE,
    ALL_IN_WIN,
    BIG_BLIND_LOSE,
    BOUNDS_BY_POSITION,
    CALLS,
    CATEGORY_HANDS,
    CATEGORY_NET,
    CHECKS,
    CLASS_HANDS,
    CLASS_NET,
    CLASS_RAISED,
    CLASS_VOLUNTARY,
    CLASS_WALKS,
    FOLDS,
    HANDS,
    HIGH_LOSE,
    HIGH_WIN,
    LOST,
    MAX_WIN,
    MEDIUM_WIN,
    MIN_WIN,
    MOST_BIG_BLIND_LOSE,
    MOST_MEDIUM_WIN,
    MOST_MIN_WIN,
    MOST_SMALL_BLIND_LOSE,
    MOST_SMALL_LOSE,
    NET,
    NET_BY_END,
    NO_WIN,
    RAISED_FIRST_STREET,
    RAISES,
    SEEN,
    SHOWDOWNS,
    SHOWDOWNS_AFTER_FLOP,
    SHOWDOWNS_WON,
    SMALL_BLIND_LOSE,
    SMALL_LOSE,
    THREE_BET_CHANCES,
    THREE_BETS,
    VOLUNTARY,
    WALKS,
    WON,
    WON_ON,
)
from railbird.cards.hands import CLASS_COUNT
from railbird.compiled import inlined, kernel
from railbird.formats._kernels import TOTAL_SHIFT
from railbird.formats.columns._kernels import HandArrays
from railbird.formats.payoff_checks._kernels import most_lost, plays_out
from railbird.games._kernels import apply_action, raise_bounds
from railbird.games.definition import MOST_ROUNDS, SHARES
from railbird.games.state_array import (
    ACTING,
    BET,
    CALL,
    FOLD,
    FOLDED,
    OUTCOME,
    PLAYERS,
    ROUND,
    SHOWDOWN,
    SPENT,
    STACKS,
)
from railbird.games.state_array import RAISES as RAISES_THIS_ROUND

_KIND = (1 << TOTAL_SHIFT) - 1


class ClassTable(NamedTuple):
    """A hash table of counts by player and class of starting hands (see `class_counts`)."""

    slots: NDArray[np.int64]
    """Slots by hash, with linear probing: the number of an entry, counted from 1, or 0 for a free slot."""
    keys: NDArray[np.int64]
    """The row of the player times the number of classes, plus the class."""
    counts: NDArray[np.int64]


@kernel
def fill_slots(table: ClassTable, entries: int) -> None:
    """Give each of the entries a slot."""
    for entry in range(entries):
        table.slots[_slot_of(table, table.keys[entry])] = entry + 1


@inlined
def _slot_of(table: ClassTable, key: int) -> int:
    """The slot of a key, or the free slot where it belongs."""
    mask = np.uint64(len(table.slots) - 1)
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    slot = (mixed ^ mixed >> np.uint64(32)) & mask
    while table.slots[slot] > 0 and table.keys[table.slots[slot] - 1] != key:
        slot = (slot + np.uint64(1)) & mask
    return np.int64(slot)


@kernel
def tally_hands(
    first: NDArray[np.int64],
    hands: HandArrays,
    classes: NDArray[np.int64],
    most: int,
    bounds: NDArray[np.int64],
    row_of: NDArray[np.int64],
    rows: int,
    counts: NDArray[np.int64],
    by_class: ClassTable,
    entries: int,
    is_counted: NDArray[np.bool_],
) -> tuple[int, int]:
    """Add hands to the counts if their betting is legal and complete and no payoff exceeds `most`.

    `first` is the array of a hand that has just begun. `classes` has the class of each starting hand, or -1, and
    `row_of` the row of each name, or -1: a new player gets the next row. `rows` and `entries` are the numbers of rows
    and of entries by class in use; return the numbers afterwards.
    """
    hand = first.copy()
    players = np.empty(first[PLAYERS], dtype=np.int64)
    of_class = np.empty(first[PLAYERS], dtype=np.int64)
    for number in range(len(hands.numbers)):
        actions = hands.actions[hands.offsets[number] : hands.offsets[number + 1]]
        copy_into(first, hand)
        is_counted[number] = _is_within(hands.payoffs[number], most) and plays_out(hand, actions)
        if not is_counted[number]:
            continue
        for position, name in enumerate(hands.players[number]):
            if row_of[name] < 0:
                row_of[name] = rows
                rows += 1
            players[position] = row_of[name]
        copy_into(first, hand)
        entries = _find_entries(classes[number], players, by_class, entries, of_class)
        _tally_hand(hand, actions, players, hands.payoffs[number], of_class, bounds, counts, by_class.counts)
    return rows, entries


@inlined
def _find_entries(
    classes: NDArray[np.int64],
    players: NDArray[np.int64],
    by_class: ClassTable,
    entries: int,
    of_class: NDArray[np.int64],
) -> int:
    """Write the entry of each position's starting hand, or -1, and return the number of entries afterwards."""
    for position in range(len(players)):
        of_class[position] = -1
        if classes[position] < 0:
            continue
        key = players[position] * CLASS_COUNT + classes[position]
        slot = _slot_of(by_class, key)
        if by_class.slots[slot] == 0:
            by_class.keys[entries] = key
            entries += 1
            by_class.slots[slot] = entries
        of_class[position] = by_class.slots[slot] - 1
    return entries


@inlined
def _is_within(payoffs: NDArray[np.int64], most: int) -> bool:
    for chips in payoffs:
        if chips > most or chips < -most:
            return False
    return True


@inlined
def _tally_hand(
    hand: NDArray[np.int64],
    actions: NDArray[np.int64],
    players: NDArray[np.int64],
    payoffs: NDArray[np.int64],
    of_class: NDArray[np.int64],
    bounds: NDArray[np.int64],
    counts: NDArray[np.int64],
    by_class: NDArray[np.int64],
) -> None:
    """Add a legal, complete hand. `payoffs` are in fractions of a chip.

    `players` and `of_class` have the rows of each position in the counts, and in the counts by class, or -1.
    """
    acted = voluntary = raised = 0
    # All of them at once where the blinds take everybody's chips.
    _begin_streets(hand, players, counts, 0)
    for action in actions:
        position, street = hand[ACTING], hand[ROUND]
        row = players[position]
        kind = _count_action(hand, action & _KIND, counts[row])
        if street == 0:
            acted |= 1 << position
            voluntary |= (kind in (CALLS, RAISES)) << position
            raised |= (kind == RAISES) << position
        apply_action(hand, action & _KIND, action >> TOTAL_SHIFT)
        _begin_streets(hand, players, counts, street + 1)
    for position in range(hand[PLAYERS]):
        row, net = players[position], payoffs[position]
        category = category_of(net, position, hand[PLAYERS], bounds)
        _count_result(hand, position, net, category, counts[row])
        # Later streets too can end by folds, with a player in who is all-in with its blind.
        ends_at_once = hand[OUTCOME] != SHOWDOWN and hand[ROUND] == 0
        is_walk = ends_at_once and not (hand[FOLDED] | acted) >> position & 1
        counts[row, WALKS] += is_walk
        counts[row, VOLUNTARY] += voluntary >> position & 1
        counts[row, RAISED_FIRST_STREET] += raised >> position & 1
        if of_class[position] >= 0:
            counts_of_class = by_class[of_class[position]]
            counts_of_class[CLASS_WALKS] += is_walk
            _count_class(counts_of_class, net, voluntary >> position & 1, raised >> position & 1)


@inlined
def _begin_streets(hand: NDArray[np.int64], players: NDArray[np.int64], counts: NDArray[np.int64], first: int) -> None:
    """Count the streets up to the current one as seen by everyone who has not folded, all-in or not."""
    for street in range(first, hand[ROUND] + 1):
        for position in range(hand[PLAYERS]):
            if not hand[FOLDED] >> position & 1:
                counts[players[position], SEEN + street] += 1


@inlined
def _count_action(hand: NDArray[np.int64], action: int, counts: NDArray[np.int64]) -> int:
    """Count the action that the acting player is about to take as a fold, check, call or raise."""
    kind = kind_of_action(hand, action)
    counts[ACTIONS + ACTION_KINDS * hand[ROUND] + kind] += 1
    if can_three_bet(hand):
        counts[THREE_BET_CHANCES] += 1
        counts[THREE_BETS] += kind == RAISES
    return kind


@inlined
def kind_of_action(hand: NDArray[np.int64], action: int) -> int:
    """Whether an action of the acting player is a fold, check, call or raise."""
    if action == FOLD:
        return FOLDS
    if action != CALL:
        return RAISES
    position = hand[ACTING]
    return CALLS if min(hand[BET], hand[STACKS + position]) > hand[SPENT + position] else CHECKS


@inlined
def can_three_bet(hand: NDArray[np.int64]) -> bool:
    """Whether the acting player can make the third bet: a raise after exactly one raise, the blind being the first."""
    return hand[ROUND] == 0 and hand[RAISES_THIS_ROUND] == 1 and raise_bounds(hand)[1] > 0


@inlined
def _count_class(of_class: NDArray[np.int64], net: int, voluntary: int, raised: int) -> None:
    of_class[CLASS_HANDS] += 1
    of_class[CLASS_VOLUNTARY] += voluntary
    of_class[CLASS_RAISED] += raised
    of_class[CLASS_NET] += net


@inlined
def _count_result(hand: NDArray[np.int64], position: int, net: int, category: int, counts: NDArray[np.int64]) -> None:
    """Count the result of a complete hand."""
    counts[HANDS] += 1
    counts[NET] += net
    counts[CATEGORY_HANDS + category] += 1
    counts[CATEGORY_NET + category] += net
    counts[WON] += net > 0
    counts[LOST] += net < 0
    is_in = not hand[FOLDED] >> position & 1
    if hand[OUTCOME] != SHOWDOWN:
        counts[NET_BY_END + hand[ROUND]] += net
        counts[WON_ON + hand[ROUND]] += is_in
        return
    counts[NET_BY_END + MOST_ROUNDS] += net
    if is_in:
        counts[SHOWDOWNS] += 1
        counts[SHOWDOWNS_AFTER_FLOP] += hand[ROUND] > 0
        counts[SHOWDOWNS_WON] += net > -SHARES * most_lost(hand, position)


@inlined
def category_of(net: int, position: int, players: int, bounds: NDArray[np.int64]) -> int:
    """The number of the category of a result (see `categories`)."""
    stack = bounds[BOUNDS_BY_POSITION + position]
    all_others = bounds[BOUNDS_BY_POSITION + players + position]
    if net < 0:
        if -net >= stack:
            return ALL_IN_LOSE
        if -net <= bounds[MOST_SMALL_BLIND_LOSE]:
            return SMALL_BLIND_LOSE
        if -net <= bounds[MOST_BIG_BLIND_LOSE]:
            return BIG_BLIND_LOSE
        return SMALL_LOSE if -net <= bounds[MOST_SMALL_LOSE] else HIGH_LOSE
    if net == 0:
        return NO_WIN
    if net >= all_others:
        return MAX_WIN
    if net >= stack:
        return ALL_IN_WIN
    if net <= bounds[MOST_MIN_WIN]:
        return MIN_WIN
    return MEDIUM_WIN if net <= bounds[MOST_MEDIUM_WIN] else HIGH_WIN
