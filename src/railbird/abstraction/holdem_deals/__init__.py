"""Random deals of hold'em with 52 cards, whose classes are looked up by canonical index."""
