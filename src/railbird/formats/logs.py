"""Opens logs of any kind, detects their kind from their content, and checks them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Protocol

import numpy as np

from railbird.errors import FormatError
from railbird.formats.acpc_log import AcpcLog, Score, is_acpc_line
from railbird.formats.fields import format_chips
from railbird.formats.hand_numbering import Numbering
from railbird.formats.lines import LogLines, Problem
from railbird.formats.log_file import UnscoredLog
from railbird.formats.old_log import OldLog, is_old_line
from railbird.formats.payoff_checks import HIDDEN_CARDS, JudgedHands, judged_hands
from railbird.formats.phh import is_phh_line
from railbird.formats.phh_columns import PhhColumnReader
from railbird.formats.pokerstars import is_pokerstars_line
from railbird.formats.pokerstars_log import PokerStarsLog

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from railbird.formats.acpc_log import MatchHeader
    from railbird.formats.columns import HandColumns
    from railbird.games.definition import GameDefinition
    from railbird.games.hand_record import HandRecord

KINDS = ("acpc", "acpc-old", "phh", "pokerstars")
_ALIASES = {"ComputerCompetition2012": "acpc", "ComputerCompetition2009": "acpc-old"}
_LINES_TO_LOOK_AT = 200
_ROUNDING = 1e-6


class Log(Protocol):
    """A file that is read hand by hand, and that collects problems instead of raising them."""

    path: Path

    @property
    def problems(self) -> list[Problem]:
        """The lines read so far that could not be used."""

    @property
    def position(self) -> int:
        """Number of bytes of the file on disk read so far."""

    @property
    def scores(self) -> Sequence[Score]:
        """The scores read so far. Only ACPC logs have scores."""

    @property
    def header(self) -> MatchHeader | None:
        """The last header read so far. Only ACPC logs have headers."""

    @property
    def is_numbered(self) -> bool:
        """Whether the hands of a match are numbered one after the other."""

    def __iter__(self) -> Iterator[HandRecord]: ...

    def columns(self) -> Iterator[HandColumns]:
        """Yield the hands in columns, batch by batch."""


class PhhLog(UnscoredLog):
    """A `.phh` file, which has one hand, or a `.phhs` file, which has several."""

    def __iter__(self) -> Iterator[HandRecord]:
        return chain.from_iterable(self.columns())

    def columns(self) -> Iterator[HandColumns]:
        """Yield the hands in columns. Each hand of a PHH file has its own game, so batches may be short."""
        return PhhColumnReader(self._lines).batches()

    def judged_hands(self) -> Iterator[JudgedHands]:
        """Yield the verdicts on the payoffs of all hands, which needs no columns."""
        return PhhColumnReader(self._lines).judged_hands()


def open_log(
    path: Path, *, kind: str | None = None, game: GameDefinition | None = None, reverse_blinds: bool = False
) -> Log:
    """Open a log. If `kind` is None, the kind is detected from the content.

    With `reverse_blinds`, old logs for three players list the big blind first, as logs for two players always do.
    """
    kind = detect_kind(path) if kind is None else kind_of(kind)
    if reverse_blinds and kind != "acpc-old":
        raise FormatError(
            f"{path}: reverse blinds are for logs of the kind acpc-old only: logs of the kind {kind} state their blinds"
        )
    if kind == "acpc":
        return AcpcLog(path, game)
    if game is not None:
        raise FormatError(f"{path}: a game can be given for logs of the kind acpc only, not for the kind {kind}")
    if kind == "acpc-old":
        return OldLog(path, reverse_blinds)
    return PhhLog(path) if kind == "phh" else PokerStarsLog(path)


def kind_of(name: str) -> str:
    """The kind of log with this name, which may also be the name of a competition with logs of that kind."""
    kind = _ALIASES.get(name, name)
    if kind not in KINDS:
        raise FormatError(f"unknown kind of log {name!r}: the kinds are {', '.join((*KINDS, *_ALIASES))}")
    return kind


def detect_kind(path: Path) -> str:
    """Detect the kind of a log from its first line that shows it."""
    if not path.stat().st_size:
        raise FormatError(f"{path}: the file is empty: a log has at least one hand")
    lines = LogLines(path)
    for number, line in lines:
        text = line.strip()
        if is_acpc_line(text):
            return "acpc"
        if is_old_line(text):
            return "acpc-old"
        if is_phh_line(text):
            return "phh"
        if is_pokerstars_line(text):
            return "pokerstars"
        if number >= _LINES_TO_LOOK_AT:
            break
    damage = f", and {lines.damage}" if lines.damage else ""
    raise FormatError(f"{path}: not a log of a known kind: the kinds are {', '.join(KINDS)}{damage}")


@dataclass(frozen=True)
class LogCheck:
    """The outcome of a check."""

    hands: int
    unchecked: int
    """Number of hands whose payoffs cannot be computed because cards are unknown."""
    problems: list[Problem]
    notices: list[Problem]
    """Hands that are missing or repeated."""


def check_log(log: Log) -> LogCheck:
    """Replay every hand of a log, compare its payoffs with those in the log, and their sums with the scores.

    Hands that are missing or repeated are noticed by their numbers and by the number of hands in the header.

    Where cards that decide a showdown are unknown, the payoffs must be possible: they add up to zero, or to minus the
    rake, nobody wins more than the others put in, and nobody loses more than they put in.
    """
    wrong: list[Problem] = []
    sums, numbering = _Sums(log), Numbering(log)
    hands = unchecked = 0
    for batch in _judged_hands(log, sums):
        hands += len(batch.numbers)
        wrong += batch.problems
        numbering.add(batch.numbers, batch.lines)
        unchecked += int((batch.verdicts == HIDDEN_CARDS).sum())
    problems = sorted(log.problems + wrong + sums.finish(), key=lambda problem: problem.line)
    return LogCheck(hands, unchecked, problems, numbering.finish())


def _judged_hands(log: Log, sums: _Sums) -> Iterator[JudgedHands]:
    """Yield the verdicts on all hands, and add up what players win where there are scores to compare it with."""
    if isinstance(log, PhhLog):
        yield from log.judged_hands()
        return
    for columns in log.columns():
        sums.add(columns)
        yield judged_hands(log.path, columns)


class _Sums:
    """Sums what each player has won since the last score, for comparison with the next score."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._problems: list[Problem] = []
        self._totals: dict[str, float] = {}
        self._hands = 0
        self._last_line = 0
        self._compared = 0
        """Number of scores of the log compared so far."""

    def add(self, columns: HandColumns) -> None:
        """Add hands, after the scores before them are compared."""
        self._compare()
        self._hands += len(columns)
        chips = (columns.payoffs / columns.parts).ravel()
        sums = np.bincount(columns.players.ravel(), weights=chips, minlength=len(columns.names))
        for name, won in zip(columns.names, sums.tolist(), strict=True):
            self._totals[name] = self._totals.get(name, 0) + won

    def finish(self) -> list[Problem]:
        """The scores that differ from the sums of the hands before them, after the last hand."""
        self._compare()
        return self._problems

    def _compare(self) -> None:
        """Compare the scores read since the last call with the sums of the hands before them."""
        for score in self._log.scores[self._compared :]:
            # A score cannot be checked if a line before it could not be read or if players share a name.
            is_damaged = any(self._last_line < problem.line < score.line for problem in self._log.problems)
            if not is_damaged and len(set(score.names)) == len(score.names):
                self._problems += self._wrong_values(score)
            self._totals, self._hands, self._last_line = {}, 0, score.line
            self._compared += 1

    def _wrong_values(self, score: Score) -> Iterator[Problem]:
        for name, chips in zip(score.names, score.values, strict=True):
            total = self._totals.get(name, 0)
            # Rounding errors of the hands can add up.
            if abs(float(total - chips)) > _ROUNDING * max(self._hands, 1):
                reason = f"the score of {name} is {format_chips(chips)}, but the hands add up to {total:.10g}"
                yield Problem(self._log.path, score.line, reason)
