"""The situations in which an opponent model counts actions: the street and the bets to call, with steals apart."""

from __future__ import annotations

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
    """The situation of a player on a street with a number of bets to call."""
    return street * LEVELS + min(bets, LEVELS - 1)


def situation_name(number: int) -> str:
    """The situation in words, such as `turn, one bet`."""
    if number < STEAL:
        return f"{_STREET_NAMES[number // LEVELS]}, {_LEVEL_NAMES[number % LEVELS]}"
    if number >= OVERBET:
        return f"{_STREET_NAMES[number - OVERBET]}, overbet"
    return {STEAL: "preflop, steal", AGAINST_STEAL: "preflop, against a steal"}.get(number, "preflop, one more bet")
