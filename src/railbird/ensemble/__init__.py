"""Teams of bots: members that are asked at every decision, and deciders that choose among them."""

from railbird.ensemble.decider import Decider, TeamChoice, TeamSituation, checked_choice
from railbird.ensemble.ensemble_bot import EnsembleBot
from railbird.ensemble.played_hand import PlayedHand, TeamDecision
from railbird.ensemble.team import Team
from railbird.ensemble.team_building import TeamSettings, build_decider, build_team
from railbird.ensemble.team_file import TeamFile, TeamMember, read_team_file
from railbird.ensemble.team_logs import TeamLogs
from railbird.ensemble.team_observer import TeamObserver

__all__ = [
    "Decider",
    "EnsembleBot",
    "PlayedHand",
    "Team",
    "TeamChoice",
    "TeamDecision",
    "TeamFile",
    "TeamLogs",
    "TeamMember",
    "TeamObserver",
    "TeamSettings",
    "TeamSituation",
    "build_decider",
    "build_team",
    "checked_choice",
    "read_team_file",
]
