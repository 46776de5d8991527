"""The introduction of a report in words: what was played, and who won."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from railbird.arena.field_comparisons import comparisons_in_ranking, corrected_leads
from railbird.arena.order_decision import decision_text
from railbird.reports.rates import win_rates
from railbird.statistics import BB_PER_100
from railbird.wording import number_of

if TYPE_CHECKING:
    from railbird.arena import Results, RunPlan
    from railbird.reports.sources import Source

_FEW = 3
"""Number of players who are named in the title."""
_LONG = 24
"""Letters of a name that is too long for the title."""


def facts_of(source: Source) -> dict[str, str]:
    """The facts about what was played, by their titles."""
    facts = {"Game": source.game, "Players": f"{len(source.players)}", "Hands": f"{source.hands:,}"}
    if source.results is None:
        return facts
    plan = source.results.plan
    facts["Tables"] = f"{len(plan.tables):,}"
    if plan.matches > 1:
        facts["Matches per table"] = f"{plan.matches:,}"
    facts["Deals"] = f"{plan.hands * plan.matches:,}"
    facts["Orders of seats"] = _orders(plan)
    facts["Seed"] = str(plan.seed)
    return facts


def title_of(source: Source) -> str:
    """Who played what, and how much of it."""
    *others, last = source.players
    who = number_of(len(source.players), "player")
    if len(source.players) <= _FEW and all(len(player) <= _LONG for player in source.players):
        who = f"{', '.join(others)}{' and ' * bool(others)}{last}"
    return f"{who} in {source.game}: {number_of(source.hands, 'hand')}"


def summary_of(source: Source) -> str:
    """State in a sentence or two who won and how certain that is."""
    adjusted = source.results is not None and source.results.has_expectation
    rates = win_rates(source, adjusted=adjusted)
    best, *others = source.players
    achievement = "has the highest win rate" if source.results is None else "has won most"
    text = f"{best} {achievement}{', all-in adjusted' * adjusted}: {BB_PER_100.text(rates[best])} bb/100."
    if source.results is None and isfinite(rates[best].margin) and not rates[best].is_significant:
        text += " Its win rate does not differ significantly from 0 at 95 %."
    if source.results is not None and others:
        text += _lead(source.results, best, after=others[0])
    if source.results is not None and source.results.plan.until:
        text += f" {decision_text(source.results)}"
    if not all(isfinite(rate.margin) for rate in rates.values()):
        text += " There is no interval where there are too few hands or deals, or all have the same result."
    return text


def _lead(results: Results, best: str, *, after: str) -> str:
    bots = results.names.index(best), results.names.index(after)
    lead = corrected_leads(results, results.best_kind)[bots]
    if not lead.estimate.mean:
        return f" {after} is level with it."
    verdict = "significant" if lead.is_significant else "not significant"
    comparisons = comparisons_in_ranking(results)
    correction = f" over {comparisons:,} comparisons" if comparisons > 1 else ""
    return f" Its lead over {after} is {BB_PER_100.text(lead.estimate)} bb/100, {verdict} at 95 %{correction}."


def _orders(plan: RunPlan) -> str:
    if not plan.duplicate:
        return "1: no duplicate sets"
    how = {"all": "all", "rotations": "rotations"}.get(str(plan.seat_orders), "drawn for each match")
    return f"{plan.orders:,} ({how})"
