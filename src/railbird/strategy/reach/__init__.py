"""Reach and values of strategies, with a vector over all classes of cards at every betting node."""
