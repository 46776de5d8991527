"""Tables of `railbird.statistics` as the page shows them: cells as text, with the values that they are sorted by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.statistics import CorrectedEstimate, Estimate
from railbird.statistics.json_values import finite

if TYPE_CHECKING:
    from railbird.statistics import Table
    from railbird.statistics.json_values import JsonValue
    from railbird.statistics.table_columns import Cell


def shown_table(table: Table) -> dict[str, JsonValue]:
    """A table for `data-table.js`, which writes it as CSV too."""
    cells = [table.column(key) for key in table.keys]
    columns: list[JsonValue] = [
        {
            "key": column.key,
            "heading": column.heading,
            "meaning": column.meaning,
            "is_text": column.kind.stands_left(cells[place]),
            "csv_keys": list(column.kind.csv_keys(column.key)),
        }
        for place, column in enumerate(table.columns)
    ]
    rows: list[JsonValue] = [
        [
            {"text": column.kind.text(cell), "value": _order(cell), "csv": list(column.kind.csv_cells(cell))}
            for column, cell in zip(table.columns, row, strict=True)
        ]
        for row in table.rows
    ]
    return {"key": table.key, "title": table.title, "columns": columns, "rows": rows}


def _order(cell: Cell) -> JsonValue:
    """What a cell is sorted by."""
    if isinstance(cell, CorrectedEstimate):
        cell = cell.estimate
    value = cell.mean if isinstance(cell, Estimate) else cell
    return finite(value) if isinstance(value, float) else value
