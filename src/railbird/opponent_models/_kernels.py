"""Situations, and the likelihood of actions by hand, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined, kernel, short_kernel
from railbird.equity.run_outs import BLOCKED
from railbird.games.state_array import (
    BET,
    BIG_BLIND,
    BLINDS,
    CALL,
    FOLD,
    FOLDED,
    NO_LIMIT,
    PLAYERS,
    RAISE_SIZES,
    RAISES,
    ROUND,
    SPENT,
)
from railbird.opponent_models.situations import AGAINST_STEAL, LEVELS, ONE_MORE_BET, OVERBET, STEAL

_SMALL_BET = 0.34
"""Up to this share of the pot after the bet, a bet is small: half the pot before it."""
_LARGE_BET = 0.51
"""Up to this share it is large: the pot before it."""
_VERY_LARGE_BET = 0.76
"""Up to this share it is very large: three times the pot before it. Above, it is an overbet."""
_LARGE_OPENING = 4
"""Before the flop a raise of more than this many big blinds is very large."""
_VERY_LARGE_OPENING = 16
"""Before the flop a raise of more than this many big blinds is an overbet."""


@short_kernel
def situation_at(hand: NDArray[np.int64], position: int) -> int:
    """The situation of the player in a position who is to act."""
    return situation_of(hand, position)


@inlined
def situation_of(hand: NDArray[np.int64], position: int) -> int:
    """The same, for kernels."""
    street = hand[ROUND]
    owed = hand[BET] - hand[SPENT + position]
    if street == 0 and owed > 0:
        if hand[RAISES] == 0:
            return STEAL if _is_steal(hand, position) else 1
        is_large = hand[NO_LIMIT] and owed > _LARGE_OPENING * hand[BIG_BLIND]
        if hand[RAISES] == 1 and not is_large and _is_against_steal(hand, position):
            return AGAINST_STEAL
    if owed <= 0:
        return street * LEVELS
    if hand[NO_LIMIT]:
        level = _level_by_size(hand, owed)
        return street * LEVELS + level if level < LEVELS else OVERBET + street
    size = hand[RAISE_SIZES + street]
    level = min((owed + size - 1) // size, LEVELS - 1)
    return ONE_MORE_BET if street == 0 and level == 1 else street * LEVELS + level


@inlined
def _level_by_size(hand: NDArray[np.int64], owed: int) -> int:
    """The level of a bet in a no-limit game; `LEVELS` for an overbet."""
    if hand[ROUND] == 0:
        blinds = owed / hand[BIG_BLIND]
        return 2 if blinds <= _LARGE_OPENING else 3 if blinds <= _VERY_LARGE_OPENING else LEVELS
    pot = 0
    for player in range(hand[PLAYERS]):
        pot += hand[SPENT + player]
    share = owed / pot
    return 1 if share <= _SMALL_BET else 2 if share <= _LARGE_BET else 3 if share <= _VERY_LARGE_BET else LEVELS


@inlined
def _is_steal(hand: NDArray[np.int64], position: int) -> bool:
    """Whether everybody but the blinds and this player has folded, and nobody has paid more than a blind."""
    for other in range(hand[PLAYERS]):
        folded = hand[FOLDED] >> other & 1
        is_blind = hand[BLINDS + other] > 0
        paid_more = hand[SPENT + other] > hand[BLINDS + other]
        if other != position and not folded and (not is_blind or paid_more):
            return False
    return hand[SPENT + position] == hand[BLINDS + position]


@inlined
def _is_against_steal(hand: NDArray[np.int64], position: int) -> bool:
    """Whether a player in the blinds faces the only raise, by a player to whom everybody but the blinds had folded."""
    if hand[BLINDS + position] == 0 or hand[SPENT + position] > hand[BLINDS + position]:
        return False
    volunteers = 0
    for other in range(hand[PLAYERS]):
        volunteers += np.int64(hand[SPENT + other] > hand[BLINDS + other])
    return volunteers == 1


@inlined
def above(percentile: float, bar: float, width: float) -> float:
    """Probability of acting as a hand above a bar in the range, by its percentile; the mean over a range is 1 - bar.

    Around the bar it rises over `width` percentiles, less where the end of the range is nearer.
    """
    ramp = min(width, 2.0 * bar, 2.0 - 2.0 * bar)
    if ramp <= 0.0:
        return 1.0 if bar <= 0.0 else 0.0  # nothing is above the end of the range, not even the best hand
    return min(max((percentile - bar) / ramp + 0.5, 0.0), 1.0)


@inlined
def likelihood(kind: int, percentile: float, fold: float, raise_: float, sincerity: float, width: float) -> float:
    """Probability of an action with a hand at a percentile of the range.

    A sincere player folds the weakest share of the range and raises the strongest; the others act at random with the
    same frequencies. `sincerity` is the probability of the former.
    """
    stays = above(percentile, fold, width)
    raises = min(above(percentile, 1.0 - raise_, width), stays)
    if kind == FOLD:
        return sincerity * (1.0 - stays) + (1.0 - sincerity) * fold
    if kind == CALL:
        return sincerity * (stays - raises) + (1.0 - sincerity) * (1.0 - fold - raise_)
    return sincerity * raises + (1.0 - sincerity) * raise_


@kernel
def narrow_range(
    weights: NDArray[np.float64],
    levels: NDArray[np.uint8],
    kind: int,
    frequencies: NDArray[np.float64],
    sincerity: float,
    width: float,
) -> None:
    """Multiply the weight of every hand by the probability of the action with it, by its place in the range."""
    mass = np.zeros(BLOCKED + 1)
    for number in range(len(weights)):
        if levels[number] == BLOCKED:
            weights[number] = 0.0
        else:
            mass[levels[number]] += weights[number]
    total = mass.sum()
    if total <= 0.0:
        return
    factors = np.empty(BLOCKED)
    below = 0.0
    for level in range(BLOCKED):
        percentile = (below + mass[level] / 2) / total
        factors[level] = likelihood(kind, percentile, frequencies[0], frequencies[2], sincerity, width)
        below += mass[level]
    for number in range(len(weights)):
        if levels[number] != BLOCKED:
            weights[number] *= factors[levels[number]]


@kernel
def sincere_likelihood(
    weights: NDArray[np.float64],
    levels: NDArray[np.uint8],
    number: int,
    kind: int,
    frequencies: NDArray[np.float64],
    width: float,
) -> float:
    """Probability of an action with one hand, for a player who always acts by the strength of the hand."""
    below = total = 0.0
    for other in range(len(weights)):
        if levels[other] == BLOCKED:
            continue
        total += weights[other]
        if levels[other] < levels[number]:
            below += weights[other]
        elif levels[other] == levels[number]:
            below += weights[other] / 2
    percentile = below / total if total > 0.0 else 0.5
    return likelihood(kind, percentile, frequencies[0], frequencies[2], 1.0, width)
