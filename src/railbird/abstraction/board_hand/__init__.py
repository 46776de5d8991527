"""Board buckets times hand buckets, with imperfect recall.

>>> from railbird.games import game_named
>>> cards = BoardHandBuckets(game_named("holdem.nolimit.2p.reverse_blinds"), boards=(10, 12, 14), hands=(10, 8, 7))
>>> cards.counts
(169, 100, 96, 98)
"""

from railbird.abstraction.board_hand.board_hand_buckets import BoardHandBuckets

__all__ = ["BoardHandBuckets"]
