"""Tables: columns by heading, cells as text and as JSON."""

from __future__ import annotations

import json
from math import inf, nan

import pytest

from railbird.analysis import Rate, Table
from railbird.statistics.cell_text import cell_as_json, cell_text

TABLE = Table(
    "made-up",
    "Made up",
    {"player": "", "needed": "hands", "rate": "bb/100", "nothing": ""},
    [("Ann", "no end", Rate(1.5, 0.5), None), ("Bob", 1200, Rate(-1.5, inf), None)],
)


def test_a_column_by_its_heading() -> None:
    assert TABLE.column("player") == ["Ann", "Bob"]
    assert TABLE.column("needed") == ["no end", 1200]
    with pytest.raises(ValueError, match="absent"):
        TABLE.column("absent")


def test_words_stand_on_the_left_and_numbers_among_words_do_not() -> None:
    assert [TABLE.has_words(heading) for heading in TABLE.columns] == [True, False, False, False]


def test_rows_with_a_cell_and_columns_with_something_in_them() -> None:
    assert TABLE.where("player", "Bob").rows == [TABLE.rows[1]]
    assert list(TABLE.without_empty_columns().columns) == ["player", "needed", "rate"]
    assert TABLE.without_empty_columns().rows[0] == TABLE.rows[0][:3]


@pytest.mark.parametrize(
    ("cell", "heading", "text"),
    [
        (None, "share", "-"),
        (inf, "hands", "-"),
        (-inf, "hands", "-"),
        (nan, "AF", "-"),
        (0.5, "share", "50.0 %"),
        (2, "3-bet", "200.0 %"),
        (1234, "hands", "1,234"),
        (1234.5, "total", "1,234.5"),
        (1.234, "AF", "1.23"),
        (1234.0, "chips", "+1,234"),
        (-0.5, "chips", "-0.5"),
        ("no end", "more hands needed", "no end"),
        (Rate(1234.56, 7.89), "mbb/hand", "+1,235 ± 8"),
        (Rate(-1234.56, 7.89), "bb/100", "-1,234.6 ± 7.9"),
        (Rate(1.0, inf), "bb/100", "+1.0"),
        (Rate(0.5, 0.1), "raise", "+0.5 ± 0.1"),  # a crosstable has the names of bots as headings
    ],
)
def test_cells_as_text(cell: str | float | Rate | None, heading: str, text: str) -> None:
    assert cell_text(cell, heading) == text


def test_cells_as_json_are_valid() -> None:
    cells = [inf, -inf, nan, 1.5, 2, "no end", None, Rate(1.0, 2.0), Rate(1.0, inf)]
    found = json.loads(json.dumps([cell_as_json(cell) for cell in cells], allow_nan=False))
    rates = [{"mean": 1.0, "margin": 2.0}, {"mean": 1.0, "margin": None}]
    assert found == [None, None, None, 1.5, 2, "no end", None, *rates]


def test_a_rate_without_error_is_beyond_doubt() -> None:
    assert Rate(1, 0).margins_from_zero > 1
    assert Rate(-1, 0).margins_from_zero < -1
    assert Rate(0, 0).margins_from_zero == 0
    assert Rate(5, inf).margins_from_zero == 0
    assert Rate(3, 3).minus(Rate(1, 4)) == Rate(2, 5)
