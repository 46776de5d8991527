"""Converts tables to JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.statistics.json_values import json_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.statistics.json_values import JsonValue
    from railbird.statistics.table import Table


def table_as_json(table: Table) -> dict[str, JsonValue]:
    """Convert a whole table: the headings with their definitions, and the cells of each row in order."""
    return {
        "key": table.key,
        "title": table.title,
        "columns": {column.heading: column.meaning for column in table.columns},
        "rows": [list(row.values()) for row in rows_as_json(table)],
    }


def rows_as_json(table: Table) -> list[dict[str, JsonValue]]:
    """Convert the rows, each to a dictionary from the keys of the columns to the cells."""
    return [
        {column.key: column.kind.as_json(cell) for column, cell in zip(table.columns, row, strict=True)}
        for row in table.rows
    ]


def rows_as_json_text(table: Table) -> Iterator[str]:
    """The JSON of each row, as of `rows_as_json`: the columns are converted whole, because there may be millions."""
    keys = (json_text(column.key).replace("%", "%%") for column in table.columns)
    template = "{" + ", ".join(f"{key}: %s" for key in keys) + "}"
    cells = zip(table.columns, zip(*table.rows, strict=True), strict=False)
    return map(template.__mod__, zip(*(column.kind.json_texts(values) for column, values in cells), strict=True))


def definitions_as_json(table: Table) -> dict[str, JsonValue]:
    """The definitions of the columns that are not self-explanatory, by key."""
    return {column.key: column.meaning for column in table.defined_columns}
