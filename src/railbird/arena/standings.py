"""Tables of the results of a run: the standings and the crosstable."""

from __future__ import annotations

from itertools import pairwise
from math import inf, isfinite
from typing import TYPE_CHECKING

from railbird.statistics import BB_PER_100, CHIPS, COUNT, MBB_PER_HAND, NEED, TEXT, Column, RateUnit, Table

if TYPE_CHECKING:
    from railbird.arena.results import Results
    from railbird.statistics import Cell, Estimate


def is_tournament(results: Results) -> bool:
    """Whether a run has several tables."""
    return len(results.plan.tables) > 1


def rates_by_bot(results: Results) -> dict[str, Estimate]:
    """Win rates by name, in big blinds a hand, over all tables."""
    return {name: results.win_rate(bot, unit=RateUnit.BIG_BLINDS_PER_HAND) for bot, name in enumerate(results.names)}


def standings_table(results: Results) -> Table:
    """A row for each bot, from the largest to the smallest winnings. Empty columns are left out."""
    order = results.ranking()
    following = dict(pairwise(order)) if len(order) > 2 else {}  # with two bots, each wins what the other loses
    run_off = results.run_off_ranks()
    unit, kind = RateUnit.BB_PER_100, results.best_kind
    rows: list[tuple[Cell, ...]] = [
        (
            rank,
            results.names[bot],
            results.win_rate(bot, unit=RateUnit.MBB_PER_HAND),
            results.win_rate(bot, unit=unit),
            results.win_rate(bot, "expected", unit=unit) if results.has_expectation else None,
            results.lead(bot, following[bot], kind, unit=unit) if bot in following else None,
            _needed(results.hands_needed(bot, kind)),
            run_off[bot] + 1 if is_tournament(results) else None,
            _incidents(results.incidents[results.names[bot]]),
            results.chips(bot),
            results.hands_per_bot,
        )
        for rank, bot in enumerate(order, start=1)
    ]
    return Table("standings", "Standings", _columns(results), rows).without_empty_columns()


def _columns(results: Results) -> list[Column]:
    adjusted = ", all-in adjusted" if results.has_expectation else ""
    return [
        Column("rank", COUNT, "the rank by total bankroll", shown_as=""),
        Column("bot"),
        Column(
            "mbb/hand",
            MBB_PER_HAND,
            "thousandths of a big blind won in a hand, and half of the 95 % interval of that",
        ),
        Column("bb/100", BB_PER_100, "big blinds won in a hundred hands, and half of the 95 % interval of that"),
        Column(
            "all-in adjusted",
            BB_PER_100,
            "bb/100 with the luck of the last cards taken out of hands that were all-in",
        ),
        Column(
            "ahead of the next",
            BB_PER_100,
            f"bb/100 more than the next one has{adjusted}, deal by deal: intervals may overlap where this is beyond "
            "doubt",
        ),
        Column(
            "more hands needed",
            NEED,
            f"of the bot, to put its win rate{adjusted} beyond doubt, if it stays as it is",
        ),
        Column("run-off", COUNT, "the rank in the competition's other ranking: the last one goes out, again and again"),
        Column("incidents", TEXT, "how often it failed, answered illegally, or took too long"),
        Column("chips", CHIPS, "won or lost"),
        Column("hands", COUNT, "played"),
    ]


def crosstable(results: Results) -> Table:
    """What each bot (row) won at the tables of each other bot (column), both in the order of the standings."""
    order = results.ranking()
    meaning = "bb/100 of a bot (row) at the tables where another one (column) sits, and half of the 95 % interval"
    columns = [Column("bot", TEXT, meaning, shown_as="")]
    columns += [Column(f"with {results.names[bot]}", BB_PER_100, shown_as=results.names[bot]) for bot in order]
    rows: list[tuple[Cell, ...]] = []
    for bot in order:
        rates = [
            None if other == bot else results.win_rate_against(bot, other, unit=RateUnit.BB_PER_100) for other in order
        ]
        rows.append((results.names[bot], *rates))
    return Table("crosstable", "Crosstable", columns, rows)


def _needed(hands: float | None) -> int | float | None:
    if hands is None:
        return None
    return (round(hands) or None) if isfinite(hands) else inf


def _incidents(counts: dict[str, int]) -> str | None:
    return ", ".join(f"{count:,} {kind}" for kind, count in counts.items()) or None
