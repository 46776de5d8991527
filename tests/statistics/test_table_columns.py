"""Kinds of columns: cells as text, aligned, as JSON and as CSV."""

from __future__ import annotations

import csv
import json
from io import StringIO
from math import inf, nan

import pytest

from railbird.statistics import (
    AMOUNT,
    BB_PER_100,
    CHIPS,
    COUNT,
    FACTOR,
    MBB_PER_HAND,
    NEED,
    SHARE,
    SIGNIFICANT,
    TEXT,
    Cell,
    CellKind,
    Column,
    Estimate,
    Table,
    definitions_as_json,
    printed,
    rows_as_json,
    table_as_csv,
    table_as_json,
)

KINDS = (TEXT, COUNT, NEED, SHARE, CHIPS, AMOUNT, FACTOR, SIGNIFICANT, MBB_PER_HAND, BB_PER_100)


def rate(mean: float, margin: float) -> Estimate:
    return Estimate(mean, margin / 2, 100, margin)


TABLE = Table(
    "made-up",
    "Made up",
    [
        Column("rank", COUNT, "by chips", shown_as=""),
        Column("player"),
        Column("share", SHARE, "of hands"),
        Column("bb/100", BB_PER_100),
        Column("needed", NEED),
    ],
    [(1, "Ann, the first", 0.5, rate(1.5, 0.25), 1200), (2, "Bob", None, rate(-1.5, inf), inf)],
)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_a_dash_and_null_in_every_kind(kind: CellKind) -> None:
    assert kind.text(None) == "-"
    assert kind.as_json(None) is None
    assert {*kind.csv_cells(None)} == {None}
    assert len(kind.csv_cells(None)) == len(kind.csv_keys("key"))


@pytest.mark.parametrize(
    ("cell", "kind", "text"),
    [
        (nan, FACTOR, "-"),
        (inf, AMOUNT, "-"),
        (-inf, CHIPS, "-"),
        (0.5, SHARE, "50.0 %"),
        (2, SHARE, "200.0 %"),
        (1234, COUNT, "1,234"),
        (1234, NEED, "1,234"),
        (inf, NEED, "no end"),
        (1234.5, AMOUNT, "1,234.5"),
        (-1234.0, AMOUNT, "-1,234.0"),
        (1.234, FACTOR, "1.23"),
        (0.00123456, SIGNIFICANT, "0.00123"),
        (1234.0, CHIPS, "+1,234"),
        (0.0, CHIPS, "+0"),
        (-0.5, CHIPS, "-0.5"),
        ("50 %", TEXT, "50 %"),
        (rate(1234.56, 7.89), MBB_PER_HAND, "+1,235 ± 8"),
        (rate(-1234.56, 7.89), BB_PER_100, "-1,234.6 ± 7.9"),
        (rate(1.0, inf), BB_PER_100, "+1.0"),
    ],
)
def test_cells_as_text(cell: Cell, kind: CellKind, text: str) -> None:
    assert cell is not None
    assert kind.text(cell) == text


@pytest.mark.parametrize(("heading", "text"), [("raise", "0.5"), ("chips", "0.5"), ("mbb/hand", "0.5"), ("AF", "0.5")])
def test_the_heading_does_not_change_how_a_cell_is_printed(heading: str, text: str) -> None:
    """A crosstable has the names of bots as headings, and a bot may have any."""
    assert printed(Table("t", "T", [Column(heading, AMOUNT)], [(0.5,)])).rows == [[text]]


@pytest.mark.parametrize("kind", [COUNT, SHARE, CHIPS, AMOUNT, FACTOR, MBB_PER_HAND, BB_PER_100])
def test_words_stand_on_the_left_and_numbers_on_the_right(kind: CellKind) -> None:
    assert TEXT.stands_left(["Ann"])
    assert not kind.stands_left([None])


def test_needs_stand_on_the_right_unless_they_are_words_only() -> None:
    assert not NEED.stands_left([inf, 12, None])
    assert not NEED.stands_left([None])
    assert NEED.stands_left([inf, None])


def test_a_printed_table() -> None:
    text = printed(TABLE)
    assert text.headings == ["", "player", "share", "bb/100", "needed"]
    assert text.stands_left == [False, True, False, False, False]
    assert text.rows == [
        ["1", "Ann, the first", "50.0 %", "+1.5 ± 0.2", "1,200"],
        ["2", "Bob", "-", "-1.5", "no end"],
    ]


def test_a_table_as_json_is_valid_and_has_numbers() -> None:
    rows = json.loads(json.dumps(rows_as_json(TABLE), allow_nan=False))
    assert rows == [
        {
            "rank": 1,
            "player": "Ann, the first",
            "share": 0.5,
            "bb/100": {"mean": 1.5, "margin": 0.25},
            "needed": 1200,
        },
        {"rank": 2, "player": "Bob", "share": None, "bb/100": {"mean": -1.5, "margin": None}, "needed": "no end"},
    ]
    assert definitions_as_json(TABLE) == {"rank": "by chips", "share": "of hands"}
    assert table_as_json(TABLE) == {
        "key": "made-up",
        "title": "Made up",
        "columns": {"": "by chips", "player": "", "share": "of hands", "bb/100": "", "needed": ""},
        "rows": [list(row.values()) for row in rows],
    }


@pytest.mark.parametrize("cell", [inf, -inf, nan])
def test_json_has_no_infinity(cell: float) -> None:
    assert AMOUNT.as_json(cell) is None
    assert BB_PER_100.as_json(rate(cell, 1.0)) == {"mean": None, "margin": 1.0}


def test_a_table_as_csv_has_a_number_in_a_cell() -> None:
    text = table_as_csv(TABLE)
    assert text == (
        'rank,player,share,bb/100,bb/100 margin,needed\n1,"Ann, the first",0.5,1.5,0.25,1200\n2,Bob,,-1.5,,no end\n'
    )
    assert [len(row) for row in csv.reader(StringIO(text))] == [6, 6, 6]
