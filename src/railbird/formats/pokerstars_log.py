"""Logs of PokerStars: text histories of no-limit hold'em cash hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.errors import ActionError, FormatError, GameError
from railbird.formats.columns import HandColumns
from railbird.formats.log_file import UnscoredLog
from railbird.formats.pokerstars import read_pokerstars, split_hands
from railbird.formats.pokerstars_records import pokerstars_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.games.hand_record import HandRecord


class PokerStarsLog(UnscoredLog):
    """A file of hands, which is read hand by hand."""

    def __iter__(self) -> Iterator[HandRecord]:
        for lines in split_hands(self._lines):
            try:
                yield pokerstars_record(read_pokerstars(lines))
            except (FormatError, GameError, ActionError) as error:
                self._lines.add(lines[0][0], str(error))

    def columns(self) -> Iterator[HandColumns]:
        """Yield the hands in columns. Stacks differ from hand to hand, so that batches are short."""
        return HandColumns.of_records(self)
