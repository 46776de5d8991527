"""Converts the results of a run to JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.arena.interval_notes import interval_caveats, samples_text
from railbird.statistics import RateUnit, estimate_as_json
from railbird.statistics.json_values import finite

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.arena.results import Results
    from railbird.statistics import Estimate, JsonValue

_UNIT = RateUnit.BB_PER_100


def results_as_json(results: Results) -> dict[str, JsonValue]:
    """The plan, and what each bot won: in all, at the tables of each other bot, and compared with each other bot."""
    plan = results.plan
    return {
        "game": plan.game.name,
        "hands": plan.hands,
        "matches": plan.matches,
        "duplicate": plan.duplicate,
        "seed": plan.seed,
        "tables": len(plan.tables),
        "intervals": {"from": samples_text(results), "caveats": [*interval_caveats(results)]},
        "bots": [_bot_as_json(results, bot, rank=rank) for rank, bot in enumerate(results.ranking(), start=1)],
    }


def _bot_as_json(results: Results, bot: int, *, rank: int) -> dict[str, JsonValue]:
    name = results.names[bot]

    def by_other(compare: Callable[[int], Estimate | None]) -> dict[str, JsonValue]:
        """The comparisons with each other bot, by its name."""
        estimates = {other: compare(number) for number, other in enumerate(results.names) if number != bot}
        return {other: estimate_as_json(estimate) for other, estimate in estimates.items() if estimate is not None}

    needed = results.hands_needed(bot, results.best_kind)
    return {
        "name": name,
        "spec": results.plan.entrants[bot].spec,
        "rank": rank,
        "run_off_rank": results.run_off_ranks()[bot] + 1,
        "chips": results.chips(bot),
        "hands": results.hands_per_bot,
        "mbb_per_hand": estimate_as_json(results.win_rate(bot, unit=RateUnit.MBB_PER_HAND)),
        "bb_per_100": estimate_as_json(results.win_rate(bot, unit=_UNIT)),
        "bb_per_100_all_in_adjusted": estimate_as_json(results.win_rate(bot, "expected", unit=_UNIT)),
        "more_hands_needed": None if needed is None else finite(needed),
        "incidents": {**results.incidents[name]},
        "first_incident": results.first_incidents.get(name),
        "bb_per_100_with": by_other(lambda other: results.win_rate_against(bot, other, unit=_UNIT)),
        "bb_per_100_ahead_of": by_other(lambda other: results.lead(bot, other, unit=_UNIT)),
        "bb_per_100_ahead_of_all_in_adjusted": by_other(lambda other: results.lead(bot, other, "expected", unit=_UNIT)),
        "bb_per_100_more_in_the_place_of": by_other(lambda other: results.difference_in_place(bot, other, unit=_UNIT)),
    }
