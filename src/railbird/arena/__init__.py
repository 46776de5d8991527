"""Matches and tournaments of bots, and the statistics of their results."""

from railbird.arena.execution import play_run
from railbird.arena.export import export_run
from railbird.arena.interval_notes import interval_caveats, samples_text
from railbird.arena.plan import Chunk, Entrant, RunPlan, check_games, read_entrants, with_shadows
from railbird.arena.results import Results, read_results
from railbird.arena.results_json import results_as_json
from railbird.arena.shadow_counts import has_shadows, shadow_failures, shadow_table
from railbird.arena.standings import crosstable, rates_by_bot, standings_table
from railbird.arena.store import RunFolder

__all__ = [
    "Chunk",
    "Entrant",
    "Results",
    "RunFolder",
    "RunPlan",
    "check_games",
    "crosstable",
    "export_run",
    "has_shadows",
    "interval_caveats",
    "play_run",
    "rates_by_bot",
    "read_entrants",
    "read_results",
    "results_as_json",
    "samples_text",
    "shadow_failures",
    "shadow_table",
    "standings_table",
    "with_shadows",
]
