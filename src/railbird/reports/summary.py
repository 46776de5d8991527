"""What a report says in words: its title, what it is about, and who won."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from railbird.reports.rates import rate_of, win_rates

if TYPE_CHECKING:
    from railbird.reports.report import Report
    from railbird.reports.sources import Source


def title_of(report: Report) -> str:
    """Of the page."""
    return f"Report on {' and '.join(report.names)}"


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
    text = f"{best} has won most: {rates[best]} bb/100."
    if source.results is not None and others:
        names = source.results.names
        lead = rate_of(source.results.lead(names.index(best), names.index(others[0])), source.results)
        sure = "which is beyond doubt" if lead.margins_from_zero > 1 else "which is not beyond doubt"
        text += f" It is ahead of {others[0]} by {lead}, {sure} at 95 %." if lead.mean else f" So has {others[0]}."
    if not all(isfinite(rate.margin) for rate in rates.values()):
        text += " One hand, or one deal, of a player says nothing about luck: there is no interval."
    return text
