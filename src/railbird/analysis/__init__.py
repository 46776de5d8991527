"""How players play, from the records of their hands."""

from railbird.analysis.starting_hands import StartingHand, starting_hands
from railbird.analysis.tables import Table, all_tables
from railbird.analysis.tally import Tally

__all__ = ["StartingHand", "Table", "Tally", "all_tables", "starting_hands"]
