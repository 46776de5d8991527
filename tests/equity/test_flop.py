"""Equity on the flop: the same with tables and without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from equity.few_flops import FLOPS, build_flops, random_deals
from railbird.cards import parse_cards
from railbird.equity import equity
from railbird.equity.exact import count_against_random
from railbird.equity.flop import equities_on_flop, flop_equities, flop_equity, stored_flop_tables
from railbird.equity.flop_tables import NAMES, FlopTables, load_flop_tables, table_path, write_flop_table
from railbird.errors import CardError, EquityError, TableError
from railbird.files import CACHE_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def deals() -> np.ndarray:
    return np.array(random_deals(np.random.default_rng(1755), 50), dtype=np.uint8)


@pytest.fixture(scope="module")
def few_flops() -> FlopTables:
    return build_flops(FLOPS)


@pytest.fixture
def stored(few_flops: FlopTables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables of the flops of all deals are in the cache."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "with tables"))
    write_flop_table(few_flops.one, opponents=1)
    write_flop_table(few_flops.two, opponents=2)


@pytest.fixture(autouse=True)
def read_tables_afresh() -> Iterator[None]:
    """They are kept for the process, from whichever folder they came."""
    stored_flop_tables.cache_clear()
    yield
    stored_flop_tables.cache_clear()


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize("opponents", [1, 2])
def test_tables_change_nothing(
    deals: np.ndarray, opponents: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up = [flop_equity(row[:2], row[2:], opponents=opponents) for row in deals.tolist()]
    array_looked_up = flop_equities(deals, opponents=opponents)

    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    stored_flop_tables.cache_clear()
    assert load_flop_tables() is None
    assert looked_up == [flop_equity(row[:2], row[2:], opponents=opponents) for row in deals.tolist()]
    assert array_looked_up == pytest.approx(flop_equities(deals, opponents=opponents), abs=1e-15)
    assert array_looked_up == pytest.approx(looked_up, abs=1e-15)


@pytest.mark.usefixtures("stored")
def test_equities_against_one_and_two_are_those_against_each_with_tables_and_without(
    deals: np.ndarray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = deals.tolist()[:10]
    apart = [tuple(flop_equity(row[:2], row[2:], opponents=opponents) for opponents in (1, 2)) for row in rows]
    assert [equities_on_flop(row[:2], row[2:]) for row in rows] == apart
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    stored_flop_tables.cache_clear()
    assert [equities_on_flop(row[:2], row[2:]) for row in rows] == apart


@pytest.mark.parametrize("opponents", [1, 2])
def test_flop_equities_are_those_of_the_front_door(deals: np.ndarray, opponents: int) -> None:
    for row in deals.tolist():
        expected = equity([row[:2]], board=row[2:], opponents=opponents).players[0].equity
        assert flop_equity(row[:2], row[2:], opponents=opponents) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("opponents", [1, 2])
def test_damaged_tables_are_named_left_alone_and_not_used(
    deals: np.ndarray,
    opponents: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    for number in NAMES:
        table_path(number).write_bytes(b"damage")
    with pytest.raises(TableError, match="is damaged"):
        load_flop_tables()
    expected = [count_against_random(row[:2], row[2:], opponents=opponents).equity for row in deals.tolist()]
    assert [flop_equity(row[:2], row[2:], opponents=opponents) for row in deals.tolist()] == expected
    assert flop_equities(deals, opponents=opponents).tolist() == expected
    (record,) = caplog.records
    assert record.getMessage().startswith(f"{table_path(1)} is damaged")
    assert record.getMessage().endswith("; computing instead. `railbird tables build` builds it again")
    assert {table_path(number).read_bytes() for number in NAMES} == {b"damage"}


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize("with_tables", [True, False])
def test_invalid_flops_are_refused_with_and_without_tables(
    with_tables: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not with_tables:
        monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    with pytest.raises(CardError, match="duplicate card Ah"):
        flop_equity(parse_cards("AhKh"), parse_cards("Ah 2c 3d"), opponents=1)
    with pytest.raises(CardError, match="row 1 of the deals"):
        flop_equities(np.array([[0, 1, 2, 3, 4], [0, 1, 2, 3, 0]], dtype=np.uint8), opponents=2)
    with pytest.raises(EquityError, match="3"):
        flop_equity(parse_cards("AhKh"), parse_cards("Qs Jh 2d"), opponents=3)
