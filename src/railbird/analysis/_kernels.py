"""Counts what the players of a hand did, in one replay of its betting."""

import numpy as np
from numpy.typing import NDArray

from railbird.analysis.layout import (
    ACTION_KINDS,
    ACTIONS,
    CALLS,
    CATEGORY_HANDS,
    CATEGORY_NET,
    CHECKS,
    CLASS_HANDS,
    CLASS_NET,
    CLASS_RAISED,
    CLASS_VOLUNTARY,
    FOLDS,
    HANDS,
    LOST,
    NET,
    NET_BY_END,
    RAISED_FIRST_STREET,
    RAISES,
    SEEN,
    SHOWDOWNS,
    SHOWDOWNS_WON,
    THREE_BET_CHANCES,
    THREE_BETS,
    VOLUNTARY,
    WON,
    WON_ON,
)
from railbird.compiled import inlined, kernel
from railbird.games._kernels import apply_action, raise_bounds
from railbird.games.definition import MOST_ROUNDS, SHARES
from railbird.games.layout import (
    ACTING,
    ANTES,
    BET,
    CALL,
    FOLD,
    FOLDED,
    OUTCOME,
    PLAYERS,
    PLAYING,
    ROUND,
    SHOWDOWN,
    SPENT,
    STACKS,
)
from railbird.games.layout import RAISES as RAISES_THIS_ROUND


@kernel
def tally_hand(
    hand: NDArray[np.int64],
    again: NDArray[np.int64],
    actions: NDArray[np.int64],
    players: NDArray[np.int64],
    payoffs: NDArray[np.int64],
    classes: NDArray[np.int64],
    bounds: NDArray[np.int64],
    counts: NDArray[np.int64],
    by_class: NDArray[np.int64],
) -> bool:
    """Add a hand to the counts; false, with counts untouched, if its betting is not legal or not over.

    `hand` and `again` are arrays of a hand that has just begun, and are used up. Actions are kind and total in turn;
    `players` has the row of each position, `payoffs` parts of a chip, `classes` the class of the starting hand or -1.
    """
    if not _is_whole(again, actions):
        return False
    voluntary = raised = 0
    # All of them at once where the blinds take everybody's chips.
    for begun in range(hand[ROUND] + 1):
        _begin_street(hand, players, counts, begun)
    for place in range(0, len(actions), 2):
        position, street = hand[ACTING], hand[ROUND]
        row = players[position]
        kind = _count_action(hand, actions[place], counts[row])
        if street == 0:
            voluntary |= (kind in (CALLS, RAISES)) << position
            raised |= (kind == RAISES) << position
        apply_action(hand, actions[place], actions[place + 1])
        for begun in range(street + 1, hand[ROUND] + 1):
            _begin_street(hand, players, counts, begun)
    for position in range(hand[PLAYERS]):
        row, net = players[position], payoffs[position]
        _count_result(hand, position, net, counts[row])
        category = category_of(net, position, hand[PLAYERS], bounds)
        counts[row, CATEGORY_HANDS + category] += 1
        counts[row, CATEGORY_NET + category] += net
        counts[row, VOLUNTARY] += voluntary >> position & 1
        counts[row, RAISED_FIRST_STREET] += raised >> position & 1
        if classes[position] >= 0:
            of_class = by_class[row, classes[position]]
            of_class[CLASS_HANDS] += 1
            of_class[CLASS_VOLUNTARY] += voluntary >> position & 1
            of_class[CLASS_RAISED] += raised >> position & 1
            of_class[CLASS_NET] += net
    return True


@inlined
def _is_whole(hand: NDArray[np.int64], actions: NDArray[np.int64]) -> bool:
    for place in range(0, len(actions), 2):
        if not apply_action(hand, actions[place], actions[place + 1]):
            return False
    return hand[OUTCOME] != PLAYING


@inlined
def _begin_street(hand: NDArray[np.int64], players: NDArray[np.int64], counts: NDArray[np.int64], street: int) -> None:
    """Everybody who has not folded sees it, also those who are all-in."""
    for position in range(hand[PLAYERS]):
        if not hand[FOLDED] >> position & 1:
            counts[players[position], SEEN + street] += 1


@inlined
def _count_action(hand: NDArray[np.int64], action: int, counts: NDArray[np.int64]) -> int:
    """What the acting player is about to do, told apart into folds, checks, calls and raises."""
    position, street = hand[ACTING], hand[ROUND]
    owes = min(hand[BET], hand[STACKS + position]) > hand[SPENT + position]
    if action == FOLD:
        kind = FOLDS
    elif action == CALL:
        kind = CALLS if owes else CHECKS
    else:
        kind = RAISES
    counts[ACTIONS + ACTION_KINDS * street + kind] += 1
    # A raise after exactly one raise is the third bet, the blind being the first.
    if street == 0 and hand[RAISES_THIS_ROUND] == 1 and raise_bounds(hand)[1] > 0:
        counts[THREE_BET_CHANCES] += 1
        counts[THREE_BETS] += kind == RAISES
    return kind


@inlined
def _count_result(hand: NDArray[np.int64], position: int, net: int, counts: NDArray[np.int64]) -> None:
    """Of a hand that is over."""
    counts[HANDS] += 1
    counts[NET] += net
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
        counts[SHOWDOWNS_WON] += net > -SHARES * _matched(hand, position)


@inlined
def _matched(hand: NDArray[np.int64], position: int) -> int:
    """The chips of a player that others have put in too: what is above them comes back without being won."""
    most = 0
    for other in range(hand[PLAYERS]):
        if other != position:
            most = max(most, hand[SPENT + other])
    # Antes never come back: they count towards the pot, but not towards a bet.
    return min(hand[SPENT + position], most) + hand[ANTES + position]


@inlined
def category_of(net: int, position: int, players: int, bounds: NDArray[np.int64]) -> int:
    """The number of the category of a result, see `categories`."""
    stack, all_others = bounds[5 + position], bounds[5 + players + position]
    if net < 0:
        if -net >= stack:
            return 4
        for category in range(3):
            if -net <= bounds[category]:
                return category
        return 3
    if net == 0:
        return 5
    if net >= all_others:
        return 10
    if net >= stack:
        return 9
    if net <= bounds[3]:
        return 6
    return 7 if net <= bounds[4] else 8
