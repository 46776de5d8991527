"""Compares all bots of a field with each other, corrected for the number of comparisons, and ranks them with ties."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING

from railbird.statistics import RateUnit, corrected_estimates

if TYPE_CHECKING:
    from railbird.arena.deal_sums import Kind
    from railbird.arena.results import Results
    from railbird.statistics import CorrectedEstimate

    Pair = tuple[int, int]

_UNIT = RateUnit.BB_PER_100


def corrected_leads(results: Results, kind: Kind) -> dict[Pair, CorrectedEstimate]:
    """The lead of each bot over each bot below it in the ranking, in bb/100."""
    pairs = combinations(results.ranking(), 2)
    return corrected_estimates({pair: results.lead(*pair, kind, unit=_UNIT) for pair in pairs})


def rank_ranges(results: Results) -> dict[int, Pair]:
    """The first and the last rank that each bot may have.

    A bot ranks below all bots whose lead over it is significant, and above all bots over which its own lead is
    significant. All ranges together contain the true ranks in 95 % of such runs.
    """
    order = results.ranking()
    first, last = dict.fromkeys(order, 1), dict.fromkeys(order, len(order))
    for (ahead, behind), lead in corrected_leads(results, results.best_kind).items():
        if lead.is_significant:
            first[behind] += 1
            last[ahead] -= 1
    return {bot: (first[bot], last[bot]) for bot in order}


def corrected_crosstable(results: Results, kind: Kind) -> dict[Pair, CorrectedEstimate]:
    """The win rate of each bot at the tables of each other bot, in bb/100.

    With two players one wins what the other loses, so that both cells are one comparison.
    """
    order = results.ranking()
    if results.plan.game.players > 2:
        pairs = permutations(order, 2)
        return corrected_estimates({pair: results.win_rate_against(*pair, kind, unit=_UNIT) for pair in pairs})
    cells = corrected_estimates(
        {pair: results.win_rate_against(*pair, kind, unit=_UNIT) for pair in combinations(order, 2)}
    )
    opposite = {
        (other, bot): type(cell)(results.win_rate_against(other, bot, kind, unit=_UNIT), cell.p_value)
        for (bot, other), cell in cells.items()
    }
    return cells | opposite


def comparisons_in_ranking(results: Results) -> int:
    """Number of comparisons from which the ranks follow."""
    bots = len(results.names)
    return bots * (bots - 1) // 2


def comparisons_in_crosstable(results: Results) -> int:
    """Number of comparisons in the crosstable."""
    return comparisons_in_ranking(results) * (2 if results.plan.game.players > 2 else 1)
