"""`railbird imitate attributes` and `convert`: what they print and what they refuse."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from imitation.watched_hands import random_hands, write_log
from railbird.games import game_named
from railbird.imitation.dataset import Dataset, read_arff

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Command

LIMIT = game_named("holdem.limit.3p")


def test_attributes_are_listed(command: Command) -> None:
    done = command("imitate", "attributes", "--categories", "ODDS_AND_OUTS,RIVER")
    assert done.stdout.splitlines()[0].split()[:4] == ["section", "attribute", "type", "values"]
    assert "POT_ODDS_TO_ALL_IN_EQUITY_RATIO" in done.stdout
    assert done.stdout.endswith("\n5 attributes\n")
    assert command("imitate", "attributes").stdout.endswith("\n113 attributes\n")


def test_attributes_as_json(command: Command) -> None:
    listed = json.loads(command("imitate", "attributes", "--attributes", "DRAWS", "--json").stdout)
    (draws,) = listed["attributes"]
    assert draws["values"] == ["STRAIGHT_DRAW", "FLUSH_DRAW", "STRAIGHT_AND_FLUSH_DRAW", "NO_DRAW"]
    assert draws["streets"] == ["flop", "turn"]


def test_an_unknown_attribute_is_one_line(command: Command, tmp_path: Path) -> None:
    done = command("imitate", "attributes", "--attributes", "POT_SISE")
    assert (done.status, done.stderr) == (2, "railbird: no attribute POT_SISE: did you mean POT_SIZE?\n")
    log = write_log(tmp_path / "m.log", random_hands(LIMIT, 2, seed=1))
    done = command("imitate", "convert", log, "--hero", "Ann", "--out", tmp_path / "d", "--attributes", "POT_SISE")
    assert (done.status, done.stderr) == (2, "railbird: no attribute POT_SISE: did you mean POT_SIZE?\n")
    assert not (tmp_path / "d").exists()


def test_options_and_a_file_of_a_selection_do_not_mix(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "selection.toml"
    path.write_text("invert = true\n")
    assert command("imitate", "attributes", "--selection", path).stdout.endswith("\n113 attributes\n")
    done = command("imitate", "attributes", "--selection", path, "--no-redundant")
    assert done.status == 2
    assert "cannot be combined" in done.stderr


def test_convert_writes_parquet_and_arff(command: Command, tmp_path: Path) -> None:
    log = write_log(tmp_path / "m.log", random_hands(LIMIT, 20, seed=2))
    done = command("imitate", "convert", log, "--hero", "Ann", "--out", tmp_path / "data", "--arff")
    dataset = Dataset.open(tmp_path / "data")
    rows = {street: dataset.row_count(street) for street in dataset.streets}
    counts = ", ".join(f"{count} {street}" for street, count in rows.items())
    assert done.stdout == f"{tmp_path / 'data'}: {sum(rows.values())} decisions of Ann in 20 hands ({counts})\n"
    assert (done.status, done.stderr) == (0, "")
    schema, frame = read_arff(tmp_path / "data" / "flop.arff")
    inputs = [attribute.name for attribute in dataset.schema("flop").inputs]
    assert schema.names == [*inputs, "CLASS_HERO_ACTION_TAKEN"]
    assert frame.equals(dataset.frame("flop", schema.names))


def test_convert_says_what_it_skipped(command: Command, tmp_path: Path) -> None:
    records = random_hands(LIMIT, 6, seed=3)
    log = write_log(tmp_path / "m.log", records)
    log.write_bytes(log.read_bytes()[:-60])
    other = write_log(tmp_path / "other.log", random_hands(game_named("holdem.nolimit.3p"), 2, seed=3), seed=5)
    done = command("imitate", "convert", log, other, "--hero", "Ann", "--out", tmp_path / "data")
    assert done.status == 1
    assert done.stdout.splitlines()[1:] == ["skipped: 2 hands of another game"]
    assert done.stderr.startswith(f"{log}:6: ")


def test_convert_refuses_what_is_not_there(command: Command, tmp_path: Path) -> None:
    done = command("imitate", "convert", tmp_path / "none.log", "--hero", "Ann", "--out", tmp_path / "data")
    assert (done.status, done.stderr) == (2, f"railbird: {tmp_path / 'none.log'}: no such file or folder\n")
    log = write_log(tmp_path / "m.log", random_hands(LIMIT, 2, seed=4))
    done = command("imitate", "convert", log, "--hero", "Zoe", "--out", tmp_path / "data")
    message = "no hand is played by 'Zoe': the players are 'Ann', 'Bob', 'Cleo'"
    assert (done.status, done.stderr) == (2, f"railbird: {message}\n")
    assert not (tmp_path / "data").exists()
