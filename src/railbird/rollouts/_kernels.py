"""The rest of a hand, simulated in compiled code: opponents act by their models, the player by a simple policy."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into, count_up_to, random_word
from railbird.compiled import inlined, kernel, short_kernel
from railbird.equity.run_outs import BLOCKED, RunOuts
from railbird.games._kernels import apply_action, raise_bounds, share_pots
from railbird.games.definition import MOST_PLAYERS, SHARES
from railbird.games.state_array import (
    ACTING,
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
    SIZE,
    SPENT,
    STACKS,
)
from railbird.opponent_models._kernels import likelihood, situation_of

_UNIT = 2.0**-53
_TRIES = 64
_MANY_RAISES = 4
"""After this many raises on a street of a no-limit game, players raise by no less than the least part below.

Players who always raise by the minimum would otherwise be simulated until all their chips are in, for hundreds of
actions.
"""
_LEAST_PART = 0.5
BATCH = 64
"""Number of deals after which a simulation may stop."""


class Deals(NamedTuple):
    """Deals to play out: a full board, by its row in the run-outs, and a hand for every position, by its number."""

    boards: NDArray[np.int64]
    hands: NDArray[np.int64]


class Opponents(NamedTuple):
    """What the simulation knows of the players, by position; the rows of the player itself are not used."""

    frequencies: NDArray[np.float64]
    """Probabilities of fold, call and raise by situation."""
    sincerity: NDArray[np.float64]
    raise_parts: NDArray[np.float64]
    """In no-limit games, the size of a raise as a part of the pot after a call."""
    all_in_shares: NDArray[np.float64]
    """In no-limit games, the share of raises that are all-in instead."""


class Policy(NamedTuple):
    """The policy of the player in the rest of the hand."""

    raise_share: float
    """Raise with a probability of winning above this multiple of an equal share."""
    call_share: float
    """Call if the probability of winning is above this multiple of the pot odds."""
    raise_part: float
    """In no-limit games, the size of a raise as a part of the pot after a call."""
    width: float
    """Percentiles of a range over which opponents pass from one action to the next."""
    carry: float
    """How much of what the actions on one street say about an opponent's hand holds on the next street."""


@inlined
def _uniform(state: NDArray[np.uint64]) -> float:
    return np.float64(random_word(state) >> np.uint64(11)) * _UNIT


@kernel
def draw_deals(
    player: int,
    own_hand: int,
    opponents: NDArray[np.int64],
    cumulative: NDArray[np.float64],
    masks: NDArray[np.uint64],
    showdowns: NDArray[np.uint16],
    state: NDArray[np.uint64],
    drawn: int,
    attempts: int,
    deals: Deals,
) -> int:
    """Draw boards, and hands of the opponents by their cumulative weights, behind those that are drawn already.

    Return the number of deals drawn so far. A deal in which two players or the board would share a card is drawn again,
    so that hands are drawn from their joint distribution; after 64 tries it is left out.
    """
    for _ in range(attempts):
        for _ in range(_TRIES):
            board = np.int64(_uniform(state) * len(showdowns))
            if showdowns[board, own_hand] == 0:
                continue
            seen = masks[own_hand]
            possible = True
            for row in range(len(opponents)):
                number = count_up_to(cumulative[row], _uniform(state))
                number = min(number, len(masks) - 1)
                possible = possible and not seen & masks[number] and showdowns[board, number] > 0
                seen |= masks[number]
                deals.hands[drawn, opponents[row]] = number
            if possible:
                deals.boards[drawn] = board
                deals.hands[drawn, player] = own_hand
                drawn += 1
                break
    return drawn


@kernel
def write_percentiles(
    deals: Deals,
    drawn: int,
    opponents: NDArray[np.int64],
    street: int,
    preflop: NDArray[np.uint8],
    run_outs: RunOuts,
    percentiles: NDArray[np.float64],
) -> None:
    """Write the share of each opponent's hands below each level, by position, street and level; from the deals."""
    for position in opponents:
        for later in range(street, 4):
            shares = percentiles[position, later]
            shares[:] = 0.0
            for deal in range(drawn):
                shares[_level(later, deals.boards[deal], deals.hands[deal, position], preflop, run_outs)] += 1 / drawn
            below = 0.0
            for level in range(BLOCKED + 1):
                mass = shares[level]
                shares[level] = below + mass / 2
                below += mass


@inlined
def _level(street: int, board: int, number: int, preflop: NDArray[np.uint8], run_outs: RunOuts) -> int:
    if street == 0:
        return np.int64(preflop[number])
    if street == 1:
        return np.int64(run_outs.flops[run_outs.flop_of[board], number])
    if street == 2:
        return np.int64(run_outs.turns[run_outs.turn_of[board], number])
    return np.int64(run_outs.rivers[board, number])


@kernel
def play_out(
    start: NDArray[np.int64],
    actions: NDArray[np.int64],
    player: int,
    deals: Deals,
    first: int,
    last: int,
    confidence: float,
    fold_value: float,
    stake: float,
    preflop: NDArray[np.uint8],
    run_outs: RunOuts,
    opponents: Opponents,
    percentiles: NDArray[np.float64],
    policy: Policy,
    state: NDArray[np.uint64],
    values: NDArray[np.float64],
) -> int:
    """Write the chips that the player wins after each of its actions, in rows of kind and total, for some deals.

    Stop early when the best action leads the next by `confidence` standard errors, and return the number of deals with
    values. `fold_value` is what a fold wins, NaN if the player does not consider it; for `stake` see `squared_error`.
    All actions of a deal are played out with the same random numbers, so that their difference is more precise than
    their values.
    """
    hand = np.empty(SIZE, dtype=np.int64)
    bounds = np.empty((2, MOST_PLAYERS))
    own_state = np.empty(2, dtype=np.uint64)
    payoffs = np.empty(MOST_PLAYERS, dtype=np.int64)
    strengths = np.zeros(MOST_PLAYERS, dtype=np.int64)
    own_state[1] = state[1]
    for deal in range(first, last):
        seed = random_word(state)
        board = deals.boards[deal]
        for choice in range(len(actions)):
            copy_into(start, hand)
            own_state[0] = seed
            apply_action(hand, actions[choice, 0], actions[choice, 1])
            _finish(
                hand,
                player,
                deals.hands[deal],
                board,
                preflop,
                run_outs,
                opponents,
                percentiles,
                policy,
                own_state,
                bounds,
            )
            if hand[OUTCOME] == SHOWDOWN:
                for position in range(hand[PLAYERS]):
                    strengths[position] = run_outs.showdowns[board, deals.hands[deal, position]]
            share_pots(hand, strengths, payoffs)
            values[deal, choice] = payoffs[player] / SHARES
        if (deal + 1) % BATCH == 0 and is_clear(values[: deal + 1], confidence, fold_value, stake):
            return deal + 1
    return last


@kernel
def is_clear(values: NDArray[np.float64], confidence: float, fold_value: float, stake: float) -> bool:
    """Whether the best action leads the next best, which may be a fold, by more than chance explains."""
    deals, choices = values.shape
    best = second = -1
    best_mean = second_mean = -np.inf
    for choice in range(choices):
        mean = values[:, choice].mean()
        if mean > best_mean:
            second, second_mean = best, best_mean
            best, best_mean = choice, mean
        elif mean > second_mean:
            second, second_mean = choice, mean
    folds_second = fold_value > second_mean  # false for NaN
    if second < 0 and not folds_second:
        return True
    # A fold that is best leads the best other action.
    lead = abs(best_mean - (fold_value if folds_second else second_mean))
    squares = 0.0
    for deal in range(deals):
        other = fold_value if folds_second else values[deal, second]
        squares += (values[deal, best] - other) ** 2
    squares -= deals * lead * lead
    return lead * lead > confidence * confidence * squared_error(squares, deals, stake)


@short_kernel
def squared_error(squares: float, deals: int, stake: float) -> float:
    """The squared standard error of a mean of deals, from the sum of the squared deviations from it.

    The prior of the variance is the scaled inverse chi-squared distribution with one degree of freedom and the scale
    `stake`, that of the mean is flat: the variance is estimated with one deal more, which deviates by the stake. So a
    few equal results are no certainty, as those that were not drawn may differ by the pot.
    """
    return (max(squares, 0.0) + stake * stake) / (deals * deals)


@inlined
def _finish(
    hand: NDArray[np.int64],
    player: int,
    hands: NDArray[np.int64],
    board: int,
    preflop: NDArray[np.uint8],
    run_outs: RunOuts,
    opponents: Opponents,
    percentiles: NDArray[np.float64],
    policy: Policy,
    state: NDArray[np.uint64],
    bounds: NDArray[np.float64],
) -> None:
    """Play a hand to its end. `bounds` are the percentiles between which each opponent's hand is, by its actions."""
    bounds[0] = 0.0
    bounds[1] = 1.0
    street = hand[ROUND]
    while hand[ACTING] >= 0:
        position = hand[ACTING]
        if hand[ROUND] != street:
            street = hand[ROUND]
            for other in range(hand[PLAYERS]):
                bounds[0, other] *= policy.carry
                bounds[1, other] = 1.0 - (1.0 - bounds[1, other]) * policy.carry
        level = _level(street, board, hands[position], preflop, run_outs)
        low, high = raise_bounds(hand)
        if position == player:
            kind = _own_action(hand, player, percentiles[:, street, level], policy, high > 0, bounds)
            part = policy.raise_part
        else:
            kind = _opposing_action(
                hand, position, percentiles[position, street, level], opponents, policy.width, high > 0, state, bounds
            )
            part = opponents.raise_parts[position]
        total = 0
        if kind == RAISE:
            total = low
            if hand[NO_LIMIT]:
                total = _raise_total(hand, position, part, low, high)
                if position != player and _uniform(state) < opponents.all_in_shares[position]:
                    total = high
        apply_action(hand, kind, total)


@inlined
def _raise_total(hand: NDArray[np.int64], position: int, part: float, low: int, high: int) -> int:
    owed = hand[BET] - hand[SPENT + position]
    if hand[RAISES] >= _MANY_RAISES:
        part = max(part, _LEAST_PART)
    return min(max(np.int64(hand[BET] + part * (_pot(hand) + owed)), low), high)


@inlined
def _pot(hand: NDArray[np.int64]) -> int:
    pot = 0
    for position in range(hand[PLAYERS]):
        pot += hand[SPENT + position]
    return pot


@inlined
def _own_action(
    hand: NDArray[np.int64],
    player: int,
    below: NDArray[np.float64],
    policy: Policy,
    can_raise: bool,
    bounds: NDArray[np.float64],
) -> int:
    """The action of the player: by its probability of winning against the hands that the opponents may still have."""
    wins = 1.0
    left = 0
    for other in range(hand[PLAYERS]):
        if hand[FOLDED] >> other & 1:
            continue
        left += 1
        if other != player:
            wins *= _within(below[other], bounds[0, other], bounds[1, other])
    if can_raise and wins * left > policy.raise_share:
        return RAISE
    owed = min(hand[BET], hand[STACKS + player]) - hand[SPENT + player]
    if owed <= 0 or wins * (_pot(hand) + owed) > policy.call_share * owed:
        return CALL
    return FOLD


@inlined
def _within(percentile: float, low: float, high: float) -> float:
    """A percentile of a range as one of its part between two bounds."""
    if high - low < 1e-6:
        return 0.5
    return min(max((percentile - low) / (high - low), 0.0), 1.0)


@inlined
def _opposing_action(
    hand: NDArray[np.int64],
    position: int,
    percentile: float,
    opponents: Opponents,
    width: float,
    can_raise: bool,
    state: NDArray[np.uint64],
    bounds: NDArray[np.float64],
) -> int:
    """An action drawn from an opponent's model, by its hand; narrow the bounds of the hand accordingly."""
    frequencies = opponents.frequencies[position, situation_of(hand, position)]
    sincerity = opponents.sincerity[position]
    # Where all-in players act too, one who has no chips left cannot fold: the same fold would be drawn for ever.
    owes = min(hand[BET], hand[STACKS + position]) > hand[SPENT + position]
    fold = frequencies[0] if owes else 0.0
    raise_ = frequencies[2] if can_raise else 0.0
    low, high = bounds[0, position], bounds[1, position]
    percentile = _within(percentile, low, high)
    drawn = _uniform(state)
    folds = likelihood(FOLD, percentile, fold, raise_, sincerity, width)
    if drawn < folds:
        return FOLD
    if drawn < folds + likelihood(RAISE, percentile, fold, raise_, sincerity, width):
        bounds[0, position] = low + sincerity * (1.0 - raise_) * (high - low)
        return RAISE
    bounds[0, position] = low + sincerity * fold * (high - low)
    bounds[1, position] = high - sincerity * raise_ * (high - low)
    return CALL
