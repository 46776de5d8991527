"""Splits for cross-validation. Decisions with the same cards stay together: repeated cards would give answers away."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import DatasetError
from railbird.rng import generator

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

DEFAULT_FOLDS = 7


def folds_by_card_set(card_sets: pl.Series, folds: int) -> NDArray[np.int64]:
    """The fold of each row: the sets in their natural order, in parts of equal size (Kischka 2014, 5.2.2)."""
    names = sorted(card_sets.unique().to_list(), key=_natural_key)
    if len(names) < folds:
        raise DatasetError(
            f"{len(names)} sets of cards are too few for {folds} folds: give fewer folds, or convert more matches"
        )
    fold_of = {name: place * folds // len(names) for place, name in enumerate(names)}
    return np.asarray(card_sets.replace_strict(fold_of).to_numpy(), dtype=np.int64)


def folds_by_row(count: int, folds: int, *, seed: int) -> NDArray[np.int64]:
    """The fold of each row, at random: for comparison only, because it leaks."""
    if count < folds:
        raise DatasetError(f"{count} rows are too few for {folds} folds: give fewer folds")
    return generator(seed).permutation(np.arange(count) % folds)


def _natural_key(name: str) -> list[tuple[int, str]]:
    """Sort `ring9` before `ring10`."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]
