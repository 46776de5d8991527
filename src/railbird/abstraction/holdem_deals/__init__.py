"""Random deals of hold'em with 52 cards, which the abstractions look their classes up for."""

from railbird.abstraction.holdem_deals.deal_indices import DealIndices, deal_indices

__all__ = ["DealIndices", "deal_indices"]
