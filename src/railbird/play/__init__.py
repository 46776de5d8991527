"""Matches: hands are dealt from a seed, seats are shown views and asked for actions, observers hear of every event."""

from railbird.play.bot_match import MatchResult, play_match
from railbird.play.correction import Correction, corrected
from railbird.play.match import Match
from railbird.play.match_log import LogWriter, log_header
from railbird.play.match_plan import MatchPlan, TimeLimits
from railbird.play.observer import CorrectionWarnings, MatchObserver
from railbird.play.seats import Attention, BotSeat, Seat

__all__ = [
    "Attention",
    "BotSeat",
    "Correction",
    "CorrectionWarnings",
    "LogWriter",
    "Match",
    "MatchObserver",
    "MatchPlan",
    "MatchResult",
    "Seat",
    "TimeLimits",
    "corrected",
    "log_header",
    "play_match",
]
