"""The results of a run as tables: who won how much, and at whose tables."""

from __future__ import annotations

from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING

from railbird.analysis import Rate, Table

if TYPE_CHECKING:
    from railbird.analysis import Cell
    from railbird.arena.results import Results
    from railbird.statistics.estimates import Estimate

MBB, BB100 = 1000, 100
"""Big blinds in so many hands; thousandths of one in a hand are the same number."""


def is_tournament(results: Results) -> bool:
    """Whether there are several tables."""
    return len(results.plan.tables) > 1


def in_big_blinds(found: Estimate, results: Results, *, hands: int = BB100) -> Estimate:
    """From chips a hand to big blinds in so many hands."""
    return found.times(hands / results.plan.game.unit)


def rate_of(found: Estimate, results: Results, *, hands: int = BB100) -> Rate:
    """The same as the cell of a table."""
    scaled = in_big_blinds(found, results, hands=hands)
    return Rate(scaled.mean, scaled.margin)


def rates_by_bot(results: Results) -> dict[str, Rate]:
    """By name, in big blinds a hand, over all tables."""
    return {name: rate_of(results.win_rate(bot), results, hands=1) for bot, name in enumerate(results.names)}


def standings_table(results: Results) -> Table:
    """A row for each bot, the one that has won most first. The columns that would be empty are left out."""
    adjusted = ", all-in adjusted" if results.has_expectation else ""
    columns = {
        "": "the rank by total bankroll",
        "bot": "",
        "mbb/hand": "thousandths of a big blind won in a hand, and half of the 95 % interval of that",
        "bb/100": "big blinds won in a hundred hands, and half of the 95 % interval of that",
        "all-in adjusted": "bb/100 with the luck of the last cards taken out of hands that were all-in",
        "ahead of the next": (
            f"bb/100 more than the next one has{adjusted}, deal by deal: intervals may overlap where this is beyond "
            "doubt"
        ),
        "more hands needed": f"of the bot, to put its win rate{adjusted} beyond doubt, if it stays as it is",
        "run-off": "the rank in the competition's other ranking: the last one goes out, again and again",
        "incidents": "how often it failed, answered illegally, or took too long",
        "chips": "won or lost",
        "hands": "played",
    }
    order = results.ranking()
    following = dict(pairwise(order)) if len(order) > 2 else {}  # of two, each wins what the other loses
    run_off = results.run_off_ranks()
    rows: list[tuple[Cell, ...]] = [
        (
            rank,
            results.names[bot],
            rate_of(results.win_rate(bot), results, hands=MBB),
            rate_of(results.win_rate(bot), results),
            rate_of(results.win_rate(bot, "expected"), results) if results.has_expectation else None,
            rate_of(results.lead(bot, following[bot], results.best_kind), results) if bot in following else None,
            _needed(results.hands_needed(bot, results.best_kind)),
            run_off[bot] + 1 if is_tournament(results) else None,
            _incidents(results.incidents[results.names[bot]]),
            results.chips(bot),
            results.hands_per_bot,
        )
        for rank, bot in enumerate(order, start=1)
    ]
    return Table("standings", "Standings", columns, rows).without_empty_columns()


def crosstable(results: Results) -> Table:
    """What each bot (row) won at the tables of each other one (column)."""
    order = results.ranking()
    meaning = "bb/100 of a bot (row) at the tables where another one (column) sits, and half of the 95 % interval"
    rows: list[tuple[Cell, ...]] = []
    for bot in order:
        rates = [None if other == bot else rate_of(results.win_rate_against(bot, other), results) for other in order]
        rows.append((results.names[bot], *rates))
    return Table("crosstable", "Crosstable", {"": meaning} | {results.names[bot]: "" for bot in order}, rows)


def _needed(hands: float) -> Cell:
    if not isfinite(hands):
        return "no end"
    return round(hands) or None


def _incidents(counts: dict[str, int]) -> str | None:
    return ", ".join(f"{count:,} {kind}" for kind, count in counts.items()) or None
