"""Writes tables of decisions as ARFF (attribute-relation file format), which Weka opens."""

from __future__ import annotations

import re
from typing import IO, TYPE_CHECKING

import polars as pl

from railbird.files import written_whole
from railbird.imitation.dataset.attribute_schema import MISSING, AttributeKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from railbird.imitation.dataset.attribute_schema import Attribute, AttributeSchema

_PLAIN = re.compile(r"[^\s,{}%'\"\\?]+")
_SPECIAL = re.compile(r"([\\'])")


def write_arff(
    path: Path,
    schema: AttributeSchema,
    frames: Iterable[pl.DataFrame],
    *,
    class_attribute: str,
    inputs: Iterable[str] | None = None,
    relation: str = "decisions",
) -> None:
    """Write the inputs (default: all that learners may see) and the class attribute, which comes last as Weka expects.

    Key columns, other class attributes and attributes of the future are left out, because Weka would learn from them.
    """
    attributes = [*schema.chosen_inputs(inputs), schema[class_attribute]]
    with written_whole(path) as file:
        file.write(_header(relation, attributes).encode())
        for frame in frames:
            _write_rows(file, frame, attributes)


def _header(relation: str, attributes: Sequence[Attribute]) -> str:
    lines = [f"@relation {quoted_word(relation)}", ""]
    lines += [f"@attribute {quoted_word(attribute.name)} {_type_text(attribute)}" for attribute in attributes]
    return "\n".join([*lines, "", "@data", ""])


def _type_text(attribute: Attribute) -> str:
    if attribute.kind is AttributeKind.NOMINAL:
        return "{" + ",".join(map(quoted_word, attribute.values)) + "}"
    return attribute.kind.value


def quoted_word(text: str) -> str:
    """The text as ARFF writes it: in quotation marks if it would be read differently without them."""
    if _PLAIN.fullmatch(text):
        return text
    return "'" + _SPECIAL.sub(r"\\\1", text).replace("\n", "\\n").replace("\t", "\\t") + "'"


def _write_rows(file: IO[bytes], frame: pl.DataFrame, attributes: Sequence[Attribute]) -> None:
    columns = [_text_column(frame[attribute.name], attribute) for attribute in attributes]
    pl.DataFrame(columns).write_csv(file, include_header=False, null_value=MISSING, quote_style="never")


def _text_column(column: pl.Series, attribute: Attribute) -> pl.Series:
    """The column as it is written; numbers are written in the shortest form that is read as the same number."""
    if attribute.kind is AttributeKind.NUMERIC:
        return column
    if attribute.kind is AttributeKind.STRING:
        return column.map_elements(quoted_word, return_dtype=pl.String)
    words = pl.Series(column.name, [quoted_word(value) for value in attribute.values], dtype=pl.String)
    return words.gather(column.to_physical().cast(pl.Int64))
