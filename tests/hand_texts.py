"""Hands of tests, from their text in a log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.formats.columns import ColumnReader
from railbird.formats.hand_reader import HandReader

if TYPE_CHECKING:
    from railbird.games import GameDefinition, HandRecord


class TextReader(HandReader):
    """Reads whole hands, too, as records."""

    def __init__(self, game: GameDefinition, *, call_totals: bool = False) -> None:
        super().__init__(game, call_totals=call_totals)
        self._columns = ColumnReader(game, call_totals=call_totals)

    def read(self, text: str, names: str, *, line: int = 0) -> HandRecord:
        """The record of `number:betting:cards:values`; a FormatError names what is wrong."""
        self._columns.append(text, names, line=line)
        return self._columns.take().record(0)
