"""Statistics of play, counted from the records of hands."""

from railbird.analysis.analysis_json import analysis_as_json
from railbird.analysis.play_tables import all_tables
from railbird.analysis.starting_hands import StartingHand, starting_hands
from railbird.analysis.tally import Tally
from railbird.analysis.win_rates import rates_by_player

__all__ = ["StartingHand", "Tally", "all_tables", "analysis_as_json", "rates_by_player", "starting_hands"]
