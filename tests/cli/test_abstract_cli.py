"""`railbird abstract` as its users meet it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from railbird.abstraction import PercentileBuckets
from railbird.abstraction.build_cost import BuildCost
from railbird.abstraction.hand_values import value_tables, values_path
from railbird.abstraction.percentile.borders import BORDER_FILES
from railbird.abstraction.street_classes import StreetBuckets
from railbird.abstraction.street_classes.build import SHIPPED
from railbird.array_files import write_arrays
from railbird.cards import parse_cards
from railbird.games import game_named

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Command


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of its own."""
    monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path))
    return tmp_path


def test_the_buckets_of_a_hand_are_shown_without_tables(command: Command) -> None:
    done = command("abstract", "show", "AhKh", "--board", "Qs Jh 2d", "--json")
    assert done.status == 0
    answer = json.loads(done.stdout)
    cards = PercentileBuckets(game_named("holdem.limit.2p.reverse_blinds"))
    assert answer["abstraction"] == cards.identity
    before, on_flop = answer["rounds"]
    assert before == pytest.approx(
        {"round": 1, "board": None, "mean": 0.670446, "mean_square": 0.511127, "bucket": 10, "buckets": 10, "class": 9}
    )
    assert on_flop["mean_square"] == pytest.approx(0.471694, abs=1e-6)
    assert on_flop["class"] == cards.class_of(parse_cards("AhKh"), parse_cards("QsJh2d"))
    assert on_flop["class"] == 9 * 10 + on_flop["bucket"] - 1


def test_the_same_as_a_table(command: Command) -> None:
    done = command("abstract", "show", "AhKh", "--board", "Qs Jh 2d", "--buckets", "5,5,5,5")
    heading, first, second, said = done.stdout.splitlines()
    assert heading.split() == ["round", "board", "E[HS]", "E[HS^2]", "bucket", "of", "class"]
    assert first.split() == ["1", "-", "0.67", "0.511", "5", "5", "4"]
    assert second.split()[:5] == ["2", "QsJh2d", "0.641", "0.472", "3"]
    assert said.startswith("percentile(buckets=[5, 5, 5, 5], version=1) of holdem.limit.2p.reverse_blinds")


def test_games_with_few_cards_have_buckets_and_no_strengths(command: Command) -> None:
    done = command("abstract", "show", "AhKh", "--board", "QsJhTd", "--game", "holdem20.limit.2p", "--buckets", "4,3")
    assert done.status == 0
    assert done.stdout.splitlines()[2].split() == ["2", "QsJhTd", "-", "-", "3", "3", "11"]


@pytest.mark.parametrize("cards", SHIPPED[::2], ids=lambda cards: cards.name)
def test_buckets_with_imperfect_recall(command: Command, cards: StreetBuckets[Any]) -> None:
    kind = str(cards.identity["kind"])
    done = command("abstract", "show", "AhKh", "--board", "Qs Jh 2d", "--cards", kind, "--json")
    answer = json.loads(done.stdout)
    assert answer["abstraction"] == cards.identity
    before, on_flop = answer["rounds"]
    assert (before["buckets"], on_flop["buckets"]) == (169, 100)
    assert on_flop["class"] == cards.class_of(parse_cards("AhKh"), parse_cards("QsJh2d"))
    assert on_flop["bucket"] == on_flop["class"] + 1
    assert f"\n{kind}: clusters " in command("abstract", "list").stdout


def test_options_of_buckets_with_imperfect_recall(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    built = []
    monkeypatch.setattr(StreetBuckets, "build", lambda cards, _: built.append(cards.name))
    options = ["--cards", "board-hand", "--boards", "20,6,7", "--buckets", "5,8,9", "--bucket-seed", "3"]
    done = command("abstract", "build", *options)
    assert "169, 100, 48, 63 classes by round" in done.stdout
    assert command("abstract", "build", "--cards", "k-means", "--buckets", "169,7,8,9").status == 0
    assert built == ["board-hand-20x5-6x8-7x9-seed-3", "k-means-169-7-8-9-seed-1"]


def test_what_is_left_to_build_is_said_first(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    built = []
    monkeypatch.setattr(PercentileBuckets, "build", lambda *_: built.append(True))
    done = command("abstract", "build", "--cards", "percentile", "--buckets", "10,10,10,10")
    assert done.status == 0
    assert "10, 100, 1,000, 10,000 classes by round" in done.stdout
    assert "Building takes about 668.3 MB of memory, 368.3 MB on disk and " in done.stderr
    assert built == [True]
    monkeypatch.setattr(PercentileBuckets, "build_cost", lambda _: BuildCost())
    assert "nothing to build" in command("abstract", "build").stdout


def test_kinds_and_built_tables_are_listed(command: Command) -> None:
    listed = command("abstract", "list").stdout
    assert "percentile: nested equal parts by E[HS^2], perfect recall\n" in listed
    assert "  10,10,10,10: shipped\n" in listed
    assert "built" not in listed
    path = BORDER_FILES.path((2, 2, 2, 2))
    write_arrays(path, BORDER_FILES.kind, {}, {})
    assert f"percentile-2-2-2-2: built, 256 bytes, {path}" in command("abstract", "list").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "AhKh", "--board", "Ah Jh 2d"], "Ah"),
        (["show", "AhKh", "--board", "Qs Jh"], "a board has 0, 3, 4 or 5"),
        (["show", "AhKh", "--game", "holdem20.limit.2p", "--buckets", "9"], "holdem20.limit.2p has 2 rounds"),
        (["build", "--buckets", "10,x"], "give a whole number for each round"),
        (["build", "--buckets", "10,10,10,-1"], "give a whole number of at least 1"),
        (["build", "--cards", "percentil"], "did you mean percentile?"),
        (["build", "--game", "holdem"], "holdem"),
        (["build", "--bucket-seed", "3"], "percentile buckets have no seed: their options are buckets"),
        (["build", "--cards", "k-means", "--boards", "9,9,9"], "k-means buckets have no boards"),
        (["build", "--cards", "board-hand", "--boards", "9,x"], "--boards 9,x: give a whole number"),
        (["build", "--cards", "k-means", "--bucket-seed", "-1"], "a seed must be a whole number of at least 0"),
        (
            ["show", "AhKh", "--cards", "k-means", "--buckets", "169,9,9,9"],
            "is not built on this machine: `railbird ",
        ),
        (["show", "AhKh", "--buckets", "9,9,9,9"], "is not built on this machine"),
        (["show", "AhKh", "--cards", "k-means", "--game", "leduc.limit.2p"], "for hold'em with 52 cards"),
    ],
)
def test_bad_input_is_one_line(command: Command, arguments: list[str], message: str) -> None:
    done = command("abstract", *arguments)
    assert (done.status, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert message in done.stderr


def test_too_little_memory_is_one_line(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.abstraction.build_cost.available_memory", lambda: 10**8)
    done = command("abstract", "build")
    assert done.status == 2
    assert "needs 668.3 MB of memory, but 100.0 MB are free" in done.stderr.splitlines()[-1]


def test_damaged_hand_values_are_noticed(command: Command) -> None:
    write_arrays(values_path(), value_tables.VALUES_FILE, {}, {"river_scores": np.zeros(10, dtype=np.uint16)})
    done = command("tables", "check")
    assert done.status == 1
    assert "hand-values: " in done.stderr
    assert "`railbird abstract build` builds it again" in done.stderr
