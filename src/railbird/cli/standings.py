"""Results of a run as tables, and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from railbird.arena import Estimate, Results

_WIDE = 160
_MBB, _BB100 = 1000, 100


def print_standings(results: Results) -> None:
    """Who won how much, with intervals; then, of a tournament, who won it from whom."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=_WIDE)
    plan = results.plan
    is_tournament = len(plan.tables) > 1
    console.print(_summary(results), style="dim")
    console.print(_standings(results, is_tournament=is_tournament))
    if is_tournament:
        console.print("\nbb/100 of a bot (row) at the tables where another one (column) sits", style="dim")
        console.print(_crosstable(results))
    console.print(_footnote(results), style="dim")


def _summary(results: Results) -> str:
    plan = results.plan
    orders = results.hands_per_bot // (plan.hands * plan.matches * sum(0 in table for table in plan.tables))
    parts = [plan.game.name or "unnamed game"]
    if len(plan.tables) > 1:
        parts.append(f"{len(plan.tables)} tables")
    if plan.matches > 1:
        parts.append(f"{plan.matches} matches each")
    parts.append(f"{plan.hands:,} hands" + (f" in each of {orders} orders of seats" if orders > 1 else ""))
    return f"{', '.join(parts)}, seed {plan.seed}"


def _standings(results: Results, *, is_tournament: bool) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    headings = ["mbb/hand", "bb/100"]
    if results.has_expectation:
        headings.append("bb/100, all-in adjusted")
    headings += ["chips", "hands"]
    if is_tournament:
        headings.append("run-off")
    headings += ["ahead of the next, bb/100", "more hands needed"]
    has_incidents = any(results.incidents.values())
    if has_incidents:
        headings.append("incidents")
    table.add_column("", justify="right")
    table.add_column("bot")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    order = ranking(results)
    run_off = results.run_off_ranks()
    for rank, bot in enumerate(order):
        cells = [
            _text(_in(results, results.win_rate(bot), _MBB), 0),
            _text(_in(results, results.win_rate(bot), _BB100)),
        ]
        if results.has_expectation:
            cells.append(_text(_in(results, results.win_rate(bot, "expected"), _BB100)))
        cells += [f"{results.chips(bot):+,.0f}", f"{results.hands_per_bot:,}"]
        if is_tournament:
            cells.append(str(run_off[bot] + 1))
        following = order[rank + 1] if rank + 1 < len(order) else None
        ahead = None if following is None else results.lead(bot, following)
        cells += ["" if ahead is None else _text(_in(results, ahead, _BB100)), _needed(results.hands_needed(bot))]
        if has_incidents:
            cells.append(
                ", ".join(f"{count:,} {kind}" for kind, count in results.incidents[results.names[bot]].items())
            )
        table.add_row(str(rank + 1), results.names[bot], *cells)
    return table


def _crosstable(results: Results) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    order = ranking(results)
    table.add_column("")
    for bot in order:
        table.add_column(results.names[bot], justify="right", no_wrap=True)
    for bot in order:
        cells = [
            "" if other == bot else _text(_in(results, results.win_rate_against(bot, other), _BB100)) for other in order
        ]
        table.add_row(results.names[bot], *cells)
    return table


def _footnote(results: Results) -> str:
    plan = results.plan
    text = f"± is half of a 95 % interval, from {plan.hands * plan.matches:,} deals"
    if plan.duplicate:
        text += ", each taken as one sample of all its orders of seats"
    return text + "."


def ranking(results: Results) -> list[int]:
    """The bots, the one that has won most first."""
    return sorted(range(len(results.names)), key=lambda bot: (-results.win_rate(bot).mean, bot))


def _in(results: Results, found: Estimate, unit: int) -> Estimate:
    return found.times(unit / results.plan.game.big_blind)


def _text(found: Estimate, digits: int = 1) -> str:
    return f"{found.mean:+,.{digits}f} ± {found.margin:,.{digits}f}"


def _needed(hands: float) -> str:
    if hands == float("inf"):
        return "no end"
    return f"{hands:,.0f}" if hands else ""


def print_json(results: Results) -> None:
    """All of it."""
    from json import dumps

    import typer

    plan = results.plan
    run_off = results.run_off_ranks()
    order = ranking(results)
    content = {
        "game": plan.game.name,
        "hands": plan.hands,
        "matches": plan.matches,
        "duplicate": plan.duplicate,
        "seed": plan.seed,
        "tables": len(plan.tables),
        "bots": [
            {
                "name": results.names[bot],
                "spec": plan.entrants[bot].spec,
                "rank": rank + 1,
                "run_off_rank": run_off[bot] + 1,
                "chips": results.chips(bot),
                "hands": results.hands_per_bot,
                "mbb_per_hand": _as_json(_in(results, results.win_rate(bot), _MBB)),
                "bb_per_100": _as_json(_in(results, results.win_rate(bot), _BB100)),
                "bb_per_100_all_in_adjusted": _as_json(_in(results, results.win_rate(bot, "expected"), _BB100)),
                "more_hands_needed": _finite(results.hands_needed(bot)),
                "incidents": results.incidents[results.names[bot]],
                "bb_per_100_with": {
                    results.names[other]: _as_json(_in(results, results.win_rate_against(bot, other), _BB100))
                    for other in order
                    if other != bot
                },
                "bb_per_100_ahead_of": {
                    results.names[other]: _as_json(_in(results, results.lead(bot, other), _BB100))
                    for other in order
                    if other != bot
                },
                "bb_per_100_more_in_the_place_of": {
                    results.names[other]: _as_json(_in(results, found, _BB100))
                    for other in order
                    if other != bot and (found := results.difference_in_place(bot, other)) is not None
                },
            }
            for rank, bot in enumerate(order)
        ],
    }
    typer.echo(dumps(content, indent=2, ensure_ascii=False))


def _as_json(found: Estimate) -> dict[str, object]:
    return {
        "mean": found.mean,
        "interval": [_finite(bound) for bound in found.interval],
        "standard_error": _finite(found.standard_error),
        "samples": found.samples,
    }


def _finite(value: float) -> float | None:
    return value if abs(value) < float("inf") else None
