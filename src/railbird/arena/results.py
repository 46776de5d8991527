"""The results of a run as samples: what each bot won at each table in each duplicate set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from railbird.arena.deal_sums import DealSums
from railbird.arena.run_off import instant_run_off
from railbird.errors import StatisticsError, StoreError
from railbird.games.definition import SHARES, UNLIMITED
from railbird.statistics import RateUnit, estimate_from_deals, samples_needed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from railbird.arena.deal_sums import Kind
    from railbird.arena.plan import RunPlan
    from railbird.arena.store import RunFolder
    from railbird.games import GameDefinition
    from railbird.statistics import Estimate


@dataclass(frozen=True)
class Results:
    """Results of a run in chips per hand. A sample is a deal: the mean over all orders of seats."""

    plan: RunPlan
    samples: dict[Kind, NDArray[np.float64]]
    """Samples by table, place at the table, and deal."""
    incidents: dict[str, dict[str, int]]
    """Number of incidents by bot and kind."""
    first_incidents: dict[str, str]
    """The place and the message of the first incident of each bot."""
    remembering: frozenset[int] = frozenset()
    """The bots that may have remembered something from hand to hand."""

    @property
    def names(self) -> list[str]:
        """The names of the bots, in the order of the plan."""
        return [entrant.name for entrant in self.plan.entrants]

    @property
    def best_kind(self) -> Kind:
        """The kind of result with the least variance."""
        return "expected" if self.has_expectation else "payoff"

    @property
    def kinds(self) -> list[Kind]:
        """The kinds of results that differ, the best first."""
        return ["expected", "payoff"] if self.has_expectation else ["payoff"]

    @property
    def hands_per_bot(self) -> int:
        """Number of hands that each bot has played."""
        return self.plan.hands * self.plan.matches * self.hands_per_sample

    @property
    def hands_per_sample(self) -> int:
        """Number of hands of a bot in a sample."""
        return self.plan.orders * sum(0 in table for table in self.plan.tables)

    @property
    def has_expectation(self) -> bool:
        """Whether all-in adjusted results differ from payoffs.

        They do if hands were all-in before the last street and the luck does not cancel out over the orders of seats.
        """
        return not np.array_equal(self.samples["payoff"], self.samples["expected"])

    def from_hand(self, first: int) -> Results:
        """The results of the hands from number `first` on, counted from 0 in each match."""
        if not 0 <= first < self.plan.hands:
            raise StatisticsError(f"no hand {first}: the hands of a match are 0 to {self.plan.hands - 1}")
        samples = {
            kind: chips.reshape(*chips.shape[:2], self.plan.matches, -1)[..., first:].reshape(*chips.shape[:2], -1)
            for kind, chips in self.samples.items()
        }
        return replace(self, plan=replace(self.plan, hands=self.plan.hands - first), samples=samples)

    def has_cards_of(self, other: Results) -> bool:
        """Whether both runs have the same deals, so that they can be compared deal by deal."""
        mine, theirs = (
            (plan.game, plan.seed, plan.hands, plan.matches, plan.seat_orders) for plan in (self.plan, other.plan)
        )
        return mine == theirs

    def win_rate(self, bot: int, kind: Kind = "payoff", *, unit: RateUnit = RateUnit.CHIPS_PER_HAND) -> Estimate:
        """The win rate of a bot over all its tables."""
        return self.estimate_at(self.tables_of(bot), self.samples_of(bot, kind), factor=self.factor(unit))

    def win_rate_against(
        self, bot: int, other: int, kind: Kind = "payoff", *, unit: RateUnit = RateUnit.CHIPS_PER_HAND
    ) -> Estimate:
        """The win rate of a bot at the tables that it shares with another bot: a cell of the crosstable."""
        tables = [number for number in self.tables_of(bot) if other in self.plan.tables[number]]
        return self.win_rate_at(bot, tables, kind, unit=unit)

    def lead(
        self, bot: int, other: int, kind: Kind = "payoff", *, unit: RateUnit = RateUnit.CHIPS_PER_HAND
    ) -> Estimate:
        """The paired difference between the win rates of two bots, over all their tables."""
        differences = self.samples_of(bot, kind) - self.samples_of(other, kind)
        tables = [*self.tables_of(bot), *self.tables_of(other)]
        return self.estimate_at(tables, differences, factor=self.factor(unit))

    def difference_in_place(
        self,
        bot: int,
        other: int,
        kind: Kind = "payoff",
        *,
        unit: RateUnit = RateUnit.CHIPS_PER_HAND,
        elsewhere: Results | None = None,
    ) -> Estimate | None:
        """How much more a bot wins than another in its place, with the same seats, cards and other players.

        The other bot plays in this run, or in the run `elsewhere`, which must have the same deals. None if there are no
        such tables: because both bots always sit together, or because they sit in other orders.
        """
        tables = self.tables_in_place(bot, other, elsewhere=elsewhere)
        if not tables[0]:
            return None
        return self.difference_from(
            elsewhere or self, bots=(bot, other), tables=tables, kind=kind, factor=self.factor(unit)
        )

    def difference_from(
        self,
        other: Results,
        *,
        bots: tuple[int, int],
        tables: tuple[list[int], list[int]] | None = None,
        kind: Kind = "payoff",
        factor: float = 1.0,
    ) -> Estimate:
        """How much more a bot wins here than another, or the same, in another run with the same deals.

        The tables are those of the first bot here and of the second there (default: all their tables).
        """
        mine, theirs = tables or (self.tables_of(bots[0]), other.tables_of(bots[1]))
        return self._estimate(
            self._mean(bots[0], mine, kind) - other._mean(bots[1], theirs, kind),
            are_independent=self.has_independent_deals(mine) and other.has_independent_deals(theirs),
            factor=factor,
        )

    def estimate_at(self, tables: Iterable[int], samples: NDArray[np.float64], *, factor: float = 1.0) -> Estimate:
        """Estimate the mean of samples by deal from these tables, multiplied by `factor`.

        Deals count as independent only if no bot at these tables may have remembered anything from hand to hand.
        """
        return self._estimate(samples, are_independent=self.has_independent_deals(tables), factor=factor)

    def _estimate(self, samples: NDArray[np.float64], *, are_independent: bool, factor: float) -> Estimate:
        return estimate_from_deals(
            samples,
            matches=self.plan.matches,
            are_independent=are_independent,
            # In the orders of seats, a bot holds each of the hands of a deal equally often, at all its tables.
            largest=_largest_bet(self.plan.game) / min(self.plan.orders, self.plan.game.players),
            factor=factor,
        )

    def has_independent_deals(self, tables: Iterable[int]) -> bool:
        """Whether no bot at these tables may have remembered anything from hand to hand."""
        return all(self.remembering.isdisjoint(self.plan.tables[number]) for number in tables)

    def tables_of(self, bot: int) -> list[int]:
        """The tables at which a bot sits."""
        return [number for number, table in enumerate(self.plan.tables) if bot in table]

    def tables_in_place(self, bot: int, other: int, *, elsewhere: Results | None = None) -> tuple[list[int], list[int]]:
        """The tables of `bot` and of `other` at which they face the same other players in the same orders of seats."""
        there = elsewhere or self
        mine, theirs = [], []
        for number, table in enumerate(self.plan.tables):
            if bot in table:
                exchanged = [there.names[other] if player == bot else self.names[player] for player in table]
                players, opposite = there._tables_by_names.get(frozenset(exchanged), ([], -1))
                if self.plan.has_same_orders(exchanged, players):
                    mine.append(number)
                    theirs.append(opposite)
        return mine, theirs

    @cached_property
    def _tables_by_names(self) -> dict[frozenset[str], tuple[list[str], int]]:
        """The players of each table in their first order, and its number, by their names."""
        tables = [[self.names[player] for player in table] for table in self.plan.tables]
        return {frozenset(players): (players, number) for number, players in enumerate(tables)}

    def win_rate_at(
        self, bot: int, tables: list[int], kind: Kind = "payoff", *, unit: RateUnit = RateUnit.CHIPS_PER_HAND
    ) -> Estimate:
        """The win rate of a bot at some of its tables."""
        return self.estimate_at(tables, self._mean(bot, tables, kind), factor=self.factor(unit))

    def factor(self, unit: RateUnit) -> float:
        """The factor from chips per hand to this unit."""
        return unit.factor(big_blind=self.plan.game.unit)

    def hands_needed(self, bot: int, kind: Kind = "payoff") -> float | None:
        """Number of further hands of a bot that make its win rate significant if it stays the same.

        None if the results do not allow a forecast: if there is no interval, or if it rests on a few large pots or on
        parts of one match.
        """
        rate = self.win_rate(bot, kind)
        if rate.caveat not in ("", "no large results yet") or rate.method == "batches":
            return None
        deals = self.plan.hands if rate.method == "matches" else 1
        return samples_needed(rate) * deals * self.hands_per_sample

    def ranking(self) -> list[int]:
        """The bots, ordered from the highest to the lowest win rate in the best kind of result."""
        rates = [self.win_rate(bot, self.best_kind).mean for bot in range(len(self.names))]
        return sorted(range(len(rates)), key=lambda bot: (-rates[bot], bot))

    def samples_of(self, bot: int, kind: Kind = "payoff") -> NDArray[np.float64]:
        """Chips per hand of a bot in each deal: the mean over all its tables and all orders of seats."""
        return self._mean(bot, self.tables_of(bot), kind)

    def run_off_ranks(self) -> list[int]:
        """Ranks by bot, from 0 for the winner, by instant run-off in the best kind of result (see `run_off`)."""
        means = self.samples[self.best_kind].mean(axis=2)
        tables = {table: means[number].tolist() for number, table in enumerate(self.plan.tables)}
        return instant_run_off(tables, len(self.plan.entrants))

    def chips(self, bot: int) -> float:
        """The total winnings of a bot."""
        chips = self.win_rate(bot).mean * self.hands_per_bot
        return chips if chips.is_integer() else round(chips * SHARES) / SHARES

    def _mean(self, bot: int, tables: list[int], kind: Kind) -> NDArray[np.float64]:
        """The mean of a bot in each deal over those of the tables where it sits."""
        if not tables:
            raise StatisticsError(f"{self.names[bot]} does not sit at any of these tables")
        rows = [self.samples[kind][number, self.plan.tables[number].index(bot)] for number in tables]
        return np.asarray(np.mean(rows, axis=0))


def read_results(folder: RunFolder) -> Results:
    """Read the results of a complete run."""
    plan = folder.plan
    happened = folder.incidents()
    counted = happened.group_by("player", "kind").agg(pl.col("count").sum())
    incidents: dict[str, dict[str, int]] = {entrant.name: {} for entrant in plan.entrants}
    for player, kind, count in counted.sort("player", "kind").iter_rows():
        incidents[player][kind] = count
    sums = DealSums(plan)
    for hands in folder.hands_in_batches(sums.columns):
        sums.add(hands)
    if not sums.are_complete:
        raise StoreError(f"{folder.path} does not have the hands of its plan")
    return Results(plan, sums.into_means(), incidents, _first_incidents(happened), frozenset(sums.remembering))


def _largest_bet(game: GameDefinition) -> int:
    """The most chips that a player can bet in a hand; 0 if there is no limit."""
    most = max(game.stacks)
    if game.is_limit:
        raises = zip(game.raise_sizes, game.max_raises, strict=True)
        most = min(most, game.unit + sum(size * number for size, number in raises))
    return most if most < UNLIMITED else 0


def _first_incidents(happened: pl.DataFrame) -> dict[str, str]:
    first = happened.drop_nulls("hand").unique("player", keep="first", maintain_order=True)
    return {
        player: f"match {match}, hand {hand}: {message}"
        for player, match, hand, message in first.select("player", "match", "hand", "message").iter_rows()
    }
