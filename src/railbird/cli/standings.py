"""Results of a run as tables, and for programs."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.arena import Estimate, Results

_WIDE = 200
_MBB, _BB100 = 1000, 100
_NOTHING = "-"


def print_standings(results: Results) -> None:
    """Who won how much, with intervals; then, of a tournament, at whose tables."""
    # On a narrow terminal lines are broken, but no number is cut off.
    console = Console(highlight=False, width=_WIDE)
    console.print(_summary(results), style="dim")
    console.print(_standings(results))
    if _is_tournament(results):
        console.print("\nbb/100 of a bot (row) at the tables where another one (column) sits", style="dim")
        console.print(_crosstable(results))
    console.print(_footnote(results), style="dim")
    for name, incident in results.first_incidents.items():
        console.print(f"first incident of {name}: {incident}", markup=False)


def _is_tournament(results: Results) -> bool:
    return len(results.plan.tables) > 1


def _summary(results: Results) -> str:
    plan = results.plan
    parts = [plan.game.name or "unnamed game"]
    if _is_tournament(results):
        parts.append(f"{len(plan.tables)} tables")
    if plan.matches > 1:
        parts.append(f"{plan.matches} matches each")
    parts.append(f"{plan.hands:,} hands" + (f" in each of {plan.orders} orders of seats" if plan.duplicate else ""))
    return f"{', '.join(parts)}, seed {plan.seed}"


def _standings(results: Results) -> Table:
    """A row for each bot. The columns that would be empty are left out."""
    order = results.ranking()
    following = dict(pairwise(order))
    run_off = results.run_off_ranks()

    def rate(unit: int, digits: int = 1) -> Callable[[int], str]:
        return lambda bot: _text(_in(results, results.win_rate(bot), unit), digits)

    def ahead(bot: int) -> str:
        if bot not in following:
            return _NOTHING
        return _text(_in(results, results.lead(bot, following[bot], results.best_kind), _BB100))

    columns: dict[str, Callable[[int], str]] = {"mbb/hand": rate(_MBB, 0), "bb/100": rate(_BB100)}
    if results.has_expectation:
        columns["all-in adjusted"] = lambda bot: _text(_in(results, results.win_rate(bot, "expected"), _BB100))
    if len(order) > 2:  # of two, each wins what the other loses
        columns["ahead of the next"] = ahead
    if any(results.hands_needed(bot, results.best_kind) for bot in order):
        columns["more hands needed"] = lambda bot: _needed(results.hands_needed(bot, results.best_kind))
    if _is_tournament(results):
        columns["run-off"] = lambda bot: str(run_off[bot] + 1)
    if any(results.incidents.values()):
        columns["incidents"] = lambda bot: _incidents(results.incidents[results.names[bot]])
    columns |= {"chips": lambda bot: f"{results.chips(bot):+,.0f}", "hands": lambda _: f"{results.hands_per_bot:,}"}
    table = _table("", "bot", right=columns)
    for rank, bot in enumerate(order, start=1):
        table.add_row(str(rank), results.names[bot], *[text(bot) for text in columns.values()])
    return table


def _crosstable(results: Results) -> Table:
    order = results.ranking()
    table = _table("", right=[results.names[bot] for bot in order])
    for bot in order:
        cells = [
            _NOTHING if other == bot else _text(_in(results, results.win_rate_against(bot, other), _BB100))
            for other in order
        ]
        table.add_row(results.names[bot], *cells)
    return table


def _table(*left: str, right: list[str] | dict[str, Callable[[int], str]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in left:
        table.add_column(heading, no_wrap=True)
    for heading in right:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _footnote(results: Results) -> str:
    plan = results.plan
    text = f"± is half of a 95 % interval, from {plan.hands * plan.matches:,} deals"
    if plan.duplicate:
        text += ", each with all its orders of seats one sample"
    if len(results.names) > 2:
        text += f"; ahead of the next in bb/100{', all-in adjusted' if results.has_expectation else ''}"
    elif results.has_expectation:
        text += "; all-in adjusted in bb/100"
    return text + "."


def _in(results: Results, found: Estimate, unit: int) -> Estimate:
    """From chips a hand to big blinds in so many hands."""
    return found.times(unit / results.plan.game.big_blind)


def _text(found: Estimate, digits: int = 1) -> str:
    return f"{found.mean:+,.{digits}f} ± {found.margin:,.{digits}f}"


def _needed(hands: float) -> str:
    if hands == float("inf"):
        return "no end"
    return f"{hands:,.0f}" if hands else _NOTHING


def _incidents(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {kind}" for kind, count in counts.items()) or _NOTHING


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
        "bots": [_bot_as_json(results, bot, rank) for rank, bot in enumerate(results.ranking(), start=1)],
    }


def _bot_as_json(results: Results, bot: int, rank: int) -> dict[str, Any]:
    others = {other: name for other, name in enumerate(results.names) if other != bot}

    def told(found: Estimate, unit: int = _BB100) -> dict[str, Any]:
        return _estimate_as_json(_in(results, found, unit))

    in_place = {name: results.difference_in_place(bot, other) for other, name in others.items()}
    return {
        "name": results.names[bot],
        "spec": results.plan.entrants[bot].spec,
        "rank": rank,
        "run_off_rank": results.run_off_ranks()[bot] + 1,
        "chips": results.chips(bot),
        "hands": results.hands_per_bot,
        "mbb_per_hand": told(results.win_rate(bot), _MBB),
        "bb_per_100": told(results.win_rate(bot)),
        "bb_per_100_all_in_adjusted": told(results.win_rate(bot, "expected")),
        "more_hands_needed": _finite(results.hands_needed(bot, results.best_kind)),
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
        "interval": [_finite(bound) for bound in found.interval],
        "standard_error": _finite(found.standard_error),
        "samples": found.samples,
    }


def _finite(value: float) -> float | None:
    return value if abs(value) < float("inf") else None
