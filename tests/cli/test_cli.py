"""The command line as its users meet it: in processes of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import railbird
from railbird.equity import equity
from railbird.equity.flop_tables import NAMES, open_flop_tables, table_path
from railbird.files import CACHE_VARIABLE, cache_folder

if TYPE_CHECKING:
    from pathlib import Path

COMPILING = "Compiling for the first use; the next start will be quick."


def run(*arguments: str, cache: Path | None = None, python: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    if cache is not None:
        environment[CACHE_VARIABLE] = str(cache)
    return subprocess.run(
        [sys.executable, *python, "-m", "railbird", *arguments],
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
        check=False,
    )


def answer(*arguments: str, cache: Path | None = None) -> str:
    done = run(*arguments, cache=cache)
    assert done.returncode == 0, done.stderr
    return done.stdout


def imported(*arguments: str) -> set[str]:
    """The modules that a command imports."""
    done = run(*arguments, python=("-X", "importtime"))
    assert done.returncode == 0
    return {line.rsplit("|", 1)[1].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A cache folder of its own, with both flop tables and with the code that is compiled already."""
    open_flop_tables()
    (tmp_path / "tables").mkdir()
    for opponents in NAMES:
        shutil.copy(table_path(opponents), tmp_path / "tables")
    (tmp_path / "compiled").symlink_to(cache_folder("compiled"))
    return tmp_path


def test_help_names_every_command() -> None:
    text = answer("--help")
    assert "A laboratory for computer poker." in text
    assert all(re.search(rf"\b{command}\b", text) for command in ("equity", "range", "tables"))


@pytest.mark.parametrize("command", [["equity"], ["range"], ["tables"], ["tables", "build"]])
def test_every_command_has_help(command: list[str]) -> None:
    assert f"railbird {' '.join(command)}" in answer(*command, "--help")


def test_version() -> None:
    assert answer("--version") == f"railbird {railbird.__version__}\n"


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["equity", "--help"], ["tables", "--help"]])
def test_nothing_heavy_is_imported_for_an_answer_at_once(arguments: list[str]) -> None:
    modules = imported(*arguments)
    assert "railbird.cli.equity" in modules
    assert not modules & {"numpy", "numba", "rich.progress", "railbird.equity"}


@pytest.mark.parametrize("arguments", [["AhKh", "--opponents", "2"], ["AhKh", "--opponents", "9"], ["AsAh", "KdKc"]])
def test_shipped_answers_need_no_compiler(arguments: list[str]) -> None:
    modules = imported("equity", *arguments)
    assert "numpy" in modules
    assert "numba" not in modules


def test_a_table_of_equities() -> None:
    expected = (
        "hand     equity        win       tie\n"
        "AsAh  81.2555 %  81.0646 %  0.3818 %\n"
        "KdKc  18.7445 %  18.5536 %  0.3818 %\n"
        "exact\n"
    )
    assert answer("equity", "AsAh", "KdKc") == expected


def test_a_sample_shows_its_interval_and_its_seed() -> None:
    text = answer("equity", "AhKh", "--opponents", "3", "--board", "Qs,Jh,2d", "--samples", "10000", "--seed", "1")
    player = equity(["AhKh"], opponents=3, board="Qs Jh 2d", samples=10_000, seed=1).players[0]
    low, high = player.interval
    assert "95 % interval" in text
    assert f"{100 * low:.4f} - {100 * high:.4f}" in text
    assert text.endswith("sampled: 10,000 deals, seed 1\n")


def test_json_has_one_object_for_each_player() -> None:
    found = json.loads(answer("equity", "AA,KK", "22+", "--board", "Qs,Jh,2d", "--json"))
    expected = equity(["AA,KK", "22+"], board="Qs Jh 2d")
    assert [player["hand"] for player in found["players"]] == ["AA,KK", "22+"]
    assert found["method"] == "exact"
    for player, one in zip(found["players"], expected.players, strict=True):
        assert player["equity"] == one.equity
        assert player["win"] == one.win
        assert player["tie"] == one.tie
        assert player["ties"] == {"2": one.ties[0]}
        assert player["method"] == "exact"


def test_json_of_a_sample_has_interval_samples_and_seed() -> None:
    found = json.loads(answer("equity", "AhKh", "--opponents", "4", "--samples", "5000", "--seed", "3", "--json"))
    (player,) = found["players"]
    assert (found["method"], found["samples"], found["seed"]) == ("sampled", 5000, 3)
    assert player["method"] == "sampled"
    low, high = player["interval"]
    assert low < player["equity"] < high
    assert high - low == pytest.approx(2 * 1.96 * player["standard_error"], rel=1e-4)


def test_the_shipped_sample_says_so() -> None:
    assert re.search(r"^sampled: [\d,]+ deals of the shipped table$", answer("equity", "AA", "--opponents", "9"), re.M)


def test_samples_down_to_a_standard_error() -> None:
    found = json.loads(answer("equity", "AhKh", "--standard-error", "0.005", "--seed", "1", "--json"))
    assert 0 < found["players"][0]["standard_error"] <= 0.005


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["AhAh"], "AhAh"),
        (["AhKh", "--board", "Ah,2c,3d"], "duplicate card Ah"),
        (["AhKh", "AhQd"], "duplicate card Ah"),
        (["AhKh", "--dead", "Kh"], "duplicate card Kh"),
        (["AhKh", "--board", "Qs,Jx,2d"], "unknown card 'Jx'"),
        (["AhKx"], "AhKx"),
        (["AhKh", "--board", "Qs,Jh"], "a board of 2 cards (Qs Jh): a board has 0, 3, 4 or 5"),
        (["AA", "KK", "--dead", "As,Ah,Ac"], "no hand of AA is left when As Ah Ac are dead"),
        (["AA", "AA", "AA"], "the ranges AA, AA, AA cannot be dealt together"),
        (["random"] * 24, "24 players and a board need 53 cards, but only 52"),
        (["AhKh", "--opponents", "0"], "0 random opponents: give 1 to 9"),
        (["AhKh", "--opponents", "10"], "10 random opponents: give 1 to 9"),
        (["AhKh", "--samples", "0"], "0 samples: take at least 1"),
        (["AhKh", "--standard-error", "2"], "a standard error of 2.0"),
        (["AhKh", "--exact", "--samples", "10"], "exact and sampled at once"),
        (["AhKh", "--opponents", "5", "--exact"], "would take about"),
        (["22+, foo"], "'foo' at character 6"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], named: str) -> None:
    done = run("equity", *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("railbird: ")
    assert done.stderr.count("\n") == 1
    assert named in done.stderr


def test_a_range_as_text_and_as_a_grid() -> None:
    lines = answer("range", "QQ+, AKs:0.25, KTo+").splitlines()
    assert lines[0] == "QQ+,KTo+,AKs:0.25"
    assert lines[1] == "55 of 1326 hands (4.1 %)"
    assert lines[3].split() == list("AKQJT98765432")
    assert lines[4].split() == ["A", "AA", "25%", *"." * 11]
    assert lines[6].split() == ["Q", ".", "KQo", "QQ", *"." * 10]
    assert len(lines) == 17


def test_a_range_that_cannot_be_read_is_one_line() -> None:
    done = run("range", "AKx")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "'AKx'" in done.stderr


def test_tables_that_have_not_been_built(tmp_path: Path) -> None:
    listed = answer("tables", "list", cache=tmp_path)
    checked = answer("tables", "check", cache=tmp_path)
    for name in NAMES.values():
        assert re.search(rf"^{name} +not built: railbird tables build$", listed, re.M)
        assert f"{name}: not built" in checked
    for name in ("strength", "against_random", "matchups"):
        assert re.search(rf"^{name} +shipped", listed, re.M)


def test_tables_that_have_been_built(built: Path) -> None:
    listed = answer("tables", "list", cache=built)
    checked = answer("tables", "check", cache=built)
    for name in NAMES.values():
        assert f"{built / 'tables' / name}.table" in listed
        assert f"{name}: good, 1,286,792 hands" in checked


def test_a_damaged_table_is_noticed_and_built_again(built: Path) -> None:
    path = built / "tables" / f"{NAMES[2]}.table"
    whole = path.read_bytes()
    damaged = bytearray(whole)
    damaged[len(damaged) // 2] ^= 1
    path.write_bytes(damaged)

    checked = run("tables", "check", cache=built)
    assert checked.returncode == 1
    assert f"{path} is damaged" in checked.stderr
    assert f"{NAMES[1]}: good" in checked.stdout

    assert "MB of memory" in answer("tables", "build", cache=built)
    assert path.read_bytes() == whole
    assert answer("tables", "check", cache=built).count("good") == 2
    assert sorted(file.name for file in path.parent.iterdir()) == sorted(f"{name}.table" for name in NAMES.values())


@pytest.mark.parametrize("kept", [0, 10, 1000, -1])
def test_a_table_that_is_cut_off_is_noticed(built: Path, kept: int) -> None:
    path = built / "tables" / f"{NAMES[1]}.table"
    path.write_bytes(path.read_bytes()[:kept])
    checked = run("tables", "check", cache=built)
    assert checked.returncode == 1
    assert f"{path} is damaged" in checked.stderr


def test_the_first_use_of_compiled_code_says_so_once(tmp_path: Path) -> None:
    question = ("equity", "AhKh", "--board", "Qs,Jh,2d", "--opponents", "2")
    first, second = run(*question, cache=tmp_path), run(*question, cache=tmp_path)
    assert first.returncode == second.returncode == 0
    assert first.stderr.splitlines()[0] == COMPILING
    assert first.stderr.count("\n") <= 2
    assert second.stderr == ""
    assert first.stdout == second.stdout
    assert "46.6969 %" in first.stdout
