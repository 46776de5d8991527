"""The hands of a run or a log one by one: each is found by its address without reading the others of a run."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Protocol

import numpy as np
import polars as pl

from railbird.analysis.hand_facts import HandIndex
from railbird.arena.hand_table import columns_of
from railbird.arena.store import RunFolder
from railbird.errors import FormatError
from railbird.formats.logs import open_log

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from railbird.arena.plan import Chunk
    from railbird.formats.columns import HandColumns
    from railbird.games import HandRecord

_LINE = "line:"


class StoredHands(Protocol):
    """Hands with a place among all, from 0, and an address, which stays the same when a run goes on."""

    path: Path

    @property
    def index(self) -> HandIndex:
        """The index of all hands, made when it is first needed."""

    @property
    def problems(self) -> Sequence[str]:
        """What could not be read."""

    def __len__(self) -> int: ...

    def place_of(self, address: str) -> int:
        """The place of a hand. Raise FormatError if there is no such hand."""

    def address_of(self, place: int) -> str:
        """The address of a hand, for links."""

    def records(self, places: Iterable[int]) -> list[HandRecord]:
        """The hands in these places, in their order."""

    def seatings_of(self, place: int) -> list[int]:
        """The hands with the same cards at the same table in all orders of seats, this one included."""


def open_hands(path: Path) -> StoredHands:
    """Open a run, which is a folder, or a log of any kind. Raise StoreError or FormatError if it is neither."""
    return RunHands(RunFolder.open(path)) if path.is_dir() else LogHands(path)


class RunHands:
    """The hands of a run, complete or not. An address is the name of the match and the number of the hand."""

    def __init__(self, folder: RunFolder) -> None:
        self.path = folder.path
        self.folder = folder
        self.problems: Sequence[str] = ()
        files = folder.played_files()
        self._chunks = [chunk for chunk in folder.plan.chunks() if chunk.number in files]
        self._files = [files[chunk.number] for chunk in self._chunks]
        self._rank = {self.match_name(chunk): place for place, chunk in enumerate(self._chunks)}
        self._checked: set[Path] = set()

    def __len__(self) -> int:
        return len(self._chunks) * self.folder.plan.hands

    @cached_property
    def index(self) -> HandIndex:
        """The index of all hands."""
        return HandIndex(self._columns(self._table(number)) for number in range(len(self._files)))

    def match_name(self, chunk: Chunk) -> str:
        """The name of a match, as in its log."""
        return self.folder.plan.match_plan(chunk).name

    def place_of(self, address: str) -> int:
        """The place of a hand such as `table0.match0.0:17`."""
        match, _, number = address.rpartition(":")
        hands = self.folder.plan.hands
        if match not in self._rank:
            example = f"like {self.address_of(0)}" if self._chunks else "but none is played yet"
            raise FormatError(f"{self.path.name} has no hand {address!r}: give a match and a hand, {example}")
        if not (number.isascii() and number.isdecimal() and int(number) < hands):
            raise FormatError(f"match {match} has no hand {number!r}: its hands are 0 to {hands - 1}")
        return self._rank[match] * hands + int(number)

    def address_of(self, place: int) -> str:
        """The name of the match and the number of the hand."""
        match, hand = divmod(place, self.folder.plan.hands)
        return f"{self.match_name(self._chunks[match])}:{hand}"

    def chunk_of(self, place: int) -> Chunk:
        """The match of a hand."""
        return self._chunks[place // self.folder.plan.hands]

    def records(self, places: Iterable[int]) -> list[HandRecord]:
        """The hands in these places. Of each match only the rows between the first and the last of them are read."""
        hands = self.folder.plan.hands
        records: list[HandRecord] = []
        for match, group in groupby(places, key=lambda place: place // hands):
            rows = [place % hands for place in group]
            first = min(rows)
            columns = self._columns(self._table(match, first=first, count=max(rows) - first + 1))
            records += [columns.record(row - first) for row in rows]
        return records

    def seatings_of(self, place: int) -> list[int]:
        """The hands of the duplicate set at this table."""
        own, hands = self.chunk_of(place), self.folder.plan.hands
        return [
            number * hands + place % hands
            for number, chunk in enumerate(self._chunks)
            if (chunk.table, chunk.match) == (own.table, own.match)
        ]

    def _table(self, match: int, *, first: int = 0, count: int | None = None) -> pl.DataFrame:
        path = self._files[match]
        if path not in self._checked:
            self.folder.check_file(path)
            self._checked.add(path)
        return pl.scan_parquet(path).slice(first, count).collect()

    def _columns(self, table: pl.DataFrame) -> HandColumns:
        plan = self.folder.plan
        return columns_of(table, game=plan.game, names=[entrant.name for entrant in plan.entrants])


class LogHands:
    """The hands of a log. An address is the number of the hand, or its line where several have the same number."""

    def __init__(self, path: Path) -> None:
        """Read the whole log, in columns. Raise FormatError if it has no hands."""
        log = open_log(path)
        self.path = path
        self._batches = [columns for columns in log.columns() if len(columns)]
        self.problems: Sequence[str] = [f"line {problem.line}: {problem.reason}" for problem in log.problems]
        if not self._batches:
            why = f": {self.problems[0]}" if self.problems else ""
            raise FormatError(f"{path.name} has no hands that can be read{why}")
        self._starts = [*accumulate(map(len, self._batches), initial=0)]
        self._numbers = np.concatenate([batch.numbers for batch in self._batches])
        self._lines = np.concatenate(
            [np.zeros(len(batch), dtype=np.int64) if batch.lines is None else batch.lines for batch in self._batches]
        )
        self._is_numbered = len(np.unique(self._numbers)) == len(self._numbers)

    def __len__(self) -> int:
        return self._starts[-1]

    @cached_property
    def index(self) -> HandIndex:
        """The index of all hands."""
        return HandIndex(self._batches)

    def place_of(self, address: str) -> int:
        """The place of a hand such as `17` or `line:18`."""
        number = address.removeprefix(_LINE)
        if not (number.isascii() and number.isdecimal() and len(number) < 19):
            raise FormatError(f"hand {address!r}: give the number of a hand, like {self.address_of(0)}, or {_LINE}18")
        values = self._lines if address.startswith(_LINE) else self._numbers
        places = np.flatnonzero(values == int(number))
        if not len(places):
            where = "hand in line" if address.startswith(_LINE) else "hand"
            raise FormatError(
                f"{self.path.name} has no {where} {number}: it has {len(self):,} hands, from "
                f"{values.min()} to {values.max()}"
            )
        return int(places[0])

    def address_of(self, place: int) -> str:
        """The number of the hand, or its line."""
        return str(self._numbers[place]) if self._is_numbered else f"{_LINE}{self._lines[place]}"

    def records(self, places: Iterable[int]) -> list[HandRecord]:
        """The hands in these places."""
        records = []
        for place in places:
            batch = bisect_right(self._starts, place) - 1
            records.append(self._batches[batch].record(place - self._starts[batch]))
        return records

    def seatings_of(self, place: int) -> list[int]:
        """Only the hand itself: a log does not say which deals are the same."""
        return [place]
