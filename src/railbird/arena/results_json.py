"""Converts the results of a run to JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.arena.field_comparisons import (
    comparisons_in_crosstable,
    comparisons_in_ranking,
    corrected_crosstable,
    corrected_leads,
    rank_ranges,
)
from railbird.arena.interval_notes import interval_caveats, samples_text
from railbird.arena.order_decision import decided_order
from railbird.statistics import CorrectedEstimate, RateUnit, corrected_as_json, estimate_as_json
from railbird.statistics.json_values import finite

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.arena.deal_sums import Kind
    from railbird.arena.field_comparisons import Pair
    from railbird.arena.results import Results
    from railbird.statistics import JsonValue

_UNIT = RateUnit.BB_PER_100
_ENDINGS: dict[Kind, str] = {"payoff": "", "expected": "_all_in_adjusted"}


def results_as_json(results: Results) -> dict[str, JsonValue]:
    """The plan, and what each bot won: in all, at the tables of each other bot, and compared with each other bot."""
    plan = results.plan
    comparisons = {kind: _comparisons(results, kind) for kind in _ENDINGS}
    ranges = rank_ranges(results)
    return {
        "game": plan.game.name,
        "hands": plan.hands,
        "matches": plan.matches,
        "seat_orders": plan.seat_orders,
        "orders": plan.orders,
        "seed": plan.seed,
        "tables": len(plan.tables),
        "intervals": {"from": samples_text(results), "caveats": [*interval_caveats(results)]},
        "ranked_by": f"bb_per_100{_ENDINGS[results.best_kind]}",
        "comparisons": {
            "ranking": comparisons_in_ranking(results),
            "crosstable": comparisons_in_crosstable(results),
            "correction": "Holm",
        },
        "until": _decision(results),
        "bots": [
            {
                "name": results.names[bot],
                "spec": plan.entrants[bot].spec,
                "rank": rank,
                "rank_range": [*ranges[bot]],
                **_bot_as_json(results, bot),
                **{key: value for kind in _ENDINGS for key, value in comparisons[kind][bot].items()},
            }
            for rank, bot in enumerate(results.ranking(), start=1)
        ],
    }


def _decision(results: Results) -> JsonValue:
    """The bots whose order was to be decided, and their order if it was; None if the run did not ask for it."""
    if not results.plan.until:
        return None
    order = decided_order(results)
    return {"bots": [*results.plan.until], "order": None if order is None else [*order]}


def _bot_as_json(results: Results, bot: int) -> dict[str, JsonValue]:
    name = results.names[bot]
    needed = results.hands_needed(bot, results.best_kind)
    return {
        "run_off_rank": results.run_off_ranks()[bot] + 1,
        "chips": results.chips(bot),
        "hands": results.hands_per_bot,
        "mbb_per_hand": estimate_as_json(results.win_rate(bot, unit=RateUnit.MBB_PER_HAND)),
        "bb_per_100": estimate_as_json(results.win_rate(bot, unit=_UNIT)),
        "bb_per_100_all_in_adjusted": estimate_as_json(results.win_rate(bot, "expected", unit=_UNIT)),
        "more_hands_needed": None if needed is None else finite(needed),
        "incidents": {**results.incidents[name]},
        "first_incident": results.first_incidents.get(name),
    }


def _comparisons(results: Results, kind: Kind) -> dict[int, dict[str, JsonValue]]:
    """The comparisons of each bot with each other bot, by its name."""
    leads = corrected_leads(results, kind)
    leads |= {
        (behind, ahead): CorrectedEstimate(lead.estimate.times(-1), lead.p_value)
        for (ahead, behind), lead in leads.items()
    }
    rates, ending = corrected_crosstable(results, kind), _ENDINGS[kind]
    bots = range(len(results.names))
    return {
        bot: {
            f"bb_per_100_with{ending}": _by_other(results, bot, rates),
            f"bb_per_100_ahead_of{ending}": _by_other(results, bot, leads),
            f"bb_per_100_more_in_the_place_of{ending}": {
                results.names[other]: estimate_as_json(difference)
                for other in bots
                if other != bot
                and (difference := results.difference_in_place(bot, other, kind, unit=_UNIT)) is not None
            },
        }
        for bot in bots
    }


def _by_other(results: Results, bot: int, compared: Mapping[Pair, CorrectedEstimate]) -> dict[str, JsonValue]:
    return {
        name: corrected_as_json(cell)
        for other, name in enumerate(results.names)
        if (cell := compared.get((bot, other))) is not None
    }
