"""Buckets by winning chances with transitions between the rounds (Dudziak 2006).

- `EquityBuckets` is the card abstraction: 169 hands before the flop, then equal parts of all hands by E[HS].
- `masked_distribution` applies transitions masked by `possible_buckets`, those that hands can be in on a board.
"""

from railbird.abstraction.equity_chain.equity_buckets import EquityBuckets
from railbird.abstraction.equity_chain.masking import masked_distribution, possible_buckets

__all__ = ["EquityBuckets", "masked_distribution", "possible_buckets"]
