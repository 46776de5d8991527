"""Games of a player as datasets of its decisions."""

from railbird.imitation.conversion.log_conversion import ConversionReport, convert_games
from railbird.imitation.conversion.match_sources import MatchSource, log_source, run_sources

__all__ = ["ConversionReport", "MatchSource", "convert_games", "log_source", "run_sources"]
