"""Prints the results of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.arena import crosstable, interval_caveats, samples_text, standings_table
from railbird.arena.order_decision import decision_text
from railbird.arena.standings import crosstable_meaning, is_tournament, rank_meaning
from railbird.cli.screen_tables import Screen
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.arena import Results, RunPlan


def print_standings(results: Results, *, shadow_failures: Sequence[str] = ()) -> None:
    """Print the standings with intervals and, for a tournament, the crosstable."""
    screen = Screen()
    screen.text(_summary(results), style="dim")
    standings = standings_table(results)
    screen.table(standings)
    if is_tournament(results):
        for kind in results.kinds:
            screen.text(f"\n{crosstable_meaning(results, kind)}", style="dim")
            screen.table(crosstable(results, kind))
    screen.text(_footnote(results), style="dim")
    if len(results.names) > 2 or "1-2" in standings.column("rank"):
        screen.text(f"Ranks are {rank_meaning(results)}.", style="dim")
    if results.plan.until:
        screen.text(decision_text(results), style="dim")
    for caveat in interval_caveats(results):
        screen.text(caveat)
    for name, incident in results.first_incidents.items():
        screen.text(f"first incident of {name}: {incident}")
    for failure in shadow_failures:
        screen.text(failure)


def _summary(results: Results) -> str:
    plan = results.plan
    parts = [plan.game.name or "unnamed game"]
    if is_tournament(results):
        parts.append(f"{len(plan.tables)} tables")
    if plan.matches > 1:
        parts.append(f"{plan.matches} matches each")
    parts.append(number_of(plan.hands, "hand") + (f" in each of {_orders(plan)}" if plan.duplicate else ""))
    return f"{', '.join(parts)}, seed {plan.seed}"


def _orders(plan: RunPlan) -> str:
    if plan.seat_orders == "rotations":
        return f"{plan.orders} rotations of the seats"
    drawn = "" if plan.seat_orders == "all" else ", drawn for each match"
    return f"{plan.orders} orders of seats{drawn}"


def _footnote(results: Results) -> str:
    text = f"± is half of a 95 % interval, from {samples_text(results)}"
    if len(results.names) > 2:
        text += f"; ahead of the next in bb/100{', all-in adjusted' if results.has_expectation else ''}"
    elif results.has_expectation:
        text += "; all-in adjusted in bb/100"
    return text + "."
