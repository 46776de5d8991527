"""Tables of every canonical hand on every flop, against one and two random opponents.

They hold counts, so that a look-up equals the computation to the last digit. They are built once, into the
user's cache folder; without them the same questions are computed.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.array_files import ArrayFileKind, open_arrays, write_arrays
from railbird.cards import as_cards
from railbird.cards.isomorphism import HAND_FLOP, index_tables
from railbird.equity.exact import Counts
from railbird.equity.flop_tables import _kernels
from railbird.equity.flop_tables.build import build_flop_tables
from railbird.errors import EquityError, TableError
from railbird.files import cached_file
from railbird.progress import Progress, Silence

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from railbird.cards import Cards

RUN_OUTS = 1081
OPPOSING_HANDS = 990
TOTALS = {1: RUN_OUTS * OPPOSING_HANDS, 2: RUN_OUTS * OPPOSING_HANDS * 903}
"""By number of opponents: the run-outs of a flop times the opposing hands, or ordered pairs of them."""
NAMES = {1: "flop-one-opponent", 2: "flop-two-opponents"}
"""By number of opponents."""

TABLE_FILE = ArrayFileKind("flop table", layout=1, error=TableError)
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class FlopTables:
    """Both tables in memory. Rows are `HAND_FLOP` indices, all run-outs and opposing hands are counted."""

    one: NDArray[np.uint32]
    """Against one opponent: wins, ties, and the sum over run-outs of (2 * beaten + tied)^2, for E[HS^2]."""
    two: NDArray[np.uint32]
    """Against two, ordered pairs of opposing hands: wins, two-way ties, three-way ties."""

    def counts(self, hand: Cards, flop: Cards, *, opponents: int) -> Counts:
        """The wins, and the ties by number of players, of one hand."""
        row = self._table(opponents)[HAND_FLOP.index((*as_cards(hand), *as_cards(flop)))].tolist()
        return Counts(tuple(row[: opponents + 1]), TOTALS[opponents])

    def equity(self, hand: Cards, flop: Cards, *, opponents: int) -> float:
        """The equity of one hand."""
        return self.counts(hand, flop, opponents=opponents).equity

    def equities(self, deals: NDArray[np.uint8], *, opponents: int) -> NDArray[np.float64]:
        """The equities of many hands: rows of two hole cards and three flop cards."""
        table = self._table(opponents)
        rows = HAND_FLOP.checked_deals(deals)
        equities = np.empty(len(rows))
        _kernels.look_up(rows, table, opponents, TOTALS[opponents], index_tables(2, 3), equities)
        return equities

    def moments(self, hand: Cards, flop: Cards) -> tuple[float, float]:
        """E[HS] and E[HS^2] of one hand."""
        wins, ties, squares = self.one[HAND_FLOP.index((*as_cards(hand), *as_cards(flop)))].tolist()
        return (wins + ties / 2) / TOTALS[1], squares / (RUN_OUTS * (2 * OPPOSING_HANDS) ** 2)

    def _table(self, opponents: int) -> NDArray[np.uint32]:
        if opponents not in NAMES:
            raise EquityError(f"no flop table for {opponents} opponents: there are tables for 1 and 2")
        return self.one if opponents == 1 else self.two


def table_path(opponents: int) -> Path:
    """Where the table against one or two opponents is, or would be written."""
    return cached_file("tables", f"{NAMES[opponents]}.arrays")


def write_flop_table(table: NDArray[np.uint32], *, opponents: int) -> None:
    """Store a table in the cache folder; the file appears when it is complete."""
    write_arrays(table_path(opponents), TABLE_FILE, {"name": NAMES[opponents]}, {"counts": table})


def read_flop_table(opponents: int) -> NDArray[np.uint32]:
    """Open a stored table and check every byte of it: a TableError if it is damaged."""
    path = table_path(opponents)
    description, arrays = open_arrays(path, TABLE_FILE, verify=True)
    if description.get("name") != NAMES[opponents]:
        raise TableError(f"{path} is the table {description.get('name')}, not {NAMES[opponents]}")
    table: NDArray[Any] | None = arrays.get("counts")
    if table is None or table.dtype != np.uint32 or table.shape != (HAND_FLOP.size, 3):
        shape = None if table is None else table.shape
        raise TableError(f"{path} has the shape {shape}, not {(HAND_FLOP.size, 3)}")
    return table


def load_flop_tables() -> FlopTables | None:
    """The stored tables, or None if they have not been built; damaged ones are a TableError."""
    if not all(table_path(opponents).exists() for opponents in NAMES):
        return None
    return FlopTables(read_flop_table(1), read_flop_table(2))


def open_flop_tables(progress: Progress | None = None) -> FlopTables:
    """The stored tables; they are built if there are none, and built again if they are damaged."""
    try:
        tables = load_flop_tables()
    except TableError as error:
        _log.warning("%s; building it again", error)
        tables = None
    if tables is not None:
        return tables
    return store_flop_tables(Silence() if progress is None else progress)


def store_flop_tables(progress: Progress) -> FlopTables:
    """Build the tables and keep them in the cache folder."""
    tables = FlopTables(*build_flop_tables(progress))
    write_flop_table(tables.one, opponents=1)
    write_flop_table(tables.two, opponents=2)
    return tables
