"""The transaction log: every action that was played, with its times, from which a match can be taken up again.

A line is `ACTION HAND SENT RECEIVED`, as the reference dealer writes it: `r300 17 1341695999.222281 1341695999.222410`.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.errors import FormatError
from railbird.formats.betting import action_text
from railbird.games.action import CALL, FOLD, Action, raise_to

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import TextIO

    from railbird.games import GameDefinition

_LINE = re.compile(r"([fc]|r(\d{0,18})) (\d+) (\d+\.\d+) (\d+\.\d+)", re.ASCII)


@dataclass(frozen=True)
class Transaction:
    """One action: in which hand it was played, when it was asked for, when it came."""

    action: Action
    hand: int
    asked_at: float
    answered_at: float

    def text(self, game: GameDefinition) -> str:
        """The line without its end."""
        return f"{action_text(self.action, game)} {self.hand} {self.asked_at:.6f} {self.answered_at:.6f}"


class TransactionLog:
    """Written line by line; each is in the file before the action is played."""

    def __init__(self, path: Path, game: GameDefinition, *, append: bool) -> None:
        self._path = path
        self._game = game
        if append and path.exists():
            _cut_half_line(path)
        self._file: TextIO = path.open("a" if append else "w", encoding="ascii")

    def add(self, transaction: Transaction) -> None:
        """Write one action down."""
        self._file.write(transaction.text(self._game) + "\n")
        self._file.flush()

    def read(self) -> Iterator[Transaction]:
        """What is in the file so far; a FormatError names a line that cannot be read."""
        with self._path.open(encoding="ascii", errors="replace") as file:
            for number, line in enumerate(file, start=1):
                found = _LINE.fullmatch(line.rstrip("\n"))
                if found is None:
                    raise FormatError(f"{self._path}:{number}: {line[:80]!r} is not ACTION HAND SENT RECEIVED")
                letter, total, hand, asked_at, answered_at = found.groups()
                yield Transaction(_action(letter, total), int(hand), float(asked_at), float(answered_at))

    def close(self) -> None:
        """No more."""
        self._file.close()


def _action(text: str, total: str | None) -> Action:
    if text == "f":
        return FOLD
    return CALL if text == "c" else raise_to(int(total or 0))


def _cut_half_line(path: Path) -> None:
    """A dealer that was killed may have left half a line; its action was not played."""
    with path.open("rb+") as file:
        content = file.read()
        end = content.rfind(b"\n") + 1
        if end < len(content):
            file.truncate(end)
            os.fsync(file.fileno())
