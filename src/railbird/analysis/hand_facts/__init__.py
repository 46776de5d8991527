"""Facts about each hand and each player's part in it, by which hands are found."""

from railbird.analysis.hand_facts.hand_index import HandIndex
from railbird.analysis.hand_facts.hand_search import HandSearch, find_hands

__all__ = ["HandIndex", "HandSearch", "find_hands"]
