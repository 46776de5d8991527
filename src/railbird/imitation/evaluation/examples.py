"""Examples to learn from and to be tested on: rows, classes, and the sets of cards that they were played with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from railbird.errors import DatasetError
from railbird.imitation.dataset import OUTCOME, read_arff
from railbird.imitation.selection import choose_inputs
from railbird.rng import generator

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from railbird.imitation.dataset import AttributeSchema, Dataset


@dataclass(frozen=True)
class Examples:
    """Decisions of one street."""

    street: str
    rows: pl.DataFrame
    """The attributes to learn from."""
    target: pl.Series
    card_sets: pl.Series
    outcome: pl.Series | None = None

    def __len__(self) -> int:
        return len(self.rows)

    def take(self, places: NDArray[np.int64]) -> Examples:
        """Only some examples."""
        outcome = None if self.outcome is None else self.outcome[places]
        return Examples(self.street, self.rows[places], self.target[places], self.card_sets[places], outcome)

    def sample(self, share: float, *, seed: int) -> Examples:
        """A random share of the examples, in their order; at least one."""
        if share >= 1:
            return self
        count = max(round(share * len(self)), 1)
        places = generator(seed, len(self)).permutation(len(self))[:count]
        return self.take(np.sort(places))


def examples_of(dataset: Dataset, street: str, *, class_attribute: str, inputs: str) -> Examples:
    """The decisions of a street of a dataset whose class is known."""
    schema = dataset.schema(street)
    check_class(schema, class_attribute, place=f"{dataset.folder}, {street}")
    names = choose_inputs(schema, street, inputs)
    more = [OUTCOME] * (OUTCOME in schema)
    frame = dataset.frame(street, ["card_set", *names, class_attribute, *more])
    frame = frame.filter(pl.col(class_attribute).is_not_null())
    return Examples(
        street,
        frame.select(names),
        frame[class_attribute],
        frame["card_set"],
        frame[OUTCOME] if more else None,
    )


def check_class(schema: AttributeSchema, class_attribute: str, *, place: str) -> None:
    """Raise if there is no such attribute, or if it is nothing to predict."""
    if class_attribute not in schema or not schema[class_attribute].is_class:
        classes = ", ".join(attribute.name for attribute in schema.classes) or "none"
        raise DatasetError(f"{place}: {class_attribute} is no class attribute: the class attributes are {classes}")


def examples_of_arff(path: Path, street: str, *, expected: AttributeSchema, class_attribute: str) -> Examples:
    """The rows of an ARFF file whose class is known, all of one set of cards, because the file does not say which."""
    _, frame = read_arff(path, expected=expected)
    frame = frame.filter(pl.col(class_attribute).is_not_null())
    if frame.is_empty():
        raise DatasetError(f"{path}: there is no row with a value of {class_attribute}")
    names = [attribute.name for attribute in expected.inputs]
    card_sets = pl.Series("card_set", [path.stem] * len(frame), dtype=pl.String)
    return Examples(street, frame.select(names), frame[class_attribute], card_sets)
