"""Nested percentile buckets by E[HS^2], the card abstraction of the first CFR programs.

>>> from railbird.games import game_named
>>> cards = PercentileBuckets(game_named("holdem.limit.2p.reverse_blinds"), buckets=(10, 10, 10, 10))
>>> cards.counts
(10, 100, 1000, 10000)
"""

from railbird.abstraction.percentile.percentile_buckets import PercentileBuckets

__all__ = ["PercentileBuckets"]
