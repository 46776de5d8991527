"""Equity on the flop: the same with tables and without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.equity import equity
from railbird.equity.flop import _stored_tables, flop_equities, flop_equity
from railbird.equity.flop_tables import load_flop_tables, open_flop_tables
from railbird.files import CACHE_VARIABLE
from twins import random_cards

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def deals() -> np.ndarray:
    rng = np.random.default_rng(1755)
    return np.array([random_cards(rng, 5) for _ in range(50)], dtype=np.uint8)


@pytest.fixture(autouse=True)
def read_tables_afresh() -> Iterator[None]:
    """They are kept for the process, from whichever folder they came."""
    _stored_tables.cache_clear()
    yield
    _stored_tables.cache_clear()


@pytest.mark.parametrize("opponents", [1, 2])
def test_tables_change_nothing(
    deals: np.ndarray, opponents: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_flop_tables()
    looked_up = [flop_equity(row[:2], row[2:], opponents=opponents) for row in deals.tolist()]
    array_looked_up = flop_equities(deals, opponents=opponents)

    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    _stored_tables.cache_clear()
    assert load_flop_tables() is None
    assert looked_up == [flop_equity(row[:2], row[2:], opponents=opponents) for row in deals.tolist()]
    assert array_looked_up == pytest.approx(flop_equities(deals, opponents=opponents), abs=1e-15)
    assert array_looked_up == pytest.approx(looked_up, abs=1e-15)


@pytest.mark.parametrize("opponents", [1, 2])
def test_flop_equities_are_those_of_the_front_door(deals: np.ndarray, opponents: int) -> None:
    for row in deals.tolist():
        expected = equity([row[:2]], board=row[2:], opponents=opponents).players[0].equity
        assert flop_equity(row[:2], row[2:], opponents=opponents) == pytest.approx(expected, abs=1e-12)
