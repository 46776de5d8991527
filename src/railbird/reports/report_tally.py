"""Counts what only reports show: results by position, the size of the blinds, and the biggest pots of logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.analysis import Tally
from railbird.analysis.position_results import PositionResults
from railbird.arena.notable_hands import NotableHand
from railbird.games.definition import SHARES

if TYPE_CHECKING:
    from railbird.formats.columns import HandColumns

MOST_HANDS = 10
"""Number of hands in each list of a report."""


class ReportTally(Tally):
    """A tally that also counts results by position, and keeps the biggest pots."""

    def __init__(self, *, keeps_pots: bool) -> None:
        super().__init__()
        self.positions = PositionResults()
        self.units: set[int] = set()
        """The sizes of the big blind."""
        self._keeps_pots = keeps_pots
        self._pots: list[tuple[float, NotableHand]] = []

    def add(self, columns: HandColumns) -> None:
        super().add(columns)
        if not len(columns):
            return
        self.units.add(columns.game.unit)
        self.positions.add(columns)
        if self._keeps_pots:
            self._keep_pots(columns)

    def _keep_pots(self, columns: HandColumns) -> None:
        won = columns.shares.clip(min=0).sum(axis=1) / (SHARES * columns.game.unit)
        for place in np.argsort(-won, kind="stable")[:MOST_HANDS].tolist():
            if len(self._pots) < MOST_HANDS or won[place] > self._pots[-1][0]:
                record = columns.record(place)
                self._pots.append((won.item(place), NotableHand(f"line {record.line}", record)))
        self._pots.sort(key=lambda pot: -pot[0])
        del self._pots[MOST_HANDS:]

    @property
    def biggest_pots(self) -> list[NotableHand]:
        """The hands in which most was won, the largest first."""
        return [hand for _, hand in self._pots]
