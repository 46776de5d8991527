"""Matches and tournaments of bots, and the statistics of their results."""

from railbird.arena.bot_fields import FIELDS, BotField, field_named
from railbird.arena.execution import play_run
from railbird.arena.export import export_run
from railbird.arena.extension import extend_run, longer_plan
from railbird.arena.incidents import FaultError
from railbird.arena.interval_notes import interval_caveats, samples_text
from railbird.arena.place_comparison import compare_versions, place_comparison_as_json, place_comparison_table
from railbird.arena.plan import Chunk, Entrant, RunPlan, check_games, read_entrants, with_shadows
from railbird.arena.results import Results, read_results
from railbird.arena.results_json import results_as_json
from railbird.arena.run_cost import RunCost, estimate_run_cost, total_cost
from railbird.arena.seat_orders import SeatOrders, parse_seat_orders
from railbird.arena.shadow_counts import has_shadows, shadow_answers, shadow_failures, shadow_remembers, shadow_table
from railbird.arena.standings import crosstable, rates_by_bot, standings_table
from railbird.arena.store import RunFolder
from railbird.arena.team_notes import TeamNotes, team_notes

__all__ = [
    "FIELDS",
    "BotField",
    "Chunk",
    "Entrant",
    "FaultError",
    "Results",
    "RunCost",
    "RunFolder",
    "RunPlan",
    "SeatOrders",
    "TeamNotes",
    "check_games",
    "compare_versions",
    "crosstable",
    "estimate_run_cost",
    "export_run",
    "extend_run",
    "field_named",
    "has_shadows",
    "interval_caveats",
    "longer_plan",
    "parse_seat_orders",
    "place_comparison_as_json",
    "place_comparison_table",
    "play_run",
    "rates_by_bot",
    "read_entrants",
    "read_results",
    "results_as_json",
    "samples_text",
    "shadow_answers",
    "shadow_failures",
    "shadow_remembers",
    "shadow_table",
    "standings_table",
    "team_notes",
    "total_cost",
    "with_shadows",
]
