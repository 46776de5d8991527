"""How often an attribute has which value (Kischka 2014, appendix C): a few betting sequences make up most of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.errors import DatasetError
from railbird.statistics import COUNT, SHARE, TEXT, Column, Table

if TYPE_CHECKING:
    from railbird.imitation.dataset import Dataset
    from railbird.statistics import Cell


def value_table(dataset: Dataset, street: str, attribute: str, *, most: int | None = None) -> Table:
    """The `most` most frequent values of an attribute (default: all that occur), and how many never occur."""
    described = dataset.schema(street)[attribute]
    if not described.is_nominal:
        raise DatasetError(f"attribute {attribute} is {described.kind}: only values of nominal attributes are counted")
    column = dataset.frame(street, [attribute])[attribute]
    counts = column.value_counts().sort("count", attribute, descending=[True, False])
    columns = [
        Column("value", TEXT),
        Column("decisions", COUNT),
        Column("share", SHARE),
        Column("cumulative", SHARE, "share of this and all more frequent values"),
    ]
    rows: list[tuple[Cell, ...]] = []
    total, cumulative = max(len(column), 1), 0
    for value, count in counts.iter_rows():
        cumulative += count
        word = "(missing)" if value is None else value or "(none)"
        rows.append((word, count, count / total, cumulative / total))
    never = len(described.values) - column.drop_nulls().n_unique()
    title = f"{street}, {attribute}: {len(described.values)} values, {never} of which never occur"
    return Table(f"values-{street}", title, columns, rows[:most])
