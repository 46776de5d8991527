"""Compares bots in each other's place: what they win with the same cards, seats and other players.

Two versions of a bot are compared in one run whose field has both, or in two runs with the same cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.errors import StatisticsError
from railbird.statistics import (
    BB_PER_100,
    CORRECTED_BB_PER_100,
    COUNT,
    Column,
    RateUnit,
    Table,
    corrected_as_json,
    corrected_estimates,
    estimate_as_json,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.arena.deal_sums import Kind
    from railbird.arena.results import Results
    from railbird.statistics import Cell, Estimate, JsonValue

_UNIT = RateUnit.BB_PER_100


@dataclass(frozen=True)
class PlaceComparison:
    """Two bots in each other's place: the first in a run, the second in the same run or in another."""

    runs: tuple[Results, Results]
    bots: tuple[int, int]

    @property
    def names(self) -> tuple[str, str]:
        """The names of both bots."""
        first, second = (run.names[bot] for run, bot in zip(self.runs, self.bots, strict=True))
        return first, second

    @property
    def tables(self) -> tuple[list[int], list[int]]:
        """The tables of each bot at which they face the same other players."""
        return self.runs[0].tables_in_place(*self.bots, elsewhere=self.runs[1])

    @property
    def kinds(self) -> list[Kind]:
        """The kinds of results that differ, the best first."""
        return max((run.kinds for run in self.runs), key=len)

    def rates(self, kind: Kind) -> list[Estimate]:
        """The win rates of both bots at these tables, in bb/100."""
        sides = zip(self.runs, self.bots, self.tables, strict=True)
        return [run.win_rate_at(bot, tables, kind, unit=_UNIT) for run, bot, tables in sides]

    def difference(self, kind: Kind) -> Estimate:
        """How much more the first bot wins, deal by deal, in bb/100."""
        difference = self.runs[0].difference_in_place(*self.bots, kind, unit=_UNIT, elsewhere=self.runs[1])
        if difference is None:
            first, second = self.names
            raise StatisticsError(
                f"{first} and {second} never play in each other's place: they need tables with the same other bots in "
                "the same orders of seats"
            )
        return difference


def compare_versions(first: Results, second: Results, *, names: Sequence[str] = ()) -> list[PlaceComparison]:
    """Compare a bot of the first run with a bot of the second, or by default each bot that plays in both.

    Both may be the same run. Raise StatisticsError if the runs have different cards or no such bots.
    """
    if not first.has_cards_of(second):
        raise StatisticsError(
            "the runs do not have the same deals: they need the same game, seed, hands, matches and orders of seats"
        )
    if names:
        bots = (_bot(first, names[0]), _bot(second, names[1]))
        if first is second and bots[0] == bots[1]:
            raise StatisticsError(f"{names[0]} cannot be compared with itself: name two bots")
        compared = [PlaceComparison((first, second), bots)]
    else:
        shared = [name for name in first.names if name in second.names]
        pairs = [PlaceComparison((first, second), (_bot(first, name), _bot(second, name))) for name in shared]
        compared = [pair for pair in pairs if pair.tables[0]]
        if not compared:
            raise StatisticsError("no bot plays against the same others in both runs: name a bot of each run")
    for pair in compared:
        pair.difference("payoff")
    return compared


def place_comparison_table(compared: Sequence[PlaceComparison]) -> Table:
    """A row for each pair. In no-limit the results are all-in adjusted, with the difference as won beside them."""
    best, *raw = compared[0].kinds
    differences = corrected_estimates({place: pair.difference(best) for place, pair in enumerate(compared)})
    rows: list[tuple[Cell, ...]] = [
        (
            *pair.names,
            *pair.rates(best),
            differences[place],
            pair.difference("payoff") if raw else None,
            len(pair.tables[0]),
            pair.rates(best)[0].samples,
        )
        for place, pair in enumerate(compared)
    ]
    adjusted = ", all-in adjusted" if raw else ""
    count = len(compared)
    correction = f" over {count} comparisons, corrected by Holm" if count > 1 else ""
    columns = [
        Column("first"),
        Column("second"),
        Column("first bb/100", BB_PER_100, f"win rate of the first{adjusted}, and half the width of the 95 % interval"),
        Column(
            "second bb/100", BB_PER_100, f"win rate of the second{adjusted}, and half the width of the 95 % interval"
        ),
        Column(
            "difference",
            CORRECTED_BB_PER_100,
            f"the first minus the second{adjusted}, paired by deal; * differs from 0 at 95 %{correction}",
        ),
        Column("difference as won", BB_PER_100, "without the adjustment for all-in hands"),
        Column("tables", COUNT, "tables at which both face the same other bots in the same orders of seats"),
        Column("samples", COUNT),
    ]
    return Table("comparison", "Comparison", columns, rows).without_empty_columns()


def place_comparison_as_json(compared: Sequence[PlaceComparison]) -> list[JsonValue]:
    """The pairs for programs: rates and differences as won and all-in adjusted."""
    endings: dict[Kind, str] = {"payoff": "", "expected": "_all_in_adjusted"}
    entries: list[dict[str, JsonValue]] = [
        {"first": pair.names[0], "second": pair.names[1], "tables": len(pair.tables[0])} for pair in compared
    ]
    for kind, ending in endings.items():
        differences = corrected_estimates({place: pair.difference(kind) for place, pair in enumerate(compared)})
        for place, (entry, pair) in enumerate(zip(entries, compared, strict=True)):
            first, second = pair.rates(kind)
            entry[f"bb_per_100_first{ending}"] = estimate_as_json(first)
            entry[f"bb_per_100_second{ending}"] = estimate_as_json(second)
            entry[f"bb_per_100_difference{ending}"] = corrected_as_json(differences[place])
    return [*entries]


def _bot(results: Results, name: str) -> int:
    if name not in results.names:
        raise StatisticsError(f"no bot {name!r} in this run: its bots are {', '.join(results.names)}")
    return results.names.index(name)
