"""A dataset: a table of decisions for each street, as Parquet files in a folder, with a file that describes them.

    FOLDER/dataset.json           format, attributes of each street, where the decisions come from
    FOLDER/preflop/CHUNK.parquet  the rows of a chunk: key columns, then a column for each attribute

Chunks are written whole and independently of each other, by one process or by several. A dataset that is not finished
is resumed with its missing chunks.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from railbird import __version__
from railbird.errors import DatasetError
from railbird.files import remove_unfinished, written_whole
from railbird.imitation.dataset.attribute_schema import Attribute, AttributeKind, AttributeSchema

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

KEY_COLUMNS = {"match": pl.String(), "card_set": pl.String(), "hand": pl.Int64(), "decision": pl.Int32()}
"""Which decision a row is: the match, its set of cards (for splits), the hand, and the hero's decision in the hand."""
_FORMAT = 1
_ABOUT = "dataset.json"
_SUFFIX = ".parquet"


def column_type(attribute: Attribute) -> pl.DataType:
    """The Polars type of an attribute's column. A missing value is null, never NaN."""
    if attribute.kind is AttributeKind.NOMINAL:
        return pl.Enum(attribute.values)
    return pl.Float64() if attribute.kind is AttributeKind.NUMERIC else pl.String()


def column_types(schema: AttributeSchema) -> dict[str, pl.DataType]:
    """The names and types of all columns: keys first."""
    return {**KEY_COLUMNS, **{attribute.name: column_type(attribute) for attribute in schema.attributes}}


@dataclass(frozen=True)
class DatasetWriter:
    """Writes a dataset, chunk by chunk. It can be sent to worker processes; each of them writes its own chunks."""

    folder: Path
    schemas: Mapping[str, AttributeSchema]
    """The attributes of each street."""
    about: Mapping[str, object]
    """Where the decisions come from, as JSON values: hero, game, logs."""

    @classmethod
    def create(
        cls, folder: Path, schemas: Mapping[str, AttributeSchema], *, about: Mapping[str, object]
    ) -> DatasetWriter:
        """Begin a dataset, or go on with an unfinished one that has the same attributes and sources."""
        writer = cls(folder, schemas, about)
        for street, schema in schemas.items():
            for name in schema.names:
                if name in KEY_COLUMNS:
                    raise DatasetError(f"{street}: an attribute cannot be called {name}: that is a key column")
        if (folder / _ABOUT).exists():
            writer._check_unfinished()
        elif folder.exists() and any(folder.iterdir()):
            raise DatasetError(f"{folder} has other files in it: give a new or an empty folder")
        else:
            writer._write_about(is_finished=False)
        for street in schemas:
            (folder / street).mkdir(exist_ok=True)
            remove_unfinished(folder / street, f"*{_SUFFIX}")
        return writer

    @classmethod
    def join(
        cls, folder: Path, schemas: Mapping[str, AttributeSchema], *, about: Mapping[str, object]
    ) -> DatasetWriter:
        """Add to a dataset that grows, perhaps written by several processes at once; it can be read at any time.

        Raise DatasetError if the folder has something else in it.
        """
        writer = cls(folder, schemas, about)
        if not (folder / _ABOUT).exists():
            if folder.exists() and any(path.name not in schemas for path in folder.iterdir() if path.name[0] != "."):
                raise DatasetError(f"{folder} has other files in it: give a new or an empty folder")
            writer._write_about(is_finished=True)
        present = _read_about(folder)
        if _read_schemas(folder, present) != dict(schemas) or present["about"] != json.loads(json.dumps(about)):
            raise DatasetError(f"{folder} is a dataset of other decisions or other attributes: give another folder")
        for street in schemas:
            (folder / street).mkdir(exist_ok=True)
        return writer

    def written_chunks(self) -> set[str]:
        """The names of the chunks that are there for all streets."""
        names = [{path.stem for path in (self.folder / street).glob(f"*{_SUFFIX}")} for street in self.schemas]
        return set.intersection(*names)

    def write_chunk(self, name: str, frames: Mapping[str, pl.DataFrame]) -> None:
        """Write the rows of a chunk, of all streets. Chunks are read in the order of their names."""
        for street, schema in self.schemas.items():
            frame = checked_frame(frames[street], schema, place=f"{self.folder}, {street}, chunk {name}")
            with written_whole(self.folder / street / f"{name}{_SUFFIX}") as file:
                frame.write_parquet(file)

    def finish(self, *, more: Mapping[str, object] | None = None) -> Dataset:
        """Declare the dataset complete, with more about it (what was skipped)."""
        self._write_about(is_finished=True, more=more or {})
        return Dataset.open(self.folder)

    def _write_about(self, *, is_finished: bool, more: Mapping[str, object] | None = None) -> None:
        content = {
            "format": _FORMAT,
            "railbird": __version__,
            "is_finished": is_finished,
            "about": {**self.about, **(more or {})},
            "streets": {street: schema.as_json() for street, schema in self.schemas.items()},
        }
        with written_whole(self.folder / _ABOUT) as file:
            file.write(json.dumps(content, indent=1).encode())

    def _check_unfinished(self) -> None:
        present = _read_about(self.folder)
        if present["is_finished"]:
            raise DatasetError(f"{self.folder} is a finished dataset: give another folder, or remove it")
        if _read_schemas(self.folder, present) != dict(self.schemas):
            raise DatasetError(f"{self.folder} is an unfinished dataset with other attributes: give another folder")
        if present["about"] != json.loads(json.dumps(self.about)):
            raise DatasetError(f"{self.folder} is an unfinished dataset of other logs: give another folder")


def checked_frame(frame: pl.DataFrame, schema: AttributeSchema, *, place: str) -> pl.DataFrame:
    """The frame with its columns in the order of the schema; raise if columns or types are others."""
    types = column_types(schema)
    if missing := [name for name in types if name not in frame.columns]:
        raise DatasetError(f"{place}: column {missing[0]} is missing")
    if more := [name for name in frame.columns if name not in types]:
        raise DatasetError(f"{place}: column {more[0]} is not in the schema")
    present = frame.schema  # which is made anew each time it is asked for
    for name, kind in types.items():
        if present[name] != kind:
            raise DatasetError(f"{place}: column {name} has type {present[name]}, not {kind}")
        if kind == pl.Float64 and frame[name].is_nan().any():
            raise DatasetError(f"{place}: column {name} has NaN, but a missing value is null")
    return frame.select(list(types))


@dataclass(frozen=True)
class Dataset:
    """A finished dataset."""

    folder: Path
    schemas: Mapping[str, AttributeSchema]
    about: Mapping[str, object]

    @classmethod
    def open(cls, folder: Path) -> Dataset:
        """Open a dataset; raise DatasetError if there is none, or an unfinished one, or one of another version."""
        content = _read_about(folder)
        if not content["is_finished"]:
            raise DatasetError(f"{folder} is unfinished: run the same conversion again, which goes on with it")
        about = content["about"]
        if not isinstance(about, dict):
            raise DatasetError(f"{folder / _ABOUT} is damaged: about is no table")
        return cls(folder, _read_schemas(folder, content), about)

    @property
    def streets(self) -> list[str]:
        """The streets, in order."""
        return list(self.schemas)

    def schema(self, street: str) -> AttributeSchema:
        """The attributes of a street."""
        if street not in self.schemas:
            raise DatasetError(f"{self.folder} has no street {street!r}: it has {', '.join(self.schemas)}")
        return self.schemas[street]

    def scan(self, street: str) -> pl.LazyFrame:
        """All rows of a street, read when they are collected."""
        types = column_types(self.schema(street))
        files = self._files(street)
        if not files:
            return pl.DataFrame(schema=types).lazy()
        stored_types = pl.read_parquet_schema(files[0])
        if dict(stored_types) != types:
            raise DatasetError(f"{files[0]}: its columns are not those of {_ABOUT}")
        return pl.scan_parquet(files)

    def frame(self, street: str, columns: Iterable[str] | None = None) -> pl.DataFrame:
        """The rows of a street, with these columns (default: all)."""
        rows = self.scan(street)
        return (rows if columns is None else rows.select(list(columns))).collect()

    def frames(self, street: str) -> Iterator[pl.DataFrame]:
        """The rows of a street, chunk by chunk."""
        yield from map(pl.read_parquet, self._files(street))

    def row_count(self, street: str) -> int:
        """The number of decisions of a street."""
        return int(self.scan(street).select(pl.len()).collect().item())

    def _files(self, street: str) -> list[Path]:
        return sorted((self.folder / street).glob(f"*{_SUFFIX}"))


def is_finished(folder: Path) -> bool:
    """Whether there is a finished dataset in a folder."""
    return (folder / _ABOUT).exists() and bool(_read_about(folder)["is_finished"])


def _read_about(folder: Path) -> dict[str, object]:
    path = folder / _ABOUT
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise DatasetError(f"{folder} is no dataset: it has no {_ABOUT}") from None
    except OSError as error:
        raise DatasetError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise DatasetError(f"{path} is damaged: {error}") from None
    keys = {"format", "is_finished", "about", "streets"}
    if not isinstance(content, dict) or not keys <= set(content):
        raise DatasetError(f"{path} is damaged, or from another version: {', '.join(sorted(keys))} are needed")
    if content["format"] != _FORMAT:
        raise DatasetError(f"{path} has format {content['format']}: this version reads format {_FORMAT}")
    return content


def _read_schemas(folder: Path, content: Mapping[str, object]) -> dict[str, AttributeSchema]:
    streets = content["streets"]
    if not isinstance(streets, dict):
        raise DatasetError(f"{folder / _ABOUT} is damaged: streets is no table")
    try:
        return {
            street: AttributeSchema(tuple(map(Attribute.of_json, attributes))) for street, attributes in streets.items()
        }
    except (KeyError, TypeError, ValueError) as error:
        raise DatasetError(f"{folder / _ABOUT} is damaged: its attributes cannot be read: {error}") from None
