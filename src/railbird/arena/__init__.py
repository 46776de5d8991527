"""Matches and tournaments of bots, and what can be concluded from them."""

from railbird.arena.export import export_run
from railbird.arena.match import MatchResult, play_match
from railbird.arena.plan import Chunk, Entrant, RunPlan, read_entrants
from railbird.arena.results import Results, read_results
from railbird.arena.running import play_run
from railbird.arena.statistics import Estimate
from railbird.arena.store import RunFolder

__all__ = [
    "Chunk",
    "Entrant",
    "Estimate",
    "MatchResult",
    "Results",
    "RunFolder",
    "RunPlan",
    "export_run",
    "play_match",
    "play_run",
    "read_entrants",
    "read_results",
]
