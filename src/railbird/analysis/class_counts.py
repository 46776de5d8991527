"""Counts by player and class of starting hands, kept only for the classes that players have held."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.analysis import _kernels
from railbird.analysis.counters import CLASS_SIZE
from railbird.cards.hands import CLASS_COUNT

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FEWEST = 1024


class ClassCounts:
    """A table that compiled code fills. An array of 169 classes for each of many players would be nearly all zeros."""

    def __init__(self) -> None:
        self.table = _empty(_FEWEST)
        self.used = 0
        """Number of entries in use."""
        self._order: NDArray[np.int64] | None = None
        """The entries by player and class; None if they have to be sorted again."""

    def reserve(self, entries: int) -> None:
        """Make room for `entries` more entries."""
        self._order = None
        size = len(self.table.keys)
        while size < self.used + entries:
            size *= 2
        if size > len(self.table.keys):
            before, self.table = self.table, _empty(size)
            self.table.keys[: self.used] = before.keys[: self.used]
            self.table.counts[: self.used] = before.counts[: self.used]
            _kernels.fill_slots(self.table, self.used)

    def of(self, player: int) -> NDArray[np.int64]:
        """The counts of a player by class, in the layout of `counters`."""
        counts = np.zeros((CLASS_COUNT, CLASS_SIZE), dtype=np.int64)
        classes, held = self.held(player)
        counts[classes] = held
        return counts

    def held(self, player: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The classes that a player has held, ascending, and the counts of each."""
        keys = self.table.keys[: self.used]
        if self._order is None:
            self._order = np.argsort(keys)
        first, last = np.searchsorted(keys, [player * CLASS_COUNT, (player + 1) * CLASS_COUNT], sorter=self._order)
        entries = self._order[first:last]
        return keys[entries] - player * CLASS_COUNT, self.table.counts[entries]


def _empty(entries: int) -> _kernels.ClassTable:
    """A hash table with twice as many slots as entries, so that a free slot is always near."""
    return _kernels.ClassTable(
        slots=np.zeros(2 * entries, dtype=np.int64),
        keys=np.zeros(entries, dtype=np.int64),
        counts=np.zeros((entries, CLASS_SIZE), dtype=np.int64),
    )
