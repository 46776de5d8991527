"""Tables for spreadsheets."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.statistics.table import Table


def table_as_csv(table: Table) -> str:
    """A line with the keys of the columns, and one for each row. A rate has a second column, its margin."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([key for column in table.columns for key in column.kind.csv_keys(column.key)])
    for row in table.rows:
        cells = zip(table.columns, row, strict=True)
        writer.writerow([value for column, cell in cells for value in column.kind.csv_cells(cell)])
    return text.getvalue()
