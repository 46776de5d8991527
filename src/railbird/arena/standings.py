"""Tables of the results of a run: the standings and the crosstable."""

from __future__ import annotations

from itertools import pairwise
from math import inf, isfinite
from typing import TYPE_CHECKING

from railbird.arena.field_comparisons import (
    comparisons_in_crosstable,
    comparisons_in_ranking,
    corrected_crosstable,
    rank_ranges,
)
from railbird.statistics import (
    BB_PER_100,
    CHIPS,
    CORRECTED_BB_PER_100,
    COUNT,
    MBB_PER_HAND,
    NEED,
    TEXT,
    Column,
    RateUnit,
    Table,
)

if TYPE_CHECKING:
    from railbird.arena.deal_sums import Kind
    from railbird.arena.results import Results
    from railbird.statistics import Cell, Estimate


def is_tournament(results: Results) -> bool:
    """Whether a run has several tables."""
    return len(results.plan.tables) > 1


def rates_by_bot(results: Results) -> dict[str, Estimate]:
    """Win rates by name, in big blinds a hand, over all tables."""
    return {name: results.win_rate(bot, unit=RateUnit.BIG_BLINDS_PER_HAND) for bot, name in enumerate(results.names)}


def standings_table(results: Results) -> Table:
    """A row for each bot, from the highest to the lowest win rate. Empty columns are left out."""
    order = results.ranking()
    following = dict(pairwise(order)) if len(order) > 2 else {}  # with two bots, each wins what the other loses
    run_off, ranges = results.run_off_ranks(), rank_ranges(results)
    unit, kind = RateUnit.BB_PER_100, results.best_kind
    rows: list[tuple[Cell, ...]] = [
        (
            _rank(*ranges[bot]),
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
        for bot in order
    ]
    return Table("standings", "Standings", _columns(results), rows).without_empty_columns()


def _columns(results: Results) -> list[Column]:
    adjusted = ", all-in adjusted" if results.has_expectation else ""
    return [
        Column("rank", TEXT, rank_meaning(results), shown_as=""),
        Column("bot"),
        Column(
            "mbb/hand",
            MBB_PER_HAND,
            "thousandths of a big blind won per hand, and half the width of the 95 % interval",
            is_minor=True,
        ),
        Column("bb/100", BB_PER_100, "big blinds won per 100 hands, and half the width of the 95 % interval"),
        Column(
            "all-in adjusted",
            BB_PER_100,
            "bb/100 without the luck of the board cards dealt after all-ins",
        ),
        Column(
            "ahead of the next",
            BB_PER_100,
            f"lead over the next bot in bb/100{adjusted}, paired by deal; a lead can be significant even if the "
            "intervals of the win rates overlap",
        ),
        Column(
            "more hands needed",
            NEED,
            f"further hands of the bot that would make its win rate{adjusted} significant if it stayed the same",
            is_minor=True,
        ),
        Column(
            "run-off",
            COUNT,
            f"rank by the ACPC's bankroll run-off{adjusted}, which eliminates the last bot round by round",
        ),
        Column("incidents", TEXT, "number of failures, illegal answers and late answers"),
        Column("chips", CHIPS, "chips won or lost"),
        Column("hands", COUNT, "hands played"),
    ]


def rank_meaning(results: Results) -> str:
    """The definition of ranks and ties."""
    adjusted = ", all-in adjusted" if results.has_expectation else ""
    count = comparisons_in_ranking(results)
    correction = f" over {count:,} comparisons, corrected by Holm" if count > 1 else ""
    return (
        f"by total bankroll{adjusted}; a range of ranks is a tie, where differences are not significant at 95 %"
        f"{correction}"
    )


def crosstable(results: Results, kind: Kind | None = None) -> Table:
    """What each bot (row) won at the tables of each other bot (column), both in the order of the standings.

    The default is the best kind of result.
    """
    kind = kind or results.best_kind
    order = results.ranking()
    cells = corrected_crosstable(results, kind)
    columns = [Column("bot", TEXT, crosstable_meaning(results, kind), shown_as="")]
    columns += [
        Column(f"with {results.names[bot]}", CORRECTED_BB_PER_100, shown_as=results.names[bot]) for bot in order
    ]
    rows: list[tuple[Cell, ...]] = [
        (results.names[bot], *[cells.get((bot, other)) for other in order]) for bot in order
    ]
    is_raw = results.has_expectation and kind == "payoff"
    key, title = ("crosstable-as-won", "Crosstable as won") if is_raw else ("crosstable", "Crosstable")
    return Table(key, title, columns, rows)


def crosstable_meaning(results: Results, kind: Kind) -> str:
    """The definition of the cells of the crosstable."""
    how = {"expected": ", all-in adjusted", "payoff": ", as won"}[kind] if results.has_expectation else ""
    return (
        f"bb/100 of a bot (row) at the tables where another one (column) sits{how}; * differs from 0 at 95 %, over "
        f"{comparisons_in_crosstable(results):,} comparisons, corrected by Holm"
    )


def _rank(first: int, last: int) -> str:
    return f"{first}" if first == last else f"{first}-{last}"


def _needed(hands: float | None) -> int | float | None:
    if hands is None:
        return None
    return (round(hands) or None) if isfinite(hands) else inf


def _incidents(counts: dict[str, int]) -> str | None:
    return ", ".join(f"{count:,} {kind}" for kind, count in counts.items()) or None
