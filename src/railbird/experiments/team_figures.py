"""Figures about teams: how often a member was followed, what it would have earned, how soon a team switches to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from railbird.errors import ExperimentError
from railbird.statistics import estimate, share_of_deals

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.arena import RunPlan, TeamNotes
    from railbird.statistics import Estimate

_GAMES = ("table", "match", "permutation")


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
    games = notes.earnings.select(_GAMES).n_unique() / plan.matches
    return totals / games


def hands_to_switch(notes: TeamNotes, member: str) -> Estimate:
    """The number of hands from the first in which a member answers unlike all others until the team switches to it.

    The switch is where the share of decisions at which the member is followed rises most clearly: the estimate by
    maximum likelihood of a change to a higher share. If it never rises, the rest of the match counts. The samples are
    the medians over the orders of seats of each match, because the few games without a switch would outweigh the rest.
    """
    delays = (
        notes.decisions.group_by(_GAMES, maintain_order=True)
        .map_groups(lambda game: game.select("match").head(1).with_columns(delay=pl.lit(_delay(game, member, notes))))
        .drop_nulls()
    )
    if delays.is_empty():
        raise ExperimentError(f"{member} never answers unlike all other members")
    return estimate(delays.group_by("match").agg(pl.col("delay").median())["delay"].to_numpy())


def _delay(game: pl.DataFrame, member: str, notes: TeamNotes) -> float | None:
    others = [f"answer_{name}" for name in notes.names if name != member]
    differs = game.select(pl.all_horizontal(pl.col(f"answer_{member}") != pl.col(name) for name in others)).to_series()
    if not differs.any():
        return None
    first = int(differs.arg_max() or 0)
    hands, is_chosen = game["hand"].to_numpy().astype(np.int64), game[f"chosen_{member}"].to_numpy()
    switch = first + rise(is_chosen, first)
    return float((hands[switch] if switch < len(hands) else hands[-1] + 1) - hands[first])


def rise(is_chosen: NDArray[np.bool_], first: int) -> int:
    """The number of decisions from number `first` on until the share of those chosen rises most clearly."""
    counts = np.cumsum(is_chosen, dtype=np.int64)
    total, chosen = len(is_chosen), int(counts[-1])
    splits = np.arange(max(first, 1), total)
    before = counts[splits - 1]
    likelihoods = _log_likelihood(before, splits) + _log_likelihood(chosen - before, total - splits)
    rises = (chosen - before) * splits > before * (total - splits)
    if not rises.any():
        return total - first
    return int(splits[np.argmax(np.where(rises, likelihoods, -np.inf))]) - first


def _log_likelihood(successes: NDArray[np.int64], trials: NDArray[np.int64]) -> NDArray[np.float64]:
    """Of these numbers of successes with the share that makes them most likely."""
    failures = trials - successes
    shares = np.where(trials > 0, successes / np.maximum(trials, 1), 0.5)
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(successes > 0, successes * np.log(shares), 0.0)
        terms += np.where(failures > 0, failures * np.log1p(-shares), 0.0)
    return np.asarray(terms)
