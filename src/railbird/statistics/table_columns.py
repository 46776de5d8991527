"""Columns of tables. The kind of a column defines how its cells are printed, aligned, and converted to JSON and CSV."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import inf, isfinite
from typing import TYPE_CHECKING, TypeAlias

from railbird.printable import printable
from railbird.statistics.estimates import Estimate
from railbird.statistics.json_values import finite, json_text
from railbird.statistics.multiple_comparisons import CorrectedEstimate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from railbird.statistics.json_values import JsonValue

Cell: TypeAlias = str | int | float | Estimate | CorrectedEstimate | None
"""None where the divisor is 0 or the value is unknown."""
CellValue: TypeAlias = str | float | Estimate | CorrectedEstimate
CsvCell: TypeAlias = str | int | float | None
EMPTY = "-"
STAR = "*"
"""The mark of a comparison that is significant."""
_NO_END = "no end"


@dataclass(frozen=True)
class CellKind(ABC):
    """The kind of cells in a column. None is a cell of every kind."""

    name: str
    """The plural noun for such cells in error messages."""

    @abstractmethod
    def accepts(self, cell: CellValue) -> bool:
        """Whether a column of this kind may contain this cell."""

    def wrong_cell(self, cells: Sequence[Cell]) -> CellValue | None:
        """The first of these cells that a column of this kind may not contain; None if it may contain all."""
        # Cells of the same type are accepted all or none.
        one_of_each_type = dict(zip(map(type, cells), cells, strict=True))
        return next((cell for cell in one_of_each_type.values() if cell is not None and not self.accepts(cell)), None)

    @abstractmethod
    def text(self, cell: Cell) -> str:
        """Format the cell for people."""

    def stands_left(self, cells: Sequence[Cell]) -> bool:  # noqa: ARG002 (kinds that mix words and numbers look)
        """Whether a column of these cells is left-aligned, as words are. Numbers are right-aligned."""
        return False

    def csv_keys(self, key: str) -> list[str]:
        """The keys of the CSV columns for the column with this key."""
        return [key]

    def csv_cells(self, cell: Cell) -> list[CsvCell]:
        """The values in those CSV columns, because a cell of a spreadsheet holds a single number."""
        if isinstance(cell, CorrectedEstimate):
            cell = cell.estimate
        if isinstance(cell, Estimate):
            return [finite(cell.mean), finite(cell.margin)]
        return [finite(cell) if isinstance(cell, float) else cell]

    def csv_columns(self, cells: Sequence[Cell]) -> list[Sequence[CsvCell]]:
        """A column of these cells as CSV columns."""
        converted = {cell: self.csv_cells(cell) for cell in set(cells)}  # in long tables, the same few occur again
        return [[converted[cell][place] for cell in cells] for place in range(len(self.csv_keys("")))]

    def as_json(self, cell: Cell) -> JsonValue:
        """The cell as a JSON value."""
        return self.csv_cells(cell)[0]

    def json_texts(self, cells: Sequence[Cell]) -> list[str]:
        """The text of each of these cells in a JSON file."""
        texts = {cell: json_text(self.as_json(cell)) for cell in set(cells)}
        return [texts[cell] for cell in cells]


class _Text(CellKind):
    def accepts(self, cell: CellValue) -> bool:
        return isinstance(cell, str)

    def text(self, cell: Cell) -> str:
        return EMPTY if cell is None else printable(str(cell))

    def stands_left(self, cells: Sequence[Cell]) -> bool:  # noqa: ARG002
        return True


@dataclass(frozen=True)
class _Number(CellKind):
    write: Callable[[float], str]

    def accepts(self, cell: CellValue) -> bool:
        return isinstance(cell, int | float)

    def text(self, cell: Cell) -> str:
        return self.write(cell) if isinstance(cell, int | float) and isfinite(cell) else EMPTY


class _Count(_Number):
    def accepts(self, cell: CellValue) -> bool:
        return isinstance(cell, int)


class _Need(_Number):
    """Counts that may be infinite. Infinity is written in words in text, JSON and CSV alike."""

    def accepts(self, cell: CellValue) -> bool:
        return isinstance(cell, int) or cell == inf

    def wrong_cell(self, cells: Sequence[Cell]) -> CellValue | None:
        return next((cell for cell in cells if cell is not None and not self.accepts(cell)), None)

    def text(self, cell: Cell) -> str:
        return _NO_END if cell == inf else super().text(cell)

    def stands_left(self, cells: Sequence[Cell]) -> bool:
        """Left-aligned if the column has only words."""
        return any(cell is not None for cell in cells) and all(cell in (None, inf) for cell in cells)

    def csv_cells(self, cell: Cell) -> list[CsvCell]:
        return [_NO_END] if cell == inf else super().csv_cells(cell)


@dataclass(frozen=True)
class _Rate(CellKind):
    digits: int

    def accepts(self, cell: CellValue) -> bool:
        return isinstance(cell, Estimate)

    def text(self, cell: Cell) -> str:
        """The mean, with the margin if it is finite."""
        if not isinstance(cell, Estimate):
            return EMPTY
        # Adding 0 turns a negative zero, to which a small negative mean is rounded, into a positive one.
        mean = f"{round(cell.mean, self.digits) + 0.0:+,.{self.digits}f}"
        return f"{mean} ± {cell.margin:,.{self.digits}f}" if isfinite(cell.margin) else mean

    def csv_keys(self, key: str) -> list[str]:
        return [key, f"{key} margin"]

    def csv_cells(self, cell: Cell) -> list[CsvCell]:
        return [None, None] if cell is None else super().csv_cells(cell)

    def as_json(self, cell: Cell) -> JsonValue:
        mean, margin = self.csv_cells(cell)
        return None if cell is None else {"mean": mean, "margin": margin}


class _ShareEstimate(_Rate):
    """Shares between 0 and 1 with their margins, printed in percent."""

    def text(self, cell: Cell) -> str:
        if not isinstance(cell, Estimate):
            return EMPTY
        mean = f"{100 * cell.mean:.{self.digits}f}"
        return f"{mean} ± {100 * cell.margin:.{self.digits}f} %" if isfinite(cell.margin) else f"{mean} %"


class _CorrectedRate(_Rate):
    """Rates that are compared with 0, several at once; a star marks the significant ones."""

    def accepts(self, cell: CellValue) -> bool:
        return isinstance(cell, CorrectedEstimate)

    def text(self, cell: Cell) -> str:
        if not isinstance(cell, CorrectedEstimate):
            return f"{EMPTY} "
        return super().text(cell.estimate) + (STAR if cell.is_significant else " ")

    def csv_keys(self, key: str) -> list[str]:
        return [*super().csv_keys(key), f"{key} p value"]

    def csv_cells(self, cell: Cell) -> list[CsvCell]:
        if not isinstance(cell, CorrectedEstimate):
            return [None, None, None]
        return [*super().csv_cells(cell.estimate), cell.p_value]

    def as_json(self, cell: Cell) -> JsonValue:
        if not isinstance(cell, CorrectedEstimate):
            return None
        mean, margin, p_value = self.csv_cells(cell)
        return {"mean": mean, "margin": margin, "p_value": p_value, "is_significant": cell.is_significant}


TEXT = _Text("texts")
COUNT = _Count("counts", lambda value: f"{value:,}")
NEED = _Need("counts or infinity", lambda value: f"{value:,}")
"""Numbers still needed; infinite if no number is enough."""
SHARE = _Number("shares", lambda value: f"{100 * value:.1f} %")
"""Shares between 0 and 1, printed in percent."""
SHARE_ESTIMATE = _ShareEstimate("estimated shares", 2)
"""Estimates of shares, printed in percent with their margins."""
CHIPS = _Number("chips", lambda value: f"{value:+,.1f}".removesuffix(".0"))
"""Chips won or lost, printed with the sign."""
CHIPS_A_HAND = _Number("chips a hand", lambda value: f"{round(value, 3) + 0.0:+,.3f}")
"""Mean chips won or lost in a hand, printed with the sign and three decimals."""
MARGIN_IN_CHIPS = _Number("margins in chips", lambda value: f"{value:,.3f}")
"""Margins of such means, without a sign."""
AMOUNT = _Number("amounts", lambda value: f"{value:,.1f}")
"""Numbers printed with one decimal, without a plus sign."""
FACTOR = _Number("factors", lambda value: f"{value:,.2f}")
SIGNIFICANT = _Number("numbers", lambda value: f"{value:.3g}")
"""Numbers of any size, printed with three significant digits."""
MBB_PER_HAND = _Rate("win rates in mbb/hand", 0)
"""Estimates in thousandths of a big blind a hand, printed with their margins."""
BB_PER_100 = _Rate("win rates in bb/100", 1)
"""Estimates in big blinds a hundred hands, printed with their margins."""

CORRECTED_BB_PER_100 = _CorrectedRate("win rates in bb/100, corrected for the number of comparisons", 1)
"""Estimates in big blinds a hundred hands, compared with 0 all together, printed with their margins and verdicts."""


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    key: str
    """The name of the column in code, JSON and CSV."""
    kind: CellKind = TEXT
    meaning: str = ""
    """The definition of the column; empty if the heading is self-explanatory."""
    shown_as: str | None = None
    """The heading (default: the key)."""
    is_minor: bool = False
    """Whether the column is among the first to be left out where a table is too wide."""

    @property
    def heading(self) -> str:
        """The heading of the column."""
        return self.key if self.shown_as is None else self.shown_as
