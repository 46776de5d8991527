"""Folds: sets of cards stay together and are cut into equal parts, as in tables 2 to 5 of Kischka 2014."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from railbird.errors import DatasetError
from railbird.imitation.evaluation.folds import folds_by_card_set, folds_by_row


def test_tables_2_to_5_seventy_sets_in_seven_parts_of_ten() -> None:
    sets = pl.Series([f"ring{number}" for number in range(70)]).sample(700, with_replacement=True, seed=1)
    sets = pl.concat([sets, pl.Series([f"ring{number}" for number in range(70)])])
    folds = folds_by_card_set(sets, 7)
    numbers = sets.str.strip_prefix("ring").cast(pl.Int64).to_numpy()
    assert (folds == numbers // 10).all()


def test_no_set_of_cards_is_in_two_folds() -> None:
    sets = pl.Series(np.random.default_rng(2).integers(0, 23, 500).astype(str))
    folds = folds_by_card_set(sets, 7)
    pairs = set(zip(sets.to_list(), folds.tolist(), strict=True))
    assert len(pairs) == 23
    assert set(folds.tolist()) == set(range(7))


def test_folds_by_row_have_equal_size() -> None:
    folds = folds_by_row(703, 7, seed=1)
    assert sorted(np.bincount(folds).tolist()) == [100] * 4 + [101] * 3
    assert (folds == folds_by_row(703, 7, seed=1)).all()


def test_too_few_sets_or_rows() -> None:
    with pytest.raises(DatasetError, match="3 sets of cards are too few for 7 folds"):
        folds_by_card_set(pl.Series(["a", "b", "c", "a"]), 7)
    with pytest.raises(DatasetError, match="4 rows are too few for 7 folds"):
        folds_by_row(4, 7, seed=0)
