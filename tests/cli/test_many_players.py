"""Analysis of logs with very many players."""

from __future__ import annotations

import csv
import json
import random
import subprocess
import sys
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cli.conftest import Command


def log_of_players(players: int, hands: int) -> str:
    """Hands of six, of whom each plays about as often as the others."""
    rng = random.Random(players)
    line = "STATE:{}:r300ffffc/r600c/cc/cc:5d5c|9hQd|8dAs||2c2d|/3c3h4d/Ks/Kc:-50|-600|650|0|0|0:{}\n"
    lines = ["# name/game/hands/seed ring holdem.nolimit.6p.game 0 0\n"]
    for hand in range(hands):
        names = {(5 * hand + place) % players for place in range(5)}
        while len(names) < 6:
            names.add(rng.randrange(players))
        lines.append(line.format(hand, "|".join(f"player{name}" for name in names)))
    return "".join(lines)


def seconds_of_categories(command: Command, path: Path) -> float:
    started = process_time()
    done = command("analyse", path, "--table", "categories")
    assert done.status == 0
    return process_time() - started


@pytest.mark.deep
def test_21_10_analyse_grows_in_a_line_with_the_players(command: Command, tmp_path: Path) -> None:
    few, many = tmp_path / "few.log", tmp_path / "many.log"
    few.write_text(log_of_players(500, 500))
    many.write_text(log_of_players(4_000, 4_000))
    seconds_of_categories(command, few)  # which compiles
    of_few, of_many = (seconds_of_categories(command, path) for path in (few, many))
    assert of_many < 8 * of_few + 1


def test_21_10_the_screen_shows_the_players_with_the_most_hands(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "many.log"
    path.write_text(log_of_players(300, 200))
    done = command("analyse", path, "--table", "results")
    rows = [line.split() for line in done.stdout.splitlines()[2:]]
    assert len(rows) == 100
    hands = [int(row[1]) for row in rows]
    assert hands == sorted(hands, reverse=True)
    assert done.stderr.startswith("railbird: 100 of 300 players are shown, those with the most hands: ")
    named = command("analyse", path, "--table", "results", "--player", "player299", "--player", "player7")
    assert [line.split()[0] for line in named.stdout.splitlines()[2:]] == ["player7", "player299"]
    assert named.stderr == ""
    command("analyse", path, "--table", "results", "--csv", tmp_path)
    assert len((tmp_path / "results.csv").read_text().splitlines()) == 301
    unknown = command("analyse", path, "--player", "x")
    assert unknown.stderr.endswith(" and 280 others\n")


def test_21_10_files_are_written_in_parts(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same files, whether the players are written at once or a few at a time."""
    path = tmp_path / "many.log"
    path.write_text(log_of_players(100, 40))
    whole = command("analyse", path, "--json").stdout
    command("analyse", path, "--csv", tmp_path / "whole")
    monkeypatch.setattr(sys.modules["railbird.cli.analyse_command"], "_AT_ONCE", 7)
    assert command("analyse", path, "--json").stdout == whole
    command("analyse", path, "--csv", tmp_path / "parts")
    files = {file.name: file.read_text() for file in (tmp_path / "parts").iterdir()}
    assert files == {file.name: file.read_text() for file in (tmp_path / "whole").iterdir()}
    rows = json.loads(whole)["tables"]["categories"]
    assert [row["player"] for row in rows[::11]] == [*dict.fromkeys(row["player"] for row in rows)]
    with (tmp_path / "parts" / "categories.csv").open(encoding="utf-8", newline="") as file:
        assert [row["share"] for row in csv.DictReader(file)] == [str(row["share"]) for row in rows]


ANALYSE_AND_MEASURE = """
import sys, time
from benchmarks.peak_memory import peak_bytes
from railbird.cli import main
sys.argv = ["railbird", "analyse", *sys.argv[1:]]
try:
    main()
except SystemExit as end:
    assert not end.code
print(peak_bytes(), time.process_time(), file=sys.stderr)
"""


@pytest.mark.deep
@pytest.mark.alone
@pytest.mark.parametrize(
    ("options", "most"), [((), 20), (("--json",), 40), (("--csv", "tables"), 40)], ids=["screen", "JSON", "CSV"]
)
def test_21_10_120_000_players_take_less_than_20_seconds_and_a_gigabyte(
    tmp_path: Path, options: tuple[str, ...], most: float
) -> None:
    """To write millions of rows into files takes longer: twice the time is allowed."""
    path = tmp_path / "many.log"
    path.write_text(log_of_players(120_000, 120_000))
    given = [str(tmp_path / option) if option == "tables" else option for option in options]
    command = [sys.executable, "-c", ANALYSE_AND_MEASURE, str(path), *given]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True, text=True)
    peak, seconds = done.stderr.splitlines()[-1].split()
    assert int(peak) < 1_000_000_000
    assert float(seconds) < most
