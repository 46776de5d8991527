"""Fills columns from the lines of a log: plain hands in compiled code, all other lines one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import FormatError
from railbird.formats._kernels import PARTS
from railbird.formats.columns import _kernels, hand_columns
from railbird.formats.columns.hand_columns import HandColumns
from railbird.formats.fields import read_names
from railbird.formats.hand_reader import MOST_ACTIONS, HandReader
from railbird.formats.lines import LONGEST_LINE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from railbird.formats.lines import LogLines
    from railbird.games.definition import GameDefinition

_USUAL_ACTIONS = 16
"""Actions per hand that the columns have space for. If hands have more, fewer hands fit."""
_MOST_FIELDS = 4096
"""The most different fields of names that are kept."""


class ColumnReader:
    """Reads hands of one game. `clean_names` removes everything but the names from a field of names."""

    def __init__(
        self,
        game: GameDefinition,
        *,
        clean_names: Callable[[str], str] = str,
        names_first: bool = False,
        call_totals: bool = False,
    ) -> None:
        self.game = game
        self._reader = HandReader(game, call_totals=call_totals)
        self._form = _kernels.LineFormat(
            names_first, call_totals, self._reader.deck, *self._reader.starts, longest=LONGEST_LINE, is_whole=True
        )
        self._hands = _empty(game, hand_columns.BATCH)
        self._count = 0
        self._names = _Names(game.players, clean_names)

    @property
    def is_full(self) -> bool:
        """Whether there is no space for another hand."""
        used = int(self._hands.offsets[self._count])
        return self._count == len(self._hands.numbers) or used + MOST_ACTIONS > len(self._hands.actions)

    def fill(self, lines: LogLines) -> bool:
        """Read the run of plain hands that comes next. Return whether it stopped because the columns are full."""
        while True:
            text = lines.pending
            stopped, at, line, self._count = _kernels.read_lines(
                text,
                lines.number,
                self._form,
                self._reader.array,
                self._reader.parsed,
                self._names.table,
                self._hands,
                self._count,
            )
            lines.skip(at, last_line=line)
            if stopped != _kernels.NEW_NAMES:
                return bool(stopped == _kernels.FULL)
            if not self._names.learn(self._field_at(text[at:])):
                return False

    def _field_at(self, text: NDArray[np.uint8]) -> bytes:
        """The field of names at the start of the text, which is a line with such a field."""
        line = text[: LONGEST_LINE + 1].tobytes().partition(b"\n")[0].rstrip(b"\r")
        return line.split(b":", 1)[0] if self._form.names_first else line.split(b":", 5)[5]

    def append(self, text: str, names: str, *, line: int) -> None:
        """Read a hand, `number:betting:cards:values`, into the columns. Raise FormatError if anything is wrong."""
        self._reader.check(text)
        self._hands.players[self._count] = self._names.row_of(names)
        self._hands.lines[self._count] = line
        game = self.game
        _kernels.append_hand(self._reader.parsed, self._form, game.players, game.hole_cards, self._hands, self._count)
        self._count += 1

    def take(self) -> HandColumns:
        """Return the hands read so far, and empty the columns."""
        count, hands = self._count, self._hands
        columns = HandColumns(
            self.game,
            tuple(self._names.names),
            hands.numbers[:count].copy(),
            hands.players[:count].copy(),
            hands.hole_cards[:count].copy(),
            hands.board[:count].copy(),
            actions=hands.actions[: hands.offsets[count]].copy(),
            offsets=hands.offsets[: count + 1].copy(),
            payoffs=hands.payoffs[:count].copy(),
            parts=PARTS,
            lines=hands.lines[:count].copy(),
        )
        self._count = 0
        self._names.forget_if_many()
        return columns

    def __len__(self) -> int:
        return self._count


def _empty(game: GameDefinition, size: int) -> _kernels.HandArrays:
    return _kernels.HandArrays(
        numbers=np.empty(size, dtype=np.int64),
        lines=np.empty(size, dtype=np.int64),
        players=np.empty((size, game.players), dtype=np.int32),
        hole_cards=np.empty((size, game.players, game.hole_cards), dtype=np.uint8),
        board=np.empty((size, sum(game.board_cards)), dtype=np.uint8),
        payoffs=np.empty((size, game.players), dtype=np.int64),
        offsets=np.zeros(size + 1, dtype=np.int64),
        actions=np.empty(_USUAL_ACTIONS * size + MOST_ACTIONS, dtype=np.int64),
    )


class _Names:
    """The names of a log, and the fields of names seen so far, which repeat from hand to hand."""

    def __init__(self, players: int, clean_names: Callable[[str], str]) -> None:
        self._players = players
        self._clean_names = clean_names
        self.forget()

    def forget(self) -> None:
        """Drop all names."""
        self.names: dict[str, int] = {}
        self._fields: list[bytes] = []
        self.table = _empty_table(self._players, fields=8, letters=1024)

    def forget_if_many(self) -> None:
        """Drop all names if there are many, so that memory stays bounded in logs with ever new names."""
        if max(len(self._fields), len(self.names)) > _MOST_FIELDS:
            self.forget()

    def row_of(self, names: str) -> tuple[int, ...]:
        """The rows of the names, by position."""
        names_by_position = read_names(self._clean_names(names), players=self._players)
        return tuple([self.names.setdefault(name, len(self.names)) for name in names_by_position])

    def learn(self, field: bytes) -> bool:
        """Add a field of names. Return False if it cannot be read."""
        try:
            row = self.row_of(field.decode())
        except (FormatError, UnicodeDecodeError):
            return False
        letters = int(self.table.ends[len(self._fields)]) + len(field)
        if len(self._fields) == len(self.table.players) or letters > len(self.table.text):
            self._grow(letters)
        self._insert(field, row)
        return True

    def _grow(self, letters: int) -> None:
        before = self.table
        self.table = _empty_table(self._players, fields=2 * len(before.players), letters=2 * letters)
        fields, self._fields = self._fields, []
        for field, row in zip(fields, before.players, strict=False):
            self._insert(field, row)

    def _insert(self, field: bytes, row: Sequence[int] | NDArray[np.int32]) -> None:
        table, number = self.table, len(self._fields)
        letters = np.frombuffer(field, dtype=np.uint8)
        slot = int(_kernels.hash_of(letters)) % len(table.slots)
        while table.slots[slot]:
            slot = (slot + 1) % len(table.slots)
        start = int(table.ends[number])
        table.text[start : start + len(field)] = letters
        table.ends[number + 1] = start + len(field)
        table.players[number] = row
        table.slots[slot] = number + 1
        self._fields.append(field)


def _empty_table(players: int, *, fields: int, letters: int) -> _kernels.NamesTable:
    """A hash table with twice as many slots as fields, so that a free slot is always near."""
    return _kernels.NamesTable(
        slots=np.zeros(2 * fields, dtype=np.int64),
        text=np.zeros(letters, dtype=np.uint8),
        ends=np.zeros(fields + 1, dtype=np.int64),
        players=np.zeros((fields, players), dtype=np.int32),
    )
