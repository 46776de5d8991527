"""Pot odds, the price of a call relative to the pot, in the three forms that the literature uses.

A call that costs nothing has odds of 0 in the first two forms, and infinite odds in the third.
"""

from __future__ import annotations

from math import inf


def share_of_final_pot(to_call: float, pot: float) -> float:
    """c / (p + c): the caller's share of the pot after the call, and the equity that a call needs to break even.

    These are pot odds in the usual sense (Kischka 2014, 2.9).
    """
    return to_call / (pot + to_call) if to_call else 0.0


def share_of_pot(to_call: float, pot: float) -> float:
    """c / p: the price relative to the pot before the call. Bots that require this much equity call too rarely.

    The rule of TunedFixedRichieRich (Kischka 2014, 7.1), and of the all-in equity bot (Thiel 2013, 3.2.2).
    """
    return to_call / pot if to_call else 0.0


def odds_against(to_call: float, pot: float) -> float:
    """p : c as a single number: chips to win for each chip of the call (Thiel 2013, 3.2.2)."""
    return pot / to_call if to_call else inf
