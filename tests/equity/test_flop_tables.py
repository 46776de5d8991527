"""The flop tables: every look-up is the computation, and no damaged file is ever taken for a table."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from equity.few_flops import FLOPS, build_flops, random_deals
from railbird.array_files import write_arrays
from railbird.cards import parse_cards
from railbird.cards.isomorphism import HAND_FLOP
from railbird.equity import flop_tables
from railbird.equity.exact import Counts, count_against_random, run_outs_by_score
from railbird.equity.flop_tables import (
    NAMES,
    TABLE_FILE,
    TOTALS,
    FlopTables,
    load_flop_tables,
    open_flop_tables,
    read_flop_table,
    table_path,
    write_flop_table,
)
from railbird.equity.metrics import final_strength
from railbird.errors import EquityError, TableError
from twins import random_cards

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

SMALL = np.arange(30, dtype=np.uint32).reshape(10, 3) * 1_000_003


@dataclass(frozen=True)
class Part:
    """Tables of which some rows were built: those of a few flops, or all."""

    tables: FlopTables
    flops: tuple[tuple[int, ...], ...]
    """The flops of the rows; empty for all."""

    @property
    def rows(self) -> NDArray[np.int64]:
        """The rows that were built, as indices."""
        return np.flatnonzero(self.tables.one.any(axis=1))

    def random_deals(self, count: int, *, seed: int) -> list[list[int]]:
        """Hands with flops."""
        rng = np.random.default_rng(seed)
        return random_deals(rng, count) if self.flops else [random_cards(rng, 5) for _ in range(count)]


@pytest.fixture(scope="module", params=["three flops", pytest.param("all flops", marks=pytest.mark.deep)])
def part(request: pytest.FixtureRequest) -> Part:
    if request.param == "all flops":
        request.getfixturevalue("built_tables")
        return Part(open_flop_tables(), ())
    return Part(build_flops(FLOPS), FLOPS)


@pytest.fixture(scope="module")
def tables(part: Part) -> FlopTables:
    return part.tables


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tables' folder in an empty cache."""
    monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path))
    folder = tmp_path / "tables"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("deals", [100, pytest.param(400, marks=pytest.mark.deep)])
def test_look_ups_equal_the_computation_to_the_last_digit(part: Part, deals: int) -> None:
    tables = part.tables
    for deal in part.random_deals(deals, seed=1):
        hand, flop = deal[:2], deal[2:]
        for opponents in (1, 2):
            exact = count_against_random(hand, flop, opponents=opponents)
            assert tables.counts(hand, flop, opponents=opponents) == exact
            assert tables.equity(hand, flop, opponents=opponents) == exact.equity


def test_squares_are_those_of_the_scores_of_all_run_outs(part: Part) -> None:
    tables = part.tables
    for deal in part.random_deals(200, seed=2):
        by_score = run_outs_by_score(deal[:2], deal[2:])
        squares = by_score @ np.arange(len(by_score)) ** 2
        assert tables.one[HAND_FLOP.index(deal), 2] == squares


def test_moments_are_those_of_the_final_strength(part: Part) -> None:
    tables = part.tables
    for deal in part.random_deals(200, seed=4):
        final = final_strength(deal[:2], deal[2:])
        assert tables.moments(deal[:2], deal[2:]) == pytest.approx((final.mean, final.mean_square), abs=1e-12)


def test_a_stored_table_is_read_alone(tables: FlopTables, folder: Path) -> None:
    write_flop_table(tables.one, opponents=1)
    write_flop_table(tables.two, opponents=2)
    assert np.array_equal(read_flop_table(1), tables.one)
    assert np.array_equal(read_flop_table(2), tables.two)


@pytest.mark.kernels
@pytest.mark.parametrize("opponents", [1, 2])
def test_equities_of_arrays_equal_those_of_single_hands(part: Part, opponents: int) -> None:
    tables, deals = part.tables, part.random_deals(2_000, seed=3)
    equities = tables.equities(np.array(deals, dtype=np.uint8), opponents=opponents)
    single = [tables.equity(deal[:2], deal[2:], opponents=opponents) for deal in deals]
    assert equities.tolist() == single
    assert tables.equities(np.empty((0, 5), dtype=np.uint8), opponents=opponents).shape == (0,)


def test_a_royal_flush_wins_every_case() -> None:
    hand, flop = parse_cards("AhKh"), parse_cards("QhJhTh")
    tables = build_flops([flop])
    assert tables.counts(hand, flop, opponents=1) == Counts((TOTALS[1], 0), TOTALS[1])
    assert tables.counts(hand, flop, opponents=2) == Counts((TOTALS[2], 0, 0), TOTALS[2])
    assert tables.equity(hand, flop, opponents=1) == tables.equity(hand, flop, opponents=2) == 1
    assert tables.one[HAND_FLOP.index((*hand, *flop)), 2] == 1081 * (2 * 990) ** 2  # the greatest number


def test_no_row_counts_more_than_all_cases_or_nothing(part: Part) -> None:
    tables, rows = part.tables, part.rows
    assert tables.one.shape == tables.two.shape == (HAND_FLOP.size, 3)
    assert part.flops or len(rows) == HAND_FLOP.size
    against_one, two = tables.one[rows, :2].sum(axis=1, dtype=np.int64), tables.two[rows].sum(axis=1, dtype=np.int64)
    assert against_one.min() > 0
    assert against_one.max() <= TOTALS[1]
    assert two.min() > 0
    assert two.max() <= TOTALS[2]


def test_half_of_all_cases_against_one_opponent_are_won(part: Part) -> None:
    sizes = HAND_FLOP.class_sizes(part.rows)
    wins, ties, _ = sizes @ part.tables.one[part.rows].astype(np.int64)
    assert 2 * wins + ties == sizes.sum() * TOTALS[1]


def test_a_third_of_the_pot_against_two_opponents_is_won(part: Part) -> None:
    sizes = HAND_FLOP.class_sizes(part.rows)
    wins, two_way, three_way = (sizes @ part.tables.two[part.rows].astype(np.int64)).tolist()
    assert 6 * wins + 3 * two_way + 2 * three_way == 2 * int(sizes.sum()) * TOTALS[2]


def test_a_row_never_scores_squares_below_those_of_its_mean(tables: FlopTables) -> None:
    wins, ties, squares = tables.one.astype(np.int64).T
    assert (1081 * squares >= (2 * wins + ties) ** 2).all()


@pytest.mark.parametrize("opponents", [0, 3])
def test_there_are_tables_for_one_and_two_opponents_only(tables: FlopTables, opponents: int) -> None:
    with pytest.raises(EquityError, match=f"no flop table for {opponents} opponents: there are tables for 1 and 2"):
        tables.equity(parse_cards("AhKh"), parse_cards("QhJhTh"), opponents=opponents)


def test_missing_tables_are_none(folder: Path) -> None:
    assert load_flop_tables() is None
    write_flop_table(SMALL, opponents=1)
    assert table_path(1).parent == folder
    assert load_flop_tables() is None  # one of two is not enough


@pytest.fixture
def both(folder: Path) -> Path:
    """Small tables under both names; gives the path of the second."""
    for opponents in NAMES:
        write_flop_table(SMALL, opponents=opponents)
    return table_path(2)


def test_a_table_of_another_size_is_noticed(both: Path) -> None:
    with pytest.raises(TableError, match=re.escape(str(table_path(1))) + r" has the shape \(10, 3\)"):
        load_flop_tables()
    with pytest.raises(TableError, match=re.escape(str(both)) + r" has the shape \(10, 3\)"):
        read_flop_table(2)


def test_a_table_under_the_name_of_another_is_noticed(both: Path) -> None:
    shutil.copy(table_path(1), both)
    with pytest.raises(TableError, match=re.escape(str(both)) + f" is the table {NAMES[1]}, not {NAMES[2]}"):
        read_flop_table(2)


def test_a_table_of_another_version_is_noticed(both: Path) -> None:
    write_arrays(both, replace(TABLE_FILE, layout=0), {"name": NAMES[2]}, {"counts": SMALL})
    with pytest.raises(TableError, match=r"layout 0, written by Railbird .* this version reads layout 1"):
        read_flop_table(2)


def test_tables_of_the_former_format_are_ignored(folder: Path) -> None:
    for name in NAMES.values():
        (folder / f"{name}.table").write_bytes(b'{"format": "railbird table 1"}')
    assert load_flop_tables() is None


def test_a_damaged_table_is_built_again(
    part: Part, folder: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Building takes most of a minute of the processor, and is tested above; here the tables are there already."""
    tables = part.tables
    monkeypatch.setattr(flop_tables, "build_flop_tables", lambda *_: (tables.one, tables.two))
    write_flop_table(tables.one, opponents=1)
    write_flop_table(tables.two, opponents=2)
    with table_path(2).open("r+b") as file:
        file.seek(1_000_000)
        file.write(b"damage")
    rebuilt = open_flop_tables()
    assert "flop-two-opponents.arrays is damaged" in caplog.text
    stored = load_flop_tables()
    for opened in (rebuilt, stored):
        assert opened is not None
        assert np.array_equal(opened.one, tables.one)
        assert np.array_equal(opened.two, tables.two)
    assert sorted(path.name for path in folder.iterdir()) == ["flop-one-opponent.arrays", "flop-two-opponents.arrays"]
