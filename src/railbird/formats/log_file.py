"""What logs have in common: the file, its lines and its problems; and those that have neither headers nor scores."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from railbird.formats.lines import LogLines

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.formats.acpc_log import Score
    from railbird.formats.lines import Problem


@dataclass
class LogFile:
    """A file that is read from the start by each iteration, and that collects problems instead of raising them."""

    path: Path
    _lines: LogLines = field(init=False)

    def __post_init__(self) -> None:
        self._lines = LogLines(self.path)

    @property
    def problems(self) -> list[Problem]:
        """The lines or hands read so far that could not be used."""
        return self._lines.problems

    @property
    def position(self) -> int:
        """Number of bytes of the file read so far."""
        return self._lines.position


@dataclass
class UnscoredLog(LogFile):
    """A log that has neither a header nor scores, and whose hands may be numbered anyhow."""

    scores: tuple[Score, ...] = field(init=False, default=())
    header: None = field(init=False, default=None)
    is_numbered: bool = field(init=False, default=False)
