"""The distribution of values, as appendix C shows it for betting sequences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from imitation.datasets import small_dataset
from railbird.errors import DatasetError
from railbird.imitation.selection.value_distribution import value_table

if TYPE_CHECKING:
    from pathlib import Path


def test_values_are_counted_the_most_frequent_first(tmp_path: Path) -> None:
    dataset = small_dataset(tmp_path / "data")
    column = dataset.frame("flop")["FLOP_ACTION"]
    table = value_table(dataset, "flop", "FLOP_ACTION")
    counts = dict(zip(table.column("value"), table.column("decisions"), strict=True))
    assert counts == {
        "(none)": (column == "").sum(),
        "(missing)": column.null_count(),
        **{value: (column == value).sum() for value in ("r", "rc, 'x' \\", "ccc")},
    }
    assert list(counts.values()) == sorted(counts.values(), reverse=True)
    assert table.column("cumulative")[-1] == 1
    assert table.title == "flop, FLOP_ACTION: 4 values, 0 of which never occur"
    assert value_table(dataset, "flop", "HERO_POSITION", most=2).title.endswith("4 values, 1 of which never occur")
    with pytest.raises(DatasetError, match="POT_SIZE is numeric: only values of nominal attributes are counted"):
        value_table(dataset, "flop", "POT_SIZE")
