"""A run while it is played: how far it is, the standings so far, the profit of each bot, and the latest hand.

Everything comes from files: stored matches, which are read once, and matches that are being played.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

import polars as pl

from railbird.arena.hand_table import columns_of
from railbird.arena.live_matches import live_files
from railbird.arena.results_so_far import MatchSoFar, ResultsSoFar, matches_so_far

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from railbird.arena.results_so_far import Points
    from railbird.arena.store import RunFolder
    from railbird.games import HandRecord
    from railbird.statistics import Table


@dataclass(frozen=True)
class RunningMatch:
    """A match that is being played."""

    name: str
    hands: int
    """Number of hands so far."""
    chips: Mapping[str, float]
    """What each player has won or lost so far."""


@dataclass(frozen=True)
class LatestHand:
    """The latest hand of a run that is known."""

    record: HandRecord
    address: str
    """Where it is found once its match is stored; see `RunHands.place_of`."""
    is_stored: bool


class RunProgress:
    """Follows a run from file to file."""

    def __init__(self, folder: RunFolder) -> None:
        self.folder = folder
        self._chunks = folder.plan.chunks()
        self._stored: dict[int, tuple[float, Path]] = {}
        """When each match that was read was stored, and its file."""
        self._live: dict[int, tuple[float, Path]] = {}
        """When each match that is being played was written last, and its file."""
        self._running: dict[int, MatchSoFar] = {}
        """The matches that are being played."""
        self._results = ResultsSoFar(folder.plan)
        """Of the matches that are stored."""
        self._first_look: tuple[float, int] | None = None
        """When the first look was, and how many hands were played."""

    @property
    def played(self) -> int:
        """Number of matches that are stored."""
        return len(self._stored)

    @property
    def matches(self) -> int:
        """Number of matches of the plan."""
        return len(self._chunks)

    @property
    def is_complete(self) -> bool:
        """Whether all matches of the plan are played."""
        return self.played >= self.matches

    @property
    def hands(self) -> int:
        """Number of hands so far."""
        return self.played * self.folder.plan.hands + sum(len(match.chips) for match in self._running.values())

    def update(self) -> bool:
        """Read what was written since the last look; return whether there was anything."""
        # Live matches first: one that is stored in between is then known twice, rather than not at all.
        live = _timed({n: path for n, path in live_files(self.folder.path).items() if self._is_wanted(n)})
        is_new = live != self._live
        if is_new:
            self._read_live(live)
        stored = _timed({n: path for n, path in self.folder.played_files().items() if self._is_wanted(n)})
        if stored:
            self._read_stored(stored)
        if self._first_look is None:
            self._first_look = time.time(), self.hands
        return is_new or bool(stored)

    def hands_a_second(self) -> float | None:
        """The pace since the first look; None if nothing was played since."""
        if self._first_look is None or not (self._stored or self._live):
            return None
        latest = max(written for written, _ in (*self._stored.values(), *self._live.values()))
        seconds, hands = latest - self._first_look[0], self.hands - self._first_look[1]
        return hands / seconds if seconds > 0 and hands > 0 else None

    def running(self) -> list[RunningMatch]:
        """The matches that are being played, as they were written last."""
        names = [entrant.name for entrant in self.folder.plan.entrants]
        return [
            RunningMatch(
                self._name(number),
                len(match.chips),
                {names[player]: float(chips) for player, chips in zip(match.players, match.chips.sum(0), strict=True)},
            )
            for number, match in sorted(self._running.items())
        ]

    def points(self) -> dict[str, Points]:
        """Hands and big blinds of each player: match after match as they were stored, then those being played."""
        return self._results.with_more(self._running.values()).points()

    def standings(self) -> Table:
        """A row for each player, from the highest to the lowest rate. A sample is the mean of a deal so far."""
        return self._results.with_more(self._running.values()).standings()

    def latest_hand(self) -> LatestHand | None:
        """The last hand of the match that was written last; None before the first."""
        matches = self._live or self._stored
        if not matches:
            return None
        number = max(matches, key=lambda number: matches[number])
        plan = self.folder.plan
        try:
            last = pl.scan_parquet(_content(matches[number][1])).tail(1).collect()
        except FileNotFoundError:  # it has been stored in the meantime
            return None
        columns = columns_of(last, game=plan.game, names=[entrant.name for entrant in plan.entrants])
        record = columns.record(0)
        return LatestHand(record, f"{self._name(number)}:{record.number}", is_stored=number in self._stored)

    def _is_wanted(self, number: int) -> bool:
        """Whether a match is not yet read, and not beyond the plan of a run that has just been shortened."""
        return number not in self._stored and number < len(self._chunks)

    def _name(self, number: int) -> str:
        return self.folder.plan.match_plan(self._chunks[number]).name

    def _read_live(self, live: dict[int, tuple[float, Path]]) -> None:
        self._live, self._running = live, {}
        for number, (_, path) in live.items():
            try:
                (match,) = matches_so_far(self.folder.plan, [self._chunks[number]], [_content(path)])
            except FileNotFoundError:  # it has been stored in the meantime
                continue
            self._running[number] = match

    def _read_stored(self, stored: dict[int, tuple[float, Path]]) -> None:
        order = sorted(stored, key=lambda number: stored[number])
        files = [stored[number][1] for number in order]
        chunks = [self._chunks[number] for number in order]
        self._results = self._results.with_more(matches_so_far(self.folder.plan, chunks, files))
        self._stored.update(stored)
        for number in stored:
            self._live.pop(number, None)
            self._running.pop(number, None)


def _content(path: Path) -> BytesIO:
    """What a file contains at one moment: one that is read in parts may be replaced in between."""
    return BytesIO(path.read_bytes())


def _timed(files: Mapping[int, Path]) -> dict[int, tuple[float, Path]]:
    """Files with the time when they were written, without those that are gone."""
    timed = {}
    for number, path in files.items():
        try:
            timed[number] = path.stat().st_mtime, path
        except OSError:
            continue
    return timed
