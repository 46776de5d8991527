"""What a report says in words: what it is about, and who won."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from railbird.analysis import Rate
from railbird.arena.standings import rate_of
from railbird.reports.rates import win_rates
from railbird.statistics.cell_text import rate_text

if TYPE_CHECKING:
    from railbird.arena import Results
    from railbird.reports.sources import Source


def facts_of(source: Source) -> dict[str, str]:
    """What was played, and how."""
    facts = {"Game": source.game, "Players": f"{len(source.players)}", "Hands": f"{source.hands:,}"}
    if source.results is None:
        return facts
    plan = source.results.plan
    facts["Tables"] = f"{len(plan.tables):,}"
    if plan.matches > 1:
        facts["Matches a table"] = f"{plan.matches:,}"
    facts["Deals"] = f"{plan.hands * plan.matches:,}"
    facts["Orders of seats"] = f"{plan.orders:,}" if plan.duplicate else "1: no duplicate sets"
    facts["Seed"] = str(plan.seed)
    return facts


def summary_of(source: Source) -> str:
    """Who won, and how sure that is, in a sentence or two."""
    rates = win_rates(source)
    best, *others = source.players
    what = "has the highest win rate" if source.results is None else "has won most"
    text = f"{best} {what}: {rate_text(rates[best])} bb/100."
    if source.results is None and isfinite(rates[best].margin) and abs(rates[best].margins_from_zero) <= 1:
        text += " That it wins at all is not beyond doubt at 95 %."
    if source.results is not None and others:
        text += _lead(source.results, best, after=others[0])
    if not all(isfinite(rate.margin) for rate in rates.values()):
        text += " One hand, or one deal, of a player says nothing about luck: there is no interval."
    return text


def _lead(results: Results, best: str, *, after: str) -> str:
    found = results.lead(results.names.index(best), results.names.index(after), results.best_kind)
    lead = rate_of(found, results)
    adjusted = ", all-in adjusted" if results.has_expectation else ""
    if not lead.mean:
        return f" {after} is level with it{adjusted}."
    where = "ahead of" if lead.mean > 0 else "behind"
    sure = "which is beyond doubt" if abs(lead.margins_from_zero) > 1 else "which is not beyond doubt"
    size = rate_text(Rate(abs(lead.mean), lead.margin))
    return f" It is {where} {after} by {size}{adjusted}, {sure} at 95 %."
