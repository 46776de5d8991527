"""How players play, from the records of their hands."""

from railbird.analysis.play_tables import all_tables
from railbird.analysis.starting_hands import StartingHand, starting_hands
from railbird.analysis.tally import Tally
from railbird.statistics.table import Cell, Rate, Table

__all__ = ["Cell", "Rate", "StartingHand", "Table", "Tally", "all_tables", "starting_hands"]
