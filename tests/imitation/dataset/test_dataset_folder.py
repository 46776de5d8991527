"""Datasets: chunks to folders and back, resuming, damage, and what learners may never see."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import polars as pl
import pytest

from imitation.tables import ACTION, AMOUNT, SCHEMA, random_frame
from railbird.errors import DatasetError
from railbird.imitation.dataset import (
    Attribute,
    AttributeKind,
    AttributePrefix,
    AttributeSchema,
    Dataset,
    DatasetWriter,
)

if TYPE_CHECKING:
    from pathlib import Path

SCHEMAS = {"preflop": SCHEMA, "flop": SCHEMA}
ABOUT = {"hero": "akuma", "logs": ["a.log", "b.log"]}


def written(folder: Path) -> DatasetWriter:
    writer = DatasetWriter.create(folder, SCHEMAS, about=ABOUT)
    for number in range(3):
        writer.write_chunk(f"{number:03}", {"preflop": random_frame(20, number), "flop": random_frame(0, 9)})
    return writer


def test_chunks_are_read_back_in_order(tmp_path: Path) -> None:
    dataset = written(tmp_path / "data").finish(more={"skipped": 2})
    assert dataset.streets == ["preflop", "flop"]
    assert dataset.schema("preflop") == SCHEMA
    assert dataset.about == {**ABOUT, "skipped": 2}
    rows = dataset.frame("preflop")
    assert rows.equals(pl.concat([random_frame(20, number) for number in range(3)]))
    assert dataset.row_count("preflop") == 60
    assert dataset.row_count("flop") == 0
    assert dataset.frame("flop", ["POT_SIZE"]).schema == {"POT_SIZE": pl.Float64}


def test_an_unfinished_dataset_is_refused_and_resumed(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    written(folder)
    (folder / "preflop" / ".003.parquet.abc").write_text("cut off")
    (folder / "flop" / "002.parquet").unlink()
    with pytest.raises(DatasetError, match="is unfinished: run the same conversion again"):
        Dataset.open(folder)
    writer = DatasetWriter.create(folder, SCHEMAS, about=ABOUT)
    assert writer.written_chunks() == {"000", "001"}
    assert not list(folder.glob("*/.*"))
    with pytest.raises(DatasetError, match="an unfinished dataset of other logs"):
        DatasetWriter.create(folder, SCHEMAS, about={"hero": "other"})
    with pytest.raises(DatasetError, match="an unfinished dataset with other attributes"):
        DatasetWriter.create(folder, {"preflop": SCHEMA}, about=ABOUT)
    writer.finish()
    with pytest.raises(DatasetError, match="is a finished dataset"):
        DatasetWriter.create(folder, SCHEMAS, about=ABOUT)


def test_wrong_columns_are_refused_before_they_are_written(tmp_path: Path) -> None:
    writer = DatasetWriter.create(tmp_path / "data", {"flop": SCHEMA}, about={})
    good = random_frame(5, 1)
    for frame, message in [
        (good.drop("hand"), "column hand is missing"),
        (good.with_columns(more=1), "column more is not in the schema"),
        (good.with_columns(pl.col("POT_SIZE").cast(pl.Int64)), "column POT_SIZE has type Int64, not Float64"),
        (good.with_columns(POT_SIZE=float("nan")), "column POT_SIZE has NaN"),
    ]:
        with pytest.raises(DatasetError, match=message):
            writer.write_chunk("0", {"flop": frame})
    assert writer.written_chunks() == set()
    with pytest.raises(DatasetError, match="cannot be called hand"):
        DatasetWriter.create(tmp_path / "other", {"flop": AttributeSchema((Attribute("hand"),))}, about={})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is damaged"),
        ("[]", "is damaged, or from another version"),
        ('{"format": 9, "is_finished": true, "about": {}, "streets": {}}', "has format 9: this version reads format 1"),
        ('{"format": 1, "is_finished": true, "about": {}, "streets": []}', "streets is no table"),
        ('{"format": 1, "is_finished": true, "about": {}, "streets": {"flop": [{}]}}', "attributes cannot be read"),
    ],
)
def test_a_damaged_description_is_one_line(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "dataset.json").write_text(content)
    with pytest.raises(DatasetError, match=message) as caught:
        Dataset.open(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_folder_without_a_dataset(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"is no dataset: it has no dataset\.json"):
        Dataset.open(tmp_path)
    (tmp_path / "letter.txt").touch()
    with pytest.raises(DatasetError, match="has other files in it"):
        DatasetWriter.create(tmp_path, SCHEMAS, about={})


def test_files_with_other_columns_are_refused(tmp_path: Path) -> None:
    dataset = written(tmp_path).finish()
    about = json.loads((tmp_path / "dataset.json").read_text())
    about["streets"]["preflop"].pop()
    (tmp_path / "dataset.json").write_text(json.dumps(about))
    with pytest.raises(DatasetError, match=r"000.parquet: its columns are not those of dataset.json"):
        Dataset.open(tmp_path).frame("preflop")
    with pytest.raises(DatasetError, match="has no street 'turn': it has preflop, flop"):
        dataset.frame("turn")


def test_only_what_is_known_in_time_and_is_not_the_answer_is_an_input() -> None:
    names = [attribute.name for attribute in SCHEMA.inputs]
    assert names == ["ALL_IN_EQUITY", "POT_SIZE", "HERO_POSITION", "FLOP_ACTION", "HISTORY_VPIP_OPPONENT_0"]
    for name, why in [
        ("FUTURE_HERO_OUTCOME", "known only when the hand is over"),
        (ACTION, "it is what is predicted"),
        (AMOUNT, "it is what is predicted"),
        ("NOTE", "it is text"),
    ]:
        with pytest.raises(DatasetError, match=why):
            SCHEMA.chosen_inputs(["POT_SIZE", name])
    with pytest.raises(DatasetError, match=r"there is no attribute POTSIZE: did you mean POT_SIZE\?"):
        SCHEMA.chosen_inputs(["POTSIZE"])


def test_an_attribute_of_the_future_cannot_be_declared_as_present() -> None:
    with pytest.raises(DatasetError, match="its name says future"):
        Attribute("FUTURE_HERO_OUTCOME", prefix=AttributePrefix.PRESENT)


@pytest.mark.parametrize(
    ("kind", "values", "message"),
    [
        (AttributeKind.NOMINAL, (), "nominal attributes have values, and no others"),
        (AttributeKind.NUMERIC, ("1",), "nominal attributes have values, and no others"),
        (AttributeKind.NOMINAL, ("a", "a"), "listed twice"),
        (AttributeKind.NOMINAL, ("a", "?"), "is no value"),
        (AttributeKind.NOMINAL, tuple(map(str, range(40_000))), "40,000 values, but at most 32,767"),
    ],
)
def test_wrong_values_of_attributes(kind: AttributeKind, values: tuple[str, ...], message: str) -> None:
    with pytest.raises(DatasetError, match=message):
        Attribute("DRAWS", kind, values)


def test_no_name_twice() -> None:
    with pytest.raises(DatasetError, match="attribute FOLDS is listed twice"):
        AttributeSchema((Attribute("FOLDS"), Attribute("POT_ODDS"), Attribute("FOLDS")))
