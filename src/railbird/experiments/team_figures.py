"""Figures about teams: how often a member was followed, what it would have earned, how soon a team switches to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from railbird.arena.recorder import MATCH_KEYS
from railbird.errors import ExperimentError
from railbird.statistics import estimate, share_of_deals

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.arena import RunPlan, TeamNotes
    from railbird.statistics import Estimate


def chosen_share(notes: TeamNotes, member: str, *, plan: RunPlan, first: int, end: int) -> Estimate:
    """The share of the decisions in hands `first` to `end - 1` of each match at which the member was followed."""
    hands = end - first
    counted, total = (np.zeros(plan.matches * hands, dtype=np.int64) for _ in range(2))
    rows = notes.decisions.filter(pl.col("hand").is_between(first, end - 1))
    deals = (rows["match"].cast(pl.Int64) * hands + rows["hand"].cast(pl.Int64) - first).to_numpy()
    np.add.at(total, deals, 1)
    np.add.at(counted, deals, rows[f"chosen_{member}"].to_numpy())
    if not total.sum():
        raise ExperimentError(f"the team has no decisions from hand {first} to hand {end - 1}")
    return share_of_deals(counted, total, matches=plan.matches, are_independent=False)


def imagined_earnings(notes: TeamNotes, member: str, method: str, *, plan: RunPlan) -> NDArray[np.float64]:
    """What the member would have earned in each deal by a method of imagining it: the mean over all orders of seats."""
    rows = notes.earnings.select("match", "hand", chips=f"{method}_{member}").drop_nulls()
    deals = (rows["match"].cast(pl.Int64) * plan.hands + rows["hand"].cast(pl.Int64)).to_numpy()
    totals = np.zeros(plan.matches * plan.hands)
    np.add.at(totals, deals, rows["chips"].to_numpy())
    games = notes.earnings.select(*MATCH_KEYS).n_unique() / plan.matches
    return totals / games


@dataclass(frozen=True)
class TeamSwitches:
    """How soon a team came to follow a member, game by game; each order of seats is a game.

    The count starts with the hand in which the member first answers unlike all others. The team has switched at the
    first decision from which on it follows the member more often than others at every later point of the game: the
    round at which it "starts choosing" the member "more than its combatants" (Thiel 2013, 6.4). A game in which the
    member is not followed more often from its first different answer to the end has no switch.
    """

    games: pl.DataFrame
    """A row for each game in which the member answers unlike the others: its `match`, the `first` hand in which it
    does, the `hands` from there to the switch, whether there is one (`is_switch`), and the `hands_to_lead`."""

    @classmethod
    def of(cls, notes: TeamNotes, member: str) -> TeamSwitches:
        """Find the switches. Raise ExperimentError if the member always answers like others."""
        rows = [
            (game["match"][0], *delay)
            for game in notes.decisions.partition_by(*MATCH_KEYS, maintain_order=True)
            if (delay := _delay(game, member, notes)) is not None
        ]
        if not rows:
            raise ExperimentError(f"{member} never answers unlike all other members")
        return cls(pl.DataFrame(rows, schema=["match", "first", "hands", "is_switch", "hands_to_lead"], orient="row"))

    @property
    def delay(self) -> Estimate:
        """The mean number of hands until the switch; a game without one counts with all hands that were left.

        The samples are the means over the orders of seats of each match.
        """
        return self._mean("hands")

    @property
    def lead(self) -> Estimate:
        """The mean number of hands until the member has been followed more often than others in the whole game so far.

        It counts up to the point from which on the member leads to the end; a game that ends without a lead counts with
        all hands that were left. Games in which the member leads by chance before it answers differently are left out.
        Raise ExperimentError if these are all games.
        """
        if self.games["hands_to_lead"].is_null().all():
            raise ExperimentError("the member leads in every game before it answers unlike the others")
        return self._mean("hands_to_lead")

    @property
    def counts(self) -> tuple[int, int]:
        """The number of games with a switch, and that of all games."""
        return int(self.games["is_switch"].sum()), self.games.height

    def _mean(self, column: str) -> Estimate:
        by_match = self.games.drop_nulls(column).group_by("match").agg(pl.col(column).mean())
        return estimate(by_match[column].to_numpy())


def _delay(game: pl.DataFrame, member: str, notes: TeamNotes) -> tuple[int, int, bool, int | None] | None:
    """The first hand in which the member answers differently; the hands from there until the switch, and whether there
    is one; those until the member leads, None if it leads before.
    """
    others = [name for name in notes.names if name != member]
    differs = game.select(
        pl.all_horizontal(pl.col(f"answer_{member}") != pl.col(f"answer_{name}") for name in others)
    ).to_series()
    if not differs.any():
        return None
    first = int(differs.arg_max() or 0)
    hands = game["hand"].to_numpy().astype(np.int64)
    is_other = game.select(pl.any_horizontal(f"chosen_{name}" for name in others)).to_series().to_numpy()
    gains = game[f"chosen_{member}"].to_numpy().astype(np.int64) - is_other
    # Hands from the first different answer to each decision, and to the end of the game.
    passed = [*(hands[first:] - hands[first]).tolist(), int(hands[-1] + 1 - hands[first])]
    places = switch(gains[first:])
    before = int(gains[:first].sum())
    to_lead = None if before > 0 else passed[_places_to_lead(before, gains[first:])]
    return int(hands[first]), passed[-1 if places is None else places], places is not None, to_lead


def _places_to_lead(before: int, gains: NDArray[np.int64]) -> int:
    """The number of decisions before the sum of all gains is positive to the end; all of them if it never is."""
    behind = np.flatnonzero(before + np.cumsum(gains) <= 0)
    return int(behind[-1]) + 1 if len(behind) else 0


def switch(gains: NDArray[np.int64]) -> int | None:
    """The first decision from which on the sum of the gains is positive at every later one; None without a lead.

    A gain is 1 if the member was followed, -1 if others were, and 0 if both were.
    """
    leads = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(gains)])
    if leads[-1] <= 0:
        return None
    return int(len(leads) - 1 - np.argmin(leads[::-1]))
