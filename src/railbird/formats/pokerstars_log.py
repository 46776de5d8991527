"""Logs of PokerStars: text histories of no-limit hold'em cash hands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from railbird.errors import ActionError, FormatError, GameError
from railbird.formats.columns import HandColumns
from railbird.formats.lines import LogLines
from railbird.formats.pokerstars import read_pokerstars, split_hands
from railbird.formats.pokerstars_records import pokerstars_record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from railbird.formats.acpc_log import Score
    from railbird.formats.lines import Problem
    from railbird.games.hand_record import HandRecord


@dataclass
class PokerStarsLog:
    """Reads a file hand by hand. Each iteration reads the file from the start."""

    path: Path
    scores: tuple[Score, ...] = field(init=False, default=())
    """Always empty, because these histories have no scores."""
    header: None = field(init=False, default=None)
    is_numbered: bool = field(init=False, default=False)
    _lines: LogLines = field(init=False)

    def __post_init__(self) -> None:
        self._lines = LogLines(self.path)

    @property
    def problems(self) -> list[Problem]:
        """The hands read so far that could not be used."""
        return self._lines.problems

    @property
    def position(self) -> int:
        """Number of bytes of the file read so far."""
        return self._lines.position

    def __iter__(self) -> Iterator[HandRecord]:
        for lines in split_hands(self._lines):
            try:
                yield pokerstars_record(read_pokerstars(lines))
            except (FormatError, GameError, ActionError) as error:
                self._lines.add(lines[0][0], str(error))

    def columns(self) -> Iterator[HandColumns]:
        """Yield the hands in columns. Stacks differ from hand to hand, so that batches are short."""
        return HandColumns.of_records(self)
