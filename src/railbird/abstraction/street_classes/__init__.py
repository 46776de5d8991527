"""Card abstractions of hold'em whose classes depend only on the hand and the board of the current round.

What is common to k-means buckets and to board buckets times hand buckets: small arrays (`BucketRules`) from which the
class of every hand follows, tables of the classes of all hands on the flop and the turn, and deals.
"""

from railbird.abstraction.street_classes.bucket_rules import BucketRules, EarlyClasses
from railbird.abstraction.street_classes.street_buckets import StreetBuckets

__all__ = ["BucketRules", "EarlyClasses", "StreetBuckets"]
