"""How players play, from the records of their hands."""

from railbird.analysis.starting_hands import StartingHand, starting_hands
from railbird.analysis.table import Cell, Rate, Table
from railbird.analysis.tables import all_tables
from railbird.analysis.tally import Tally

__all__ = ["Cell", "Rate", "StartingHand", "Table", "Tally", "all_tables", "starting_hands"]
