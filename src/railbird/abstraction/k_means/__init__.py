"""k-means buckets by the distribution of strength on the river, with imperfect recall.

>>> from railbird.games import game_named
>>> cards = KMeansBuckets(game_named("holdem.nolimit.2p.reverse_blinds"), buckets=(169, 100, 100, 100))
>>> cards.counts
(169, 100, 100, 100)
"""

from railbird.abstraction.k_means.k_means_buckets import KMeansBuckets

__all__ = ["KMeansBuckets"]
