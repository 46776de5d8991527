"""Adds up the results of matches, some of which are not over: standings, and curves of profit."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from railbird.statistics import BB_PER_100, CHIPS, COUNT, MBB_PER_HAND, Column, RateUnit, Table, estimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from io import BytesIO
    from pathlib import Path

    from numpy.typing import NDArray

    from railbird.arena.plan import Chunk, RunPlan
    from railbird.statistics import Cell

Points = list[tuple[int, float]]
"""Hands and big blinds of a player, from the start of the run on."""
_MOST_POINTS = 400


@dataclass(frozen=True, eq=False)
class MatchSoFar:
    """What was won and lost in the first hands of a match, or in all."""

    match: int
    """The number of the match: its cards are those of all matches with the same number."""
    players: NDArray[np.int64]
    """The entrants, in ascending order."""
    chips: NDArray[np.float64]
    """By hand and player."""


def matches_so_far(
    plan: RunPlan, chunks: Sequence[Chunk], files: Sequence[Path] | Sequence[BytesIO]
) -> list[MatchSoFar]:
    """Read the files of some matches, or their contents, all at once. All are over, or there is only one."""
    places = range(plan.game.players)
    names = pl.Enum([entrant.name for entrant in plan.entrants])
    hands = pl.read_parquet(
        [*files], columns=[f"{what}_{place}" for what in ("player", "payoff") for place in places]
    ).with_columns(pl.col(f"player_{place}").cast(names).to_physical() for place in places)
    players = hands.select(f"player_{place}" for place in places).to_numpy().astype(np.int64)
    chips = hands.select(f"payoff_{place}" for place in places).to_numpy()
    # Seats change from hand to hand, so that each player has a column of their own only when they are sorted.
    order = players.argsort(axis=1)
    players, chips = (np.take_along_axis(values, order, axis=1) for values in (players, chips))
    parts = zip(chunks, np.split(players, len(chunks)), np.split(chips, len(chunks)), strict=True)
    return [MatchSoFar(chunk.match, own[0], won) for chunk, own, won in parts]


class ResultsSoFar:
    """The results of some matches of a run. They do not change: `with_more` returns others."""

    def __init__(self, plan: RunPlan) -> None:
        self._plan = plan
        self._names = [entrant.name for entrant in plan.entrants]
        self._step = ceil(plan.hands * len(plan.chunks()) / _MOST_POINTS)
        """Number of hands from point to point within a match: fewer points of each, the more matches there are."""
        self._deals: dict[int, tuple[NDArray[np.float64], NDArray[np.int64]]] = {}
        """By number of the match: chips and number of hands of each entrant with the cards of each hand."""
        self._points: list[list[NDArray[np.float64]]] = [[np.zeros((1, 2))] for _ in plan.entrants]
        """By entrant: hands and big blinds after hands of each match."""

    def with_more(self, matches: Iterable[MatchSoFar]) -> ResultsSoFar:
        """These results and those of further matches."""
        more = ResultsSoFar(self._plan)
        more._deals = {**self._deals}
        more._points = [[*points] for points in self._points]
        for match in matches:
            more._add(match)
        return more

    def points(self) -> dict[str, Points]:
        """Hands and big blinds of each player after each match, and within matches if there are few."""
        return {name: _thinned(np.concatenate(own)) for name, own in zip(self._names, self._points, strict=True)}

    def standings(self) -> Table:
        """A row for each player, from the highest to the lowest rate. A sample is the mean of a deal so far."""
        ranked = sorted(filter(None, map(self._standing, range(len(self._names)))), key=lambda pair: -pair[0])
        columns = [
            Column("bot"),
            Column("mbb/hand", MBB_PER_HAND, "thousandths of a big blind won per hand, with the 95 % interval"),
            Column("bb/100", BB_PER_100, "big blinds won per 100 hands, with the 95 % interval"),
            Column("chips", CHIPS),
            Column("hands", COUNT),
        ]
        return Table("standings", "Standings so far", columns, [row for _, row in ranked])

    def _standing(self, entrant: int) -> tuple[float, tuple[Cell, ...]] | None:
        """The rate of an entrant with its row; None before its first hand."""
        if not self._deals:
            return None
        chips, hands = (np.concatenate([deals[what][entrant] for deals in self._deals.values()]) for what in (0, 1))
        played = hands > 0
        if not played.any():
            return None
        rate = estimate(chips[played] / hands[played])
        unit = self._plan.game.unit
        rates = [rate.times(kind.factor(big_blind=unit)) for kind in (RateUnit.MBB_PER_HAND, RateUnit.BB_PER_100)]
        return rate.mean, (self._names[entrant], *rates, float(chips.sum()), int(hands.sum()))

    def _add(self, match: MatchSoFar) -> None:
        shape = len(self._names), self._plan.hands
        chips, hands = self._deals.get(match.match, (np.zeros(shape), np.zeros(shape, dtype=np.int64)))
        chips, hands = chips.copy(), hands.copy()
        chips[match.players, : len(match.chips)] += match.chips.T
        hands[match.players, : len(match.chips)] += 1
        self._deals[match.match] = chips, hands
        after = np.unique([*range(self._step, len(match.chips) + 1, self._step), len(match.chips)])
        won = match.chips.cumsum(axis=0)[after - 1] / self._plan.game.unit
        for player, own in zip(match.players, won.T, strict=True):
            points = self._points[player]
            points.append(points[-1][-1] + np.column_stack([after, own]))


def _thinned(points: NDArray[np.float64]) -> Points:
    kept = points[np.unique(np.linspace(0, len(points) - 1, _MOST_POINTS).astype(int))]
    return [(int(hands), float(total)) for hands, total in kept]
