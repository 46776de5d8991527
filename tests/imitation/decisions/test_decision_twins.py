"""Every attribute against its plain twin, on random hands and on real logs."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl
import pytest

from games.hands_at_random import nolimit, random_limit
from imitation.plain_attributes import plain_rows
from imitation.watched_hands import random_hands
from railbird.formats.columns import HandColumns
from railbird.formats.logs import open_log
from railbird.formats.old_log import old_game
from railbird.games import game_named
from railbird.imitation.attributes import attributes_of
from railbird.imitation.decisions import STREETS, DecisionReader

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from railbird.games import GameDefinition, HandRecord

pytestmark = pytest.mark.kernels


def check(records: list[HandRecord], hero: str) -> int:
    """Compare all attributes of all decisions with their twins, and return the number of decisions."""
    batches = HandColumns.of_records(records)
    compared = check_batches(batches, hero, plain_rows(records, hero))
    assert compared
    return compared


def check_batches(batches: Iterable[HandColumns], hero: str, expected: list[dict[str, object]]) -> int:
    reader = DecisionReader(hero)
    keyed = {(row["hand"], row["decision"]): row for row in expected}
    compared = 0
    for columns in batches:
        for street, decisions in enumerate(reader.read(columns)):
            for name, definition in attributes_of(columns.game).items():
                if street not in definition.streets or not len(decisions):
                    continue
                column = definition.column(decisions)
                hands = columns.numbers[decisions.arrays.hands].tolist()
                keys = zip(hands, decisions.arrays.numbers.tolist(), strict=True)
                rows = [keyed[key] for key in keys]
                assert {row["street"] for row in rows} == {street}
                check_column(column, [row[name] for row in rows])
            compared += len(decisions)
    assert compared == len(expected)
    return compared


def check_column(column: pl.Series, expected: list[object]) -> None:
    found = column.to_list()
    if column.dtype == pl.Float64:
        for mine, plain in zip(found, expected, strict=True):
            same = mine is None if plain is None else mine == pytest.approx(plain, rel=1e-12, abs=1e-12)
            assert same, (column.name, mine, plain)
    else:
        assert found == expected, column.name


@pytest.mark.parametrize(
    "game",
    [
        game_named("holdem.limit.3p"),
        game_named("holdem.limit.2p.reverse_blinds"),
        game_named("holdem.nolimit.3p"),
        nolimit(300, 900, 2000, 4000, 200, 20_000, antes=(5, 5, 5, 5, 5, 5)),
        old_game(3),
        old_game(3, reverse_blinds=True),
        random_limit(random.Random(1), 4),
    ],
    ids=lambda game: f"{game.name or game.betting}-{game.players}",
)
@pytest.mark.parametrize("hands", [25, pytest.param(400, marks=pytest.mark.deep)])
def test_random_hands(game: GameDefinition, hands: int) -> None:
    check(random_hands(game, hands, seed=game.players + hands), "Ann")


def test_all_streets_are_compared() -> None:
    reader = DecisionReader("Ann")
    (columns,) = HandColumns.of_records(random_hands(game_named("holdem.limit.3p"), 25, seed=28))
    assert all(len(decisions) for decisions in reader.read(columns))
    assert len(STREETS) == 4


@pytest.mark.sample_data
@pytest.mark.parametrize(
    ("name", "hero", "hands"),
    [
        ("acpc/3p.limit.h1000.r0.log", "p2", 60),
        ("acpc/2p.nolimit.h1000.r0.log", "p1", 30),
        ("old/ring30.RandA.RandAB.RandAC.log", "RandAB", 60),
        ("old/limittest0.flapyourwings.allineq_player.Random1.log", "allineq_player", 30),
        pytest.param("acpc/3p.limit.h1000.r0.log", "p1", 400, marks=pytest.mark.deep),
        pytest.param("old/ring30.RandA.RandAB.RandAC.log", "RandA", 400, marks=pytest.mark.deep),
        pytest.param("acpc/real_2016_2p_nolimit.first1500.log", None, 400, marks=pytest.mark.deep),
    ],
)
def test_real_logs(name: str, hero: str | None, hands: int, sample_data: Path) -> None:
    (columns,) = open_log(sample_data / name).columns()
    first = columns[:hands]
    hero = hero or columns.names[0]
    check_batches([first], hero, plain_rows(first, hero))


@pytest.mark.sample_data
def test_hands_of_pluribus(sample_data: Path) -> None:
    paths = sorted((sample_data / "phh" / "pluribus").rglob("*.phh"))[:12]
    records = [replace(next(iter(open_log(path))), number=number) for number, path in enumerate(paths)]
    check(records, "Pluribus")


def test_players_with_the_same_name_have_their_own_history() -> None:
    game = game_named("holdem.limit.3p")
    records = random_hands(game, 20, seed=5)
    same = [replace(record, players=tuple(n if n == "Ann" else "Bob" for n in record.players)) for record in records]
    (columns,) = HandColumns.of_records(same)
    check_batches([columns], "Ann", plain_rows(records, "Ann"))
