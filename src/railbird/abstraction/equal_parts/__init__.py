"""Equal parts of weighted values: the rule of percentile buckets, and of other buckets on single rounds."""
