"""The situations in which an opponent model counts actions: the street and the bets to call, with steals apart."""

from __future__ import annotations

from railbird.errors import ModelError

STREETS = 4
LEVELS = 4
"""No bet to call, one, two, three or more; in no-limit games a small, a large and a very large bet."""
STEAL = STREETS * LEVELS
"""Before the flop everybody but the blinds has folded to a player, who has not acted yet."""
AGAINST_STEAL = STEAL + 1
"""A player in the blinds faces a steal."""
ONE_MORE_BET = AGAINST_STEAL + 1
"""Before the flop a player who has paid the earlier bets faces one more, other than a steal."""
OVERBET = ONE_MORE_BET + 1
"""In no-limit games, the first of the situations with far more than the pot to call, one for each street."""
SITUATIONS = OVERBET + STREETS

_STREET_NAMES = ("preflop", "flop", "turn", "river")
_LEVEL_NAMES = ("no bet", "one bet", "two bets", "three bets")


def situation(*, street: int, bets: int) -> int:
    """The situation of a player on a street, from 0 before the flop to 3, with a number of bets to call."""
    if not 0 <= street < STREETS:
        raise ModelError(f"street {street}: give 0 for preflop, 1 for the flop, 2 for the turn, 3 for the river")
    if bets < 0:
        raise ModelError(f"{bets} bets to call: give 0 or more")
    return street * LEVELS + min(bets, LEVELS - 1)


def situation_name(number: int) -> str:
    """The situation in words, such as `turn, one bet`."""
    check_situation(number)
    if number < STEAL:
        return f"{_STREET_NAMES[number // LEVELS]}, {_LEVEL_NAMES[number % LEVELS]}"
    if number >= OVERBET:
        return f"{_STREET_NAMES[number - OVERBET]}, overbet"
    return {STEAL: "preflop, steal", AGAINST_STEAL: "preflop, against a steal"}.get(number, "preflop, one more bet")


def check_situation(number: int) -> None:
    """Raise ModelError if there is no situation with this number."""
    if not 0 <= number < SITUATIONS:
        raise ModelError(f"situation {number}: situations are numbered from 0 to {SITUATIONS - 1}")
