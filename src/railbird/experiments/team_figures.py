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
    does, the `hands` from there to the switch, and whether there is one (`is_switch`)."""

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
        return cls(pl.DataFrame(rows, schema=["match", "first", "hands", "is_switch"], orient="row"))

    @property
    def delay(self) -> Estimate:
        """The mean number of hands until the switch; a game without one counts with all hands that were left.

        The samples are the means over the orders of seats of each match.
        """
        return estimate(self.games.group_by("match").agg(pl.col("hands").mean())["hands"].to_numpy())

    @property
    def counts(self) -> tuple[int, int]:
        """The number of games with a switch, and that of all games."""
        return int(self.games["is_switch"].sum()), self.games.height


def _delay(game: pl.DataFrame, member: str, notes: TeamNotes) -> tuple[int, int, bool] | None:
    """The first hand in which the member answers differently, the hands until the switch, and whether there is one."""
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
    places = switch(gains[first:])
    if places is None:
        return int(hands[first]), int(hands[-1] + 1 - hands[first]), False
    return int(hands[first]), int(hands[first + places] - hands[first]), True


def switch(gains: NDArray[np.int64]) -> int | None:
    """The first decision from which on the sum of the gains is positive at every later one; None without a lead.

    A gain is 1 if the member was followed, -1 if others were, and 0 if both were.
    """
    leads = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(gains)])
    if leads[-1] <= 0:
        return None
    return int(len(leads) - 1 - np.argmin(leads[::-1]))
