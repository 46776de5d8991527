"""Writes tables as CSV."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from railbird.statistics.table import Table


def table_as_csv(table: Table) -> str:
    """Format a table as CSV: the keys of the columns, then the rows. A rate has a second column for its margin."""
    return "".join(parts_as_csv([table]))


def parts_as_csv(parts: Iterable[Table]) -> Iterator[str]:
    """The CSV of a table of which each part has some of the rows, part by part."""
    for number, part in enumerate(parts):
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        if number == 0:
            writer.writerow([key for column in part.columns for key in column.kind.csv_keys(column.key)])
        columns = zip(part.columns, zip(*part.rows, strict=True), strict=False)
        written = [values for column, cells in columns for values in column.kind.csv_columns(cells)]
        writer.writerows(zip(*written, strict=True))
        yield text.getvalue()
