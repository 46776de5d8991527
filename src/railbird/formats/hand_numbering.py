"""Notices hands of a log that are missing or repeated, by their numbers and by the number of hands in the header."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.formats.lines import Problem

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.formats.logs import Log

_RECENT = 10_000
"""The most hand numbers that are kept where hands are not numbered one after the other."""


class Numbering:
    """Follows the numbers of hands while a log is read. A match ends at a score, or at the header of the next one."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._notices: list[Problem] = []
        self._recent: dict[int, int] = {}
        """Lines of the last hands by number, where hands are not numbered one after the other."""
        self._last_line = 0
        self._begin()

    def _begin(self) -> None:
        self._header = self._log.header
        self._scores = len(self._log.scores)
        self._hands = 0
        self._last: int | None = None
        self._line_before = self._last_line

    def add(self, numbers: NDArray[np.int64], lines: NDArray[np.int64]) -> None:
        """Follow a batch of hands."""
        if not self._log.is_numbered:
            self._add_unordered(numbers, lines)
            return
        if self._log.header is not self._header or len(self._log.scores) > self._scores:
            self._end()
            self._begin()
        expected = numbers[0] if self._last is None else self._last + 1
        for place in np.flatnonzero(np.diff(numbers, prepend=expected - 1) != 1).tolist():
            before = (numbers.item(place - 1), lines.item(place - 1)) if place else (self._last, self._last_line)
            self._notice_jump(numbers.item(place), lines.item(place), *before)
        self._hands += len(numbers)
        self._last, self._last_line = numbers.item(-1), lines.item(-1)

    def _notice_jump(self, number: int, line: int, last: int | None, last_line: int) -> None:
        if last is None:
            return
        if number <= last:
            self._add_notice(line, f"hand {number} after hand {last}: it is repeated or out of order")
        elif not any(last_line < problem.line < line for problem in self._log.problems):
            missing = f"hand {last + 1} is" if number == last + 2 else f"hands {last + 1} to {number - 1} are"
            self._add_notice(line, f"hand {number} after hand {last}: {missing} missing")

    def _add_unordered(self, numbers: NDArray[np.int64], lines: NDArray[np.int64]) -> None:
        for number, line in zip(numbers.tolist(), lines.tolist(), strict=True):
            if number in self._recent:
                self._add_notice(line, f"hand {number} stands in line {self._recent[number]} already")
            elif number:  # hands without a number have the number 0
                self._recent[number] = line
                if len(self._recent) > _RECENT:
                    del self._recent[next(iter(self._recent))]

    def _end(self) -> None:
        """Compare the hands of the match with its header; hands that could not be read count."""
        unread = sum(problem.line > self._line_before for problem in self._log.problems)
        if self._header is not None and self._hands + unread < self._header.hands:
            there = "1 hand is" if self._hands == 1 else f"{self._hands:,} hands are"
            self._add_notice(
                self._last_line, f"the header announces {self._header.hands:,} hands, but only {there} there"
            )

    def _add_notice(self, line: int, reason: str) -> None:
        self._notices.append(Problem(self._log.path, line, reason))

    def finish(self) -> list[Problem]:
        """Return what was noticed, after the last batch."""
        if self._log.is_numbered:
            if self._header is None:
                self._header = self._log.header
            self._end()
        return self._notices
