"""Exact hand strength of every hold'em hand on every board of 52 cards, in integers.

The score of a hand on a river board is 2 * beaten + tied of the 990 opposing hands, 0 to 1,980; its strength is
HS = score / 1980. Before the river a hand has two sums over all run-outs, of the score and of its square, from which
E[HS] and E[HS^2] follow. Integers compare exactly, and do not depend on the number of threads that computed them.

    >>> value = hand_value("AhKh", "Qs Jh 2d")
    >>> value.run_outs, round(value.mean, 4), round(value.mean_square, 4)
    (1081, 0.6411, 0.4717)

- `hand_value` computes the value of a single hand, without tables.
- `HandValues` are the tables of all hands up to suits. `open_hand_values` opens them, and builds them if they are
  missing; `load_hand_values` returns None if they are missing; `store_hand_values` builds them again. `values_cost`
  states what building takes, `values_path` where they are. `hand_value_function` takes them if they are there, and
  computes otherwise.
"""

from railbird.abstraction.hand_values.hand_value import BEST_SCORE, RUN_OUTS, HandValue, hand_value
from railbird.abstraction.hand_values.value_tables import (
    HandValues,
    hand_value_function,
    load_hand_values,
    open_hand_values,
    store_hand_values,
    values_cost,
    values_path,
)

__all__ = [
    "BEST_SCORE",
    "RUN_OUTS",
    "HandValue",
    "HandValues",
    "hand_value",
    "hand_value_function",
    "load_hand_values",
    "open_hand_values",
    "store_hand_values",
    "values_cost",
    "values_path",
]
