"""Reading betting strings in compiled code: letters to legal actions, in one pass."""

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import kernel
from railbird.games._kernels import apply_action, raise_bounds, start_hand
from railbird.games.layout import ACTING, BIG_BLIND, BLINDS, CALL, FOLD, NO_LIMIT, PLAYERS, RAISE, ROUND, SPENT

FINE = 0
ILLEGAL = 1
UNKNOWN_LETTER = 2
WRONG_SLASH = 3
MISSING_SIZE = 4
WRONG_TOTAL = 5
TOO_LONG = 6
UNWANTED_NUMBER = 7
WRONG_BLIND = 8

_TOO_MANY = 2**40
_SLASH, _ZERO, _NINE = ord("/"), ord("0"), ord("9")
_B, _C, _F, _R = ord("b"), ord("c"), ord("f"), ord("r")


@kernel
def read_betting(
    hand: NDArray[np.int64],
    text: NDArray[np.uint8],
    call_totals: bool,
    kinds: NDArray[np.int64],
    totals: NDArray[np.int64],
) -> tuple[int, int, int]:
    """Play a betting string from the start of a hand.

    Writes the actions and returns how many there are, what is wrong with the string (FINE if nothing) and at
    which character. With `call_totals` the blinds stand before the first action and calls carry totals.
    """
    start_hand(hand)
    count = slashes = at = 0
    if call_totals:
        # The blinds stand in the order in which they are posted, the smaller one first.
        posted = 0
        while at < len(text) and text[at] == _B:
            start = at
            blind, at = _read_number(text, at + 1)
            if blind <= posted or not _is_blind(hand, blind):
                return 0, WRONG_BLIND, start
            posted = blind
        if posted != hand[BIG_BLIND]:
            return 0, WRONG_BLIND, at
    while at < len(text):
        letter = text[at]
        if letter == _SLASH:
            slashes += 1
            if slashes > hand[ROUND]:
                return count, WRONG_SLASH, at
            at += 1
            continue
        if slashes != hand[ROUND] and hand[ACTING] >= 0:
            return count, WRONG_SLASH, at
        if count == len(kinds):
            return count, TOO_LONG, at
        start = at
        total, at = _read_number(text, at + 1)
        if total >= 0 and (letter == _F or (letter == _C and not call_totals) or (letter == _R and not hand[NO_LIMIT])):
            return count, UNWANTED_NUMBER, start
        position = hand[ACTING]
        if letter == _F:
            kind = FOLD
        elif letter == _C:
            kind = CALL
        elif letter == _R:
            kind = RAISE
            if not hand[NO_LIMIT]:
                total = raise_bounds(hand)[1] if position >= 0 else 0
            elif total < 0:
                return count, MISSING_SIZE, start
        else:
            return count, UNKNOWN_LETTER, start
        if not apply_action(hand, kind, total):
            return count, ILLEGAL, start
        if kind == CALL and total >= 0 and total != hand[SPENT + position]:
            return count, WRONG_TOTAL, start
        kinds[count] = kind
        totals[count] = total if kind == RAISE else 0
        count += 1
    if slashes != hand[ROUND]:
        return count, WRONG_SLASH, at
    return count, FINE, at


@kernel
def _is_blind(hand: NDArray[np.int64], chips: int) -> bool:
    for position in range(hand[PLAYERS]):
        if hand[BLINDS + position] == chips:
            return True
    return False


@kernel
def _read_number(text: NDArray[np.uint8], at: int) -> tuple[int, int]:
    """A number at a place, or -1, and where it ends."""
    number = -1
    while at < len(text) and _ZERO <= text[at] <= _NINE:
        # No stack has so many chips; beyond that the number only has to stay too large.
        number = min(max(number, 0) * 10 + np.int64(text[at]) - _ZERO, _TOO_MANY)
        at += 1
    return number, at
