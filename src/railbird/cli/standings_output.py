"""Results of a run as tables, and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from railbird.arena import crosstable, standings_table
from railbird.arena.standings import BB100, MBB, in_big_blinds, is_tournament
from railbird.cli.screen_tables import grid_of, wide_console
from railbird.statistics.cell_text import finite, number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.arena import Estimate, Results


def print_standings(results: Results, *, shadow_failures: Sequence[str] = ()) -> None:
    """Who won how much, with intervals; then, of a tournament, at whose tables."""
    console = wide_console()
    console.print(_summary(results), style="dim")
    console.print(grid_of(standings_table(results)))
    if is_tournament(results):
        console.print("\nbb/100 of a bot (row) at the tables where another one (column) sits", style="dim")
        console.print(grid_of(crosstable(results)))
    console.print(_footnote(results), style="dim")
    for name, incident in results.first_incidents.items():
        console.print(f"first incident of {name}: {incident}")
    for failure in shadow_failures:
        console.print(failure)


def _summary(results: Results) -> str:
    plan = results.plan
    parts = [plan.game.name or "unnamed game"]
    if is_tournament(results):
        parts.append(f"{len(plan.tables)} tables")
    if plan.matches > 1:
        parts.append(f"{plan.matches} matches each")
    parts.append(
        number_of(plan.hands, "hand") + (f" in each of {plan.orders} orders of seats" if plan.duplicate else "")
    )
    return f"{', '.join(parts)}, seed {plan.seed}"


def _footnote(results: Results) -> str:
    plan = results.plan
    text = f"± is half of a 95 % interval, from {number_of(plan.hands * plan.matches, 'deal')}"
    if plan.duplicate:
        text += ", each with all its orders of seats one sample"
    if len(results.names) > 2:
        text += f"; ahead of the next in bb/100{', all-in adjusted' if results.has_expectation else ''}"
    elif results.has_expectation:
        text += "; all-in adjusted in bb/100"
    return text + "."


def as_json(results: Results) -> dict[str, Any]:
    """All of it, for programs."""
    plan = results.plan
    return {
        "game": plan.game.name,
        "hands": plan.hands,
        "matches": plan.matches,
        "duplicate": plan.duplicate,
        "seed": plan.seed,
        "tables": len(plan.tables),
        "bots": [_bot_as_json(results, bot, rank=rank) for rank, bot in enumerate(results.ranking(), start=1)],
    }


def _bot_as_json(results: Results, bot: int, *, rank: int) -> dict[str, Any]:
    others = {other: name for other, name in enumerate(results.names) if other != bot}

    def told(found: Estimate, hands: int = BB100) -> dict[str, Any]:
        return _estimate_as_json(in_big_blinds(found, results, hands=hands))

    in_place = {name: results.difference_in_place(bot, other) for other, name in others.items()}
    return {
        "name": results.names[bot],
        "spec": results.plan.entrants[bot].spec,
        "rank": rank,
        "run_off_rank": results.run_off_ranks()[bot] + 1,
        "chips": results.chips(bot),
        "hands": results.hands_per_bot,
        "mbb_per_hand": told(results.win_rate(bot), MBB),
        "bb_per_100": told(results.win_rate(bot)),
        "bb_per_100_all_in_adjusted": told(results.win_rate(bot, "expected")),
        "more_hands_needed": finite(results.hands_needed(bot, results.best_kind)),
        "incidents": results.incidents[results.names[bot]],
        "first_incident": results.first_incidents.get(results.names[bot]),
        "bb_per_100_with": {name: told(results.win_rate_against(bot, other)) for other, name in others.items()},
        "bb_per_100_ahead_of": {name: told(results.lead(bot, other)) for other, name in others.items()},
        "bb_per_100_ahead_of_all_in_adjusted": {
            name: told(results.lead(bot, other, "expected")) for other, name in others.items()
        },
        "bb_per_100_more_in_the_place_of": {name: told(found) for name, found in in_place.items() if found is not None},
    }


def _estimate_as_json(found: Estimate) -> dict[str, Any]:
    return {
        "mean": found.mean,
        "interval": [finite(bound) for bound in found.interval],
        "standard_error": finite(found.standard_error),
        "samples": found.samples,
    }
