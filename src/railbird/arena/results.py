"""The results of a run, as samples: what each bot won at each table, duplicate set by duplicate set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
import polars as pl

from railbird.arena.run_off import instant_run_off
from railbird.errors import StatisticsError, StoreError
from railbird.games.definition import SHARES
from railbird.statistics import RateUnit, estimate, estimate_difference, samples_needed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.arena.plan import RunPlan
    from railbird.arena.store import RunFolder
    from railbird.statistics import Estimate

_GRID = 1000 * SHARES
"""Parts of a chip to which sums are rounded: payoffs stay exact, and what equities lack to that is no result."""
Kind = Literal["payoff", "expected"]
"""Chips as they were won, or with the luck of the last cards taken out of hands that were all-in."""


@dataclass(frozen=True)
class Results:
    """Chips a hand. A sample is one deal: its mean over all orders of seats."""

    plan: RunPlan
    samples: dict[Kind, NDArray[np.float64]]
    """By table, place at the table, and deal."""
    incidents: dict[str, dict[str, int]]
    """By bot and kind."""
    first_incidents: dict[str, str]
    """By bot: what the first one was, and where."""

    @property
    def names(self) -> list[str]:
        """The bots, in the order in which they were given."""
        return [entrant.name for entrant in self.plan.entrants]

    @property
    def best_kind(self) -> Kind:
        """The chips that say most about who is better."""
        return "expected" if self.has_expectation else "payoff"

    @property
    def hands_per_bot(self) -> int:
        """How many hands each bot has played."""
        return self.plan.hands * self.plan.matches * self.hands_per_sample

    @property
    def hands_per_sample(self) -> int:
        """How many hands of a bot stand behind one sample."""
        return self.plan.orders * sum(0 in table for table in self.plan.tables)

    @property
    def has_expectation(self) -> bool:
        """Whether hands were all-in before the last street, and luck has not cancelled out over orders of seats."""
        return not np.array_equal(self.samples["payoff"], self.samples["expected"])

    def has_cards_of(self, other: Results) -> bool:
        """Whether both have the same deals, so that they can be compared deal by deal."""
        mine, theirs = (
            (plan.game, plan.seed, plan.hands, plan.matches, plan.duplicate) for plan in (self.plan, other.plan)
        )
        return mine == theirs

    def win_rate(self, bot: int, kind: Kind = "payoff", *, unit: RateUnit = RateUnit.CHIPS_PER_HAND) -> Estimate:
        """The win rate of a bot, over all its tables."""
        return estimate(self.samples_of(bot, kind), factor=self.factor(unit))

    def win_rate_against(
        self, bot: int, other: int, kind: Kind = "payoff", *, unit: RateUnit = RateUnit.CHIPS_PER_HAND
    ) -> Estimate:
        """The win rate of a bot at the tables where the other one sits too: a cell of the crosstable."""
        tables = [number for number, table in enumerate(self.plan.tables) if other in table]
        return estimate(self._mean(bot, tables, kind), factor=self.factor(unit))

    def lead(
        self, bot: int, other: int, kind: Kind = "payoff", *, unit: RateUnit = RateUnit.CHIPS_PER_HAND
    ) -> Estimate:
        """How much more a bot has won than another, over all their tables, deal by deal."""
        return estimate_difference(self.samples_of(bot, kind), self.samples_of(other, kind), factor=self.factor(unit))

    def difference_in_place(
        self, bot: int, other: int, kind: Kind = "payoff", *, unit: RateUnit = RateUnit.CHIPS_PER_HAND
    ) -> Estimate | None:
        """How much more a bot wins than another one in its place: same seats, same cards, same players besides.

        None where there are no such tables, because both always sit together, or in one order of seats only and each in
        another place.
        """
        mine, theirs = self._exchangeable(bot, other)
        if not mine:
            return None
        return estimate_difference(
            self._mean(bot, mine, kind), self._mean(other, theirs, kind), factor=self.factor(unit)
        )

    def factor(self, unit: RateUnit) -> float:
        """By which chips a hand are multiplied to be in this unit."""
        return unit.factor(big_blind=self.plan.game.unit)

    def hands_needed(self, bot: int, kind: Kind = "payoff") -> float:
        """How many more hands of a bot will make its win rate significant, if it stays as it is."""
        return samples_needed(self.win_rate(bot, kind)) * self.hands_per_sample

    def ranking(self) -> list[int]:
        """The bots, the one that has won most first."""
        return sorted(range(len(self.names)), key=lambda bot: (-self.win_rate(bot).mean, bot))

    def samples_of(self, bot: int, kind: Kind = "payoff") -> NDArray[np.float64]:
        """Chips of a bot a hand, deal by deal: the mean over all its tables and all orders of seats."""
        return self._mean(bot, list(range(len(self.plan.tables))), kind)

    def run_off_ranks(self, kind: Kind = "payoff") -> list[int]:
        """By bot, from 0 for the winner, as the competition ranks by instant run-off."""
        means = self.samples[kind].mean(axis=2)
        tables = {table: means[number].tolist() for number, table in enumerate(self.plan.tables)}
        return instant_run_off(tables, len(self.plan.entrants))

    def chips(self, bot: int) -> float:
        """All that a bot has won or lost."""
        chips = self.win_rate(bot).mean * self.hands_per_bot
        return chips if chips.is_integer() else round(chips * SHARES) / SHARES

    def _mean(self, bot: int, tables: list[int], kind: Kind) -> NDArray[np.float64]:
        """Deal by deal, over those of the tables where the bot sits."""
        places = [(number, self.plan.tables[number]) for number in tables if bot in self.plan.tables[number]]
        if not places:
            raise StatisticsError(f"{self.names[bot]} does not sit at any of these tables")
        rows = [self.samples[kind][number, table.index(bot)] for number, table in places]
        return np.asarray(np.mean(rows, axis=0))

    def _exchangeable(self, bot: int, other: int) -> tuple[list[int], list[int]]:
        """The tables where one sits with players that the other has met without it, and those of the other."""
        number_of = {table: number for number, table in enumerate(self.plan.tables)}
        mine, theirs = [], []
        for table, number in number_of.items():
            if bot in table and other not in table:
                exchanged = tuple(sorted({*table} - {bot} | {other}))
                # The others then sit in the same places too, because tables are in order.
                if self.plan.duplicate or exchanged.index(other) == table.index(bot):
                    mine.append(number)
                    theirs.append(number_of[exchanged])
        return mine, theirs


def read_results(folder: RunFolder) -> Results:
    """The results of a run that has been played to its end."""
    plan = folder.plan
    hands = folder.hands()
    happened = folder.incidents()
    counted = happened.group_by("player", "kind").agg(pl.col("count").sum())
    incidents: dict[str, dict[str, int]] = {entrant.name: {} for entrant in plan.entrants}
    for player, kind, count in counted.sort("player", "kind").iter_rows():
        incidents[player][kind] = count
    samples: dict[Kind, NDArray[np.float64]] = {kind: _samples(plan, hands, kind) for kind in ("payoff", "expected")}
    if any(np.isnan(chips).any() for chips in samples.values()):
        raise StoreError(f"{folder.path} does not have the hands of its plan")
    return Results(plan, samples, incidents, _first_incidents(happened))


def _first_incidents(happened: pl.DataFrame) -> dict[str, str]:
    told = happened.drop_nulls("hand").unique("player", keep="first", maintain_order=True)
    return {
        player: f"match {match}, hand {hand}: {message}"
        for player, match, hand, message in told.select("player", "match", "hand", "message").iter_rows()
    }


def _samples(plan: RunPlan, hands: pl.LazyFrame, kind: Kind) -> NDArray[np.float64]:
    """The mean over orders of seats of each bot's chips, by table, place at the table, and deal.

    They are added in the order in which they are stored, so that the same run has the same samples every time.
    """
    shape = (len(plan.tables), plan.game.players, plan.matches * plan.hands)
    sums, counts = np.zeros(shape), np.zeros(shape, dtype=np.int64)
    places = np.full((len(plan.tables), len(plan.entrants)), -1)
    for number, table in enumerate(plan.tables):
        places[number, table] = range(len(table))
    bots = {entrant.name: bot for bot, entrant in enumerate(plan.entrants)}
    for position in range(plan.game.players):
        rows = hands.select(
            "table",
            deal=pl.col("match").cast(pl.Int64) * plan.hands + pl.col("hand"),
            bot=pl.col(f"player_{position}").replace_strict(bots, default=-1, return_dtype=pl.Int64),
            chips=f"{kind}_{position}",
        ).collect()
        tables, deals, players = (rows[name].to_numpy() for name in ("table", "deal", "bot"))
        if len(deals) and deals.max() < shape[2] and players.min() >= 0:
            at = (tables, places[tables, players], deals)
            np.add.at(sums, at, rows["chips"].to_numpy())
            np.add.at(counts, at, 1)
    sums[counts != plan.orders] = np.nan
    return np.round(sums * _GRID) / _GRID / plan.orders
