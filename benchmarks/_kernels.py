"""Matches of the bots in `coverage_bots` that draw by hand and turn, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into
from railbird.compiled import inlined, kernel
from railbird.games._kernels import apply_action, raise_bounds, write_payoffs
from railbird.games.definition import SHARES
from railbird.games.state_array import ACTING, BET, CALL, FOLD, PLAYERS, RAISE, ROUND, SPENT, STACKS

_HAND, _STREET, _BET = (np.uint64(step) for step in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
_FIRST_FACTOR, _SECOND_FACTOR = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@kernel
def play_hands(
    first: NDArray[np.int64],
    cards: NDArray[np.uint8],
    seeds: NDArray[np.uint64],
    timidities: NDArray[np.float64],
    seat: int,
    won: NDArray[np.float64],
) -> None:
    """Play hands with rotating seats, and write what one seat wins in each.

    `first` is the state after the blinds. Cards are by hand, seeds by seat, timidities by seat and hand.
    """
    players = first[PLAYERS]
    hand = first.copy()
    payoffs = np.empty(players, dtype=np.int64)
    for number in range(len(cards)):
        copy_into(first, hand)
        while hand[ACTING] >= 0:
            acting = (hand[ACTING] + number) % players
            _act(hand, _drawn(hand, seeds[acting], number), timidities[acting, number])
        is_whole = write_payoffs(hand, cards[number], payoffs)
        won[number] = payoffs[(seat - number) % players] / (1 if is_whole else SHARES)


@inlined
def _act(hand: NDArray[np.int64], drawn: float, timidity: float) -> None:
    """Act as `coverage_bots.Memoryless` does."""
    boldness = 1 - timidity
    position = hand[ACTING]
    kind, total = CALL, 0
    if drawn < 0.7 * timidity:
        if min(hand[BET], hand[STACKS + position]) > hand[SPENT + position]:
            kind = FOLD
    elif drawn >= 1 - 0.6 * boldness:
        lowest, highest = raise_bounds(hand)
        if highest:
            kind, total = RAISE, lowest if drawn < 1 - 0.2 * boldness else highest
    apply_action(hand, kind, total)


@inlined
def _drawn(hand: NDArray[np.int64], seed: np.uint64, number: int) -> float:
    """A uniform number: that of `railbird.rng.uniform` for the seed, the hand, the street and the bet."""
    word = seed + np.uint64(number) * _HAND + np.uint64(hand[ROUND]) * _STREET + np.uint64(hand[BET]) * _BET
    word = (word ^ word >> np.uint64(30)) * _FIRST_FACTOR
    word = (word ^ word >> np.uint64(27)) * _SECOND_FACTOR
    word ^= word >> np.uint64(31)
    return np.float64(word >> np.uint64(11)) * 2.0**-53
