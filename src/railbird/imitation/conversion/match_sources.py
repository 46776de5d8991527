"""Matches to read decisions from: logs of any kind, and the matches of stored runs."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import polars as pl

from railbird.analysis.counting import Doubts
from railbird.arena.hand_table import columns_of
from railbird.errors import DatasetError
from railbird.formats.acpc_log import AcpcLog
from railbird.formats.logs import PhhLog
from railbird.formats.pokerstars_log import PokerStarsLog

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from railbird.arena import RunFolder
    from railbird.formats.columns import HandColumns
    from railbird.formats.logs import Log
    from railbird.games import GameDefinition

_RING = re.compile(r"ring\d+(?!\d)")
"""The card sets of the competitions up to 2009, in the names of their logs."""
_HAND_SIZE = 64
"""Bytes for which a stored hand counts in progress reports."""


@dataclass(kw_only=True)
class MatchSource(ABC):
    """A match, or a part of one: its hands are read in order."""

    match: str
    """Name of the match; consecutive sources with the same name are one match."""
    size: int
    """Bytes, for progress reports."""
    problems: list[str] = field(default_factory=list)
    """What could not be read, known when all batches are read."""

    @abstractmethod
    def batches(self) -> Iterator[tuple[HandColumns, int]]:
        """Hands in columns, and the bytes read up to their end."""

    @property
    @abstractmethod
    def card_set(self) -> str | None:
        """Name of the cards, known when a batch is read; matches with the same cards have the same name.

        None if every hand of the match is a set of its own.
        """


@dataclass(kw_only=True)
class LogSource(MatchSource):
    """A log file."""

    log: Log
    place: Path
    """The file of the match, or the folder of its files."""

    def batches(self) -> Iterator[tuple[HandColumns, int]]:
        doubts = Doubts(self.log.path)
        for columns in self.log.columns():
            yield doubts.without_doubtful(columns), self.log.position
        self.problems = [*map(str, self.log.problems), *doubts.summary()]

    @property
    def card_set(self) -> str | None:
        ring = _RING.search(self.log.path.name)
        if ring is not None:
            return ring[0]
        if _has_one_hand(self.log):
            return f"{self.match} {self.log.path.stem}"
        if isinstance(self.log, PhhLog | PokerStarsLog):
            return None
        header = self.log.header if isinstance(self.log, AcpcLog) else None
        return self.match if header is None else f"seed {header.seed}"


@dataclass(kw_only=True)
class StoredMatch(MatchSource):
    """A match of a stored run."""

    file: Path
    game: GameDefinition
    names: Sequence[str]
    cards: str

    def batches(self) -> Iterator[tuple[HandColumns, int]]:
        yield columns_of(pl.read_parquet(self.file), game=self.game, names=self.names), self.size

    @property
    def card_set(self) -> str:
        return self.cards


def log_source(log: Log) -> LogSource:
    """The match of a log. A PHH file has one hand of a match, whose files are in a folder."""
    path = log.path
    size = path.stat().st_size
    if _has_one_hand(log):
        folder = path.resolve().parent
        return LogSource(match=folder.name, size=size, log=log, place=folder)
    return LogSource(match=path.stem, size=size, log=log, place=path)


def _has_one_hand(log: Log) -> bool:
    return isinstance(log, PhhLog) and log.path.suffix == ".phh"


def run_sources(folder: RunFolder, *, hero: str) -> list[StoredMatch]:
    """The matches of a run in which the hero plays."""
    plan = folder.plan
    names = [entrant.name for entrant in plan.entrants]
    if hero not in names:
        raise DatasetError(f"no hand of {folder.path} is played by {hero!r}: the players are {', '.join(names)}")
    return [
        StoredMatch(
            match=f"{folder.path.name}.{plan.match_plan(chunk).name}",
            size=_HAND_SIZE * plan.hands,
            file=file,
            game=plan.game,
            names=names,
            cards=f"seed {chunk.seed}",
        )
        for chunk, file in zip(plan.chunks(), folder.hand_files(), strict=True)
        if hero in [names[entrant] for entrant in chunk.seats]
    ]


def with_different_names(sources: Sequence[MatchSource]) -> list[MatchSource]:
    """The sources; logs that have the same name in different folders are named by their paths."""
    logs = {(source.match, source.place) for source in sources if isinstance(source, LogSource)}
    seen = Counter(match for match, _ in logs)
    return [
        replace(source, match=str(source.place)) if isinstance(source, LogSource) and seen[source.match] > 1 else source
        for source in sources
    ]
