"""The introduction of a report in words: what was played, and who won."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from railbird.reports.rates import win_rates
from railbird.statistics import BB_PER_100, RateUnit

if TYPE_CHECKING:
    from railbird.arena import Results
    from railbird.reports.sources import Source


def facts_of(source: Source) -> dict[str, str]:
    """The facts about what was played, by their titles."""
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
    """State in a sentence or two who won and how certain that is."""
    rates = win_rates(source)
    best, *others = source.players
    achievement = "has the highest win rate" if source.results is None else "has won most"
    text = f"{best} {achievement}: {BB_PER_100.text(rates[best])} bb/100."
    if source.results is None and isfinite(rates[best].margin) and not rates[best].is_significant:
        text += " That it wins at all is not beyond doubt at 95 %."
    if source.results is not None and others:
        text += _lead(source.results, best, after=others[0])
    if not all(isfinite(rate.margin) for rate in rates.values()):
        text += " Where there are too few hands or deals, or all have the same result, there is no interval."
    return text


def _lead(results: Results, best: str, *, after: str) -> str:
    bots = results.names.index(best), results.names.index(after)
    lead = results.lead(*bots, results.best_kind, unit=RateUnit.BB_PER_100)
    adjusted = ", all-in adjusted" if results.has_expectation else ""
    if not lead.mean:
        return f" {after} is level with it{adjusted}."
    where = "ahead of" if lead.mean > 0 else "behind"
    sure = "which is beyond doubt" if lead.is_significant else "which is not beyond doubt"
    size = BB_PER_100.text(lead if lead.mean > 0 else lead.times(-1))
    return f" It is {where} {after} by {size}{adjusted}, {sure} at 95 %."
