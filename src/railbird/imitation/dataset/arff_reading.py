"""Reads ARFF files strictly: what is not understood, or is not a value of its attribute, is an error with its line."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from itertools import islice
from typing import IO, TYPE_CHECKING

import polars as pl

from railbird.errors import DatasetError
from railbird.imitation.dataset.attribute_schema import (
    CLASS_PREFIX,
    MISSING,
    Attribute,
    AttributeKind,
    AttributePrefix,
    AttributeSchema,
)
from railbird.imitation.dataset.dataset_folder import column_type

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_ROWS = 20_000
"""Rows in a frame."""
_NUMERIC = ("numeric", "real", "integer")
_WORD = re.compile(r"""\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s,{}%'"]+))""")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


@dataclass(frozen=True)
class ArffFile:
    """An ARFF file whose header has been read."""

    path: Path
    relation: str
    schema: AttributeSchema
    data_line: int
    """The number of the first line after `@data`."""

    @classmethod
    def open(cls, path: Path, *, expected: AttributeSchema | None = None) -> ArffFile:
        """Read the header. With `expected`, raise unless these attributes are in it, with their kinds and values.

        Without it, an attribute is a class if its name begins with CLASS_, or if it is the last and there is none.
        """
        attributes: list[Attribute] = []
        relation = ""
        with _opened(path) as file:
            for number, line in enumerate(file, start=1):
                word = line.strip()
                lowered = word.lower()
                if not word or word.startswith("%"):
                    continue
                if lowered.startswith("@relation"):
                    relation = _words(word[len("@relation") :], path, number)[0]
                elif lowered.startswith("@attribute"):
                    attributes.append(_read_attribute(word[len("@attribute") :], path, number))
                elif lowered == "@data":
                    return cls(path, relation, _schema(path, attributes, expected), number + 1)
                else:
                    raise DatasetError(f"{path}, line {number}: {word[:40]!r} is no @relation, @attribute or @data")
        raise DatasetError(f"{path}: there is no @data")

    def frames(self, rows: int = _ROWS) -> Iterator[pl.DataFrame]:
        """The data in frames of at most `rows` rows, with a column for each attribute and no key columns."""
        with _opened(self.path) as file:
            for _ in range(self.data_line - 1):
                next(file)
            lines = enumerate(file, start=self.data_line)
            kept = ((number, line) for number, line in lines if line.strip() and not line.lstrip().startswith("%"))
            while block := list(islice(kept, rows)):
                yield self._frame([line for _, line in block], [number for number, _ in block])

    def _frame(self, lines: list[str], numbers: list[int]) -> pl.DataFrame:
        width = len(self.schema.attributes)
        rows: list[list[str]] = []
        for line, number in zip(lines, numbers, strict=True):
            cells = _cells(line, self.path, number)
            if len(cells) != width:
                raise DatasetError(f"{self.path}, line {number}: {len(cells)} values for {width} attributes")
            rows.append(cells)
        columns = zip(*rows, strict=True)
        return pl.DataFrame(
            [
                self._column(attribute, list(cells), numbers)
                for attribute, cells in zip(self.schema.attributes, columns, strict=True)
            ]
        )

    def _column(self, attribute: Attribute, cells: list[str], numbers: list[int]) -> pl.Series:
        words = pl.Series(attribute.name, [None if cell == MISSING else cell for cell in cells], dtype=pl.String)
        column = words.cast(column_type(attribute), strict=False)
        if attribute.kind is AttributeKind.NUMERIC:
            column = column.fill_nan(None)
        wrong = (column.is_null() & words.is_not_null()).arg_true()
        if len(wrong):
            place = int(wrong[0])
            what = "no number" if attribute.kind is AttributeKind.NUMERIC else "none of its values"
            raise DatasetError(
                f"{self.path}, line {numbers[place]}: {attribute.name} is {cells[place]!r}, which is {what}"
            )
        return column


def read_arff(path: Path, *, expected: AttributeSchema | None = None) -> tuple[AttributeSchema, pl.DataFrame]:
    """The attributes and all rows of an ARFF file."""
    file = ArffFile.open(path, expected=expected)
    empty = pl.DataFrame(schema={attribute.name: column_type(attribute) for attribute in file.schema.attributes})
    return file.schema, pl.concat([empty, *file.frames()])


def _opened(path: Path) -> IO[str]:
    try:
        return path.open(encoding="utf-8", newline=None)
    except OSError as error:
        raise DatasetError(f"{path}: {error.strerror}") from None


def _words(text: str, path: Path, number: int) -> list[str]:
    """Words, in quotation marks or not, separated by space or commas."""
    words, place = [], 0
    text = text.strip()
    while place < len(text):
        match = _WORD.match(text, place)
        if match is None:
            raise DatasetError(f"{path}, line {number}: {text[place : place + 40]!r} cannot be read")
        single, double, plain = match.groups()
        words.append(plain if plain is not None else _unescaped(single if single is not None else double))
        place = match.end()
        while place < len(text) and text[place] in " \t,":
            place += 1
    return words


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[1]), text)


def _read_attribute(text: str, path: Path, number: int) -> Attribute:
    match = _WORD.match(text)
    if match is None:
        raise DatasetError(f"{path}, line {number}: an attribute without a name")
    name = _words(match[0], path, number)[0]
    kind = text[match.end() :].strip()
    prefix = AttributePrefix.of(name)
    try:
        if kind.startswith("{") and kind.endswith("}"):
            values = tuple(_words(kind[1:-1], path, number))
            return Attribute(name, AttributeKind.NOMINAL, values, prefix)
        if kind.lower() in _NUMERIC:
            return Attribute(name, AttributeKind.NUMERIC, prefix=prefix)
        if kind.lower() == "string":
            return Attribute(name, AttributeKind.STRING, prefix=prefix)
    except DatasetError as error:
        raise DatasetError(f"{path}, line {number}: {error}") from None
    raise DatasetError(
        f"{path}, line {number}: attribute {name} is of the kind {kind[:40]!r}: numeric, string and a list of values "
        "in braces are understood"
    )


def _schema(path: Path, attributes: list[Attribute], expected: AttributeSchema | None) -> AttributeSchema:
    if not attributes:
        raise DatasetError(f"{path}: there is no @attribute")
    if expected is not None:
        return _as_expected(path, attributes, expected)
    are_classes = [attribute.name.startswith(CLASS_PREFIX) for attribute in attributes]
    if not any(are_classes):
        are_classes[-1] = True
    return AttributeSchema(
        tuple(
            Attribute(attribute.name, attribute.kind, attribute.values, attribute.prefix, is_class)
            for attribute, is_class in zip(attributes, are_classes, strict=True)
        )
    )


def _as_expected(path: Path, attributes: list[Attribute], expected: AttributeSchema) -> AttributeSchema:
    """The attributes of the file; raise if an expected one is missing, or has another kind or other values."""
    names = {attribute.name for attribute in attributes}
    if missing := [name for name in expected.names if name not in names]:
        raise DatasetError(f"{path}: attribute {missing[0]} is missing")
    by_name = {attribute.name: attribute for attribute in expected.attributes}
    for attribute in attributes:
        right = by_name.get(attribute.name, attribute)
        if attribute.kind is not right.kind:
            raise DatasetError(f"{path}: attribute {attribute.name} is {attribute.kind}, not {right.kind}")
        if attribute.values != right.values:
            raise DatasetError(f"{path}: attribute {attribute.name} has other values: {_difference(attribute, right)}")
    return AttributeSchema(tuple(by_name.get(attribute.name, attribute) for attribute in attributes))


def _difference(attribute: Attribute, right: Attribute) -> str:
    if more := [value for value in attribute.values if value not in right.values]:
        return f"{more[0]!r} is none of {_some(right.values)}"
    if less := [value for value in right.values if value not in attribute.values]:
        return f"{less[0]!r} is missing"
    return f"their order is not {_some(right.values)}"


def _some(values: tuple[str, ...], most: int = 6) -> str:
    return ", ".join(map(repr, values[:most])) + (", ..." if len(values) > most else "")


def _cells(line: str, path: Path, number: int) -> list[str]:
    """The values of a row. The rows that we write ourselves are read by the quicker reader."""
    if line.startswith("{"):
        raise DatasetError(f"{path}, line {number}: this is a sparse row, which is not understood")
    line = line.strip()
    if '"' in line or " " in line or "\t" in line:
        return _words(line, path, number)
    if "'" not in line:
        return line.split(",")
    try:
        (cells,) = csv.reader([line], quotechar="'", escapechar="\\", doublequote=False)
    except csv.Error as error:
        raise DatasetError(f"{path}, line {number}: {error}") from None
    return cells
