"""Matches and tournaments of bots, and what can be concluded from them."""

from railbird.arena.export import export_run
from railbird.arena.match import MatchResult, play_match
from railbird.arena.plan import Chunk, Entrant, RunPlan, check_games, read_entrants, with_shadows
from railbird.arena.results import Results, read_results
from railbird.arena.running import play_run
from railbird.arena.shadow import shadow_table
from railbird.arena.statistics import Estimate, estimate_difference
from railbird.arena.store import RunFolder

__all__ = [
    "Chunk",
    "Entrant",
    "Estimate",
    "MatchResult",
    "Results",
    "RunFolder",
    "RunPlan",
    "check_games",
    "estimate_difference",
    "export_run",
    "play_match",
    "play_run",
    "read_entrants",
    "read_results",
    "shadow_table",
    "with_shadows",
]
