"""Writes tables as CSV."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.statistics.table import Table


def table_as_csv(table: Table) -> str:
    """Format a table as CSV: the keys of the columns, then the rows. A rate has a second column for its margin."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([key for column in table.columns for key in column.kind.csv_keys(column.key)])
    for row in table.rows:
        cells = zip(table.columns, row, strict=True)
        writer.writerow([value for column, cell in cells for value in column.kind.csv_cells(cell)])
    return text.getvalue()
