"""Results of players by position, in big blinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.games.definition import SHARES
from railbird.games.position_names import position_names
from railbird.statistics import BB_PER_100, COUNT, Column, RateUnit, Table, estimate_from_sums

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.formats.columns import HandColumns
    from railbird.statistics import Cell, Estimate

_NONE = np.zeros(3)


class PositionResults:
    """Hands, sums and sums of squares of all players in every position."""

    def __init__(self) -> None:
        self._sums: dict[tuple[str, str], NDArray[np.float64]] = {}

    def add(self, columns: HandColumns) -> None:
        """Count hands given in columns."""
        amounts = columns.shares / (SHARES * columns.game.unit)
        for position, name in enumerate(position_names(columns.game)):
            players, won = columns.players[:, position], amounts[:, position]
            sums = np.array([np.bincount(players, weights=part) for part in (np.ones(len(won)), won, won**2)])
            for player in np.unique(players).tolist():
                key = columns.names[player], name
                self._sums[key] = self._sums.get(key, _NONE) + sums[:, player]

    @property
    def positions(self) -> list[str]:
        """The names of all positions, in the order of the table."""
        return [*dict.fromkeys(position for _, position in self._sums)]

    def rate(self, player: str, position: str) -> Estimate | None:
        """The win rate of a player in a position in bb/100, from hands taken as independent; None without hands."""
        hands, total, squares = self._sums.get((player, position), _NONE).tolist()
        if not hands:
            return None
        rate = estimate_from_sums(total, squares, samples=int(hands))
        return rate.times(RateUnit.BB_PER_100.factor(big_blind=1))

    def table(self, players: Sequence[str]) -> Table:
        """A row for each player and position."""
        columns = [
            Column("player"),
            Column("position"),
            Column("hands", COUNT, "hands that the player played in this position"),
            Column(
                "bb/100",
                BB_PER_100,
                "big blinds won per 100 hands, and half the width of the 95 % interval, from the hands, taken as "
                "independent of each other",
            ),
        ]
        rows: list[tuple[Cell, ...]] = [
            (player, position, int(self._sums[player, position][0]), self.rate(player, position))
            for player in players
            for position in self.positions
            if (player, position) in self._sums
        ]
        return Table("positions", "Results by position", columns, rows)
