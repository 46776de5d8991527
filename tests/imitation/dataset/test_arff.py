"""ARFF: what is written is read back, and what others have written is read or refused with its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest

from imitation.tables import ACTION, SCHEMA, random_frame
from railbird.errors import DatasetError
from railbird.imitation.dataset import ArffFile, AttributeKind, read_arff, write_arff

if TYPE_CHECKING:
    from pathlib import Path

EXPECTED = SCHEMA.select([*(attribute.name for attribute in SCHEMA.inputs), ACTION])


def test_a_round_trip_with_quoted_values_and_missing_ones(tmp_path: Path) -> None:
    path = tmp_path / "flop.arff"
    frames = [random_frame(30, seed) for seed in range(3)]
    write_arff(path, SCHEMA, frames, class_attribute=ACTION, relation="akuma flop")
    schema, rows = read_arff(path, expected=EXPECTED)
    assert schema == EXPECTED
    assert rows.equals(pl.concat(frames).select(EXPECTED.names))
    assert ArffFile.open(path).relation == "akuma flop"
    assert [len(frame) for frame in ArffFile.open(path).frames(rows=40)] == [40, 40, 10]
    # Without the expected schema the file says the same.
    assert read_arff(path)[0].as_json() == [
        {**attribute.as_json(), "prefix": attribute.prefix.value} for attribute in EXPECTED.attributes
    ]


def test_the_file_shows_no_future_no_keys_and_a_class_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "flop.arff"
    write_arff(path, SCHEMA, [random_frame(3, 1)], class_attribute=ACTION, inputs=["POT_SIZE", "HERO_POSITION"])
    text = path.read_text()
    assert text.splitlines()[:7] == [
        "@relation decisions",
        "",
        "@attribute POT_SIZE numeric",
        "@attribute HERO_POSITION {SB,BB,BU,INVALID}",
        f"@attribute {ACTION} {{RAISE,FOLD,CALL,INVALID}}",
        "",
        "@data",
    ]
    with pytest.raises(DatasetError, match="known only when the hand is over"):
        write_arff(path, SCHEMA, [], class_attribute=ACTION, inputs=["FUTURE_HERO_OUTCOME"])
    assert path.read_text() == text


def test_what_others_write(tmp_path: Path) -> None:
    path = tmp_path / "weather.arff"
    path.write_text(
        "% a comment\n@RELATION 'the weather'\n@Attribute outlook { sunny , \"partly cloudy\" }\n"
        "@attribute 'wind speed' REAL\n@attribute town string\n@attribute play {yes, no}\n@DATA\n\n"
        "sunny, 3.5 , 'New York',yes\n% another\n\"partly cloudy\",?,Oslo,no\n?, 1e3,?,?\n"
    )
    schema, rows = read_arff(path)
    assert schema["outlook"].values == ("sunny", "partly cloudy")
    assert schema["town"].kind is AttributeKind.STRING
    assert [attribute.name for attribute in schema.classes] == ["play"]
    assert rows.rows() == [
        ("sunny", 3.5, "New York", "yes"),
        ("partly cloudy", None, "Oslo", "no"),
        (None, 1000.0, None, None),
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{SB,BB,BU,INVALID}", "{SB,BB,BTN,INVALID}", "HERO_POSITION has other values: 'BTN' is none of 'SB', 'BB'"),
        ("{SB,BB,BU,INVALID}", "{SB,BB,BU}", "HERO_POSITION has other values: 'INVALID' is missing"),
        ("{SB,BB,BU,INVALID}", "{BB,SB,BU,INVALID}", "their order is not 'SB', 'BB', 'BU', 'INVALID'"),
        ("POT_SIZE numeric", "POT_SIZE string", "attribute POT_SIZE is string, not numeric"),
        ("POT_SIZE numeric", "POT numeric", "attribute POT_SIZE is missing"),
        ("POT_SIZE numeric", "POT_SIZE date", "line 4: attribute POT_SIZE is of the kind 'date'"),
        ("@data", "@date", "'@date' is no @relation, @attribute or @data"),
        ("@data", "", "there is no @data|cannot be read|is no @relation"),
        ("{SB,BB,BU,INVALID}", "{SB,BB,SB}", "line 5: attribute HERO_POSITION: a value is listed twice"),
    ],
)
def test_a_header_with_other_attributes_is_one_clear_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "flop.arff"
    write_arff(path, SCHEMA, [random_frame(3, 1)], class_attribute=ACTION)
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(DatasetError, match=message) as caught:
        read_arff(path, expected=EXPECTED)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("0.5,10,SB,r,0.2,RAISE,1", "line 12: 7 values for 6 attributes"),
        ("0.5,10,XX,r,0.2,RAISE", "line 12: HERO_POSITION is 'XX', which is none of its values"),
        ("0.5,ten,SB,r,0.2,RAISE", "line 12: POT_SIZE is 'ten', which is no number"),
        ("0.5,nan,SB,r,0.2,RAISE", "line 12: POT_SIZE is 'nan', which is no number"),
        ("{1 10}", "line 12: this is a sparse row"),
    ],
)
def test_a_wrong_row_is_named_by_its_line(tmp_path: Path, row: str, message: str) -> None:
    path = tmp_path / "flop.arff"
    write_arff(path, SCHEMA, [], class_attribute=ACTION)
    path.write_text(path.read_text() + f"0.5,10,SB,r,0.2,RAISE\n{row}\n")
    with pytest.raises(DatasetError, match=message):
        read_arff(path, expected=EXPECTED)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"none.arff: No such file"):
        read_arff(tmp_path / "none.arff")
