"""Tables: columns by key, and what cells must be."""

from __future__ import annotations

import pytest

from railbird.errors import StatisticsError
from railbird.statistics import BB_PER_100, COUNT, NEED, TEXT, Cell, Column, Estimate, Table

HIGH, LOW = Estimate(1.5, 0.2, 30), Estimate(-1.5, 0.2, 30)
TABLE = Table(
    "made-up",
    "Made up",
    [
        Column("player"),
        Column("needed", NEED, "hands"),
        Column("rate", BB_PER_100, "of chips", shown_as="bb/100"),
        Column("nothing"),
    ],
    [("Ann", float("inf"), HIGH, None), ("Bob", 1200, LOW, None), ("Ann", 7, LOW, None)],
)


def test_a_column_by_its_key_and_not_by_its_heading() -> None:
    assert TABLE.column("player") == ["Ann", "Bob", "Ann"]
    assert TABLE.column("rate") == [HIGH, LOW, LOW]
    assert [column.heading for column in TABLE.columns] == ["player", "needed", "bb/100", "nothing"]
    with pytest.raises(StatisticsError, match=r"made-up has no column 'bb/100': the columns are player, needed, rate"):
        TABLE.column("bb/100")


def test_rows_with_certain_cells() -> None:
    assert TABLE.where("player", ["Bob"]).rows == [TABLE.rows[1]]
    assert TABLE.where("player", ["Bob", "Ann"]).rows == TABLE.rows
    assert TABLE.grouped_by("player", ["Bob", "Cleo", "Ann"]).rows == [TABLE.rows[1], TABLE.rows[0], TABLE.rows[2]]
    assert TABLE.grouped_by("player", ["Bob"]).rows == [TABLE.rows[1]]


def test_columns_with_something_in_them() -> None:
    assert TABLE.without_empty_columns().keys == ["player", "needed", "rate"]
    assert TABLE.without_empty_columns().rows[0] == TABLE.rows[0][:3]


def test_a_column_takes_its_cells_with_it() -> None:
    moved = TABLE.with_column_before("rate", "player")
    assert moved.keys == ["rate", "player", "needed", "nothing"]
    assert moved.rows[1] == (LOW, "Bob", 1200, None)
    with pytest.raises(StatisticsError, match="has no column 'absent'"):
        TABLE.with_column_before("rate", "absent")
    with pytest.raises(StatisticsError, match="has no column 'absent'"):
        TABLE.with_column_before("absent", "rate")


def test_the_meanings_of_columns_that_have_some() -> None:
    assert [(column.heading, column.meaning) for column in TABLE.defined_columns] == [
        ("needed", "hands"),
        ("bb/100", "of chips"),
    ]


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        (("Ann",), "table t: a row of 1 cells for 2 columns"),
        (("Ann", 1.5), r"table t, column hands: it holds counts, and not 1\.5"),
        (("Ann", "7"), "table t, column hands: it holds counts, and not '7'"),
        ((7, 7), "table t, column player: it holds texts, and not 7"),
        (("Ann", HIGH), r"table t, column hands: it holds counts, and not Estimate\("),
    ],
)
def test_a_cell_is_of_the_kind_of_its_column(row: tuple[Cell, ...], complaint: str) -> None:
    with pytest.raises(StatisticsError, match=complaint):
        Table("t", "T", [Column("player", TEXT), Column("hands", COUNT)], [("Ann", None), row])


def test_keys_are_different() -> None:
    with pytest.raises(StatisticsError, match="table t: two columns have the same key: won, won"):
        Table("t", "T", [Column("won"), Column("won", COUNT)], [])
