"""The command line as its users meet it: in processes of its own."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

import railbird
from railbird.equity import equity
from railbird.equity.flop_tables import NAMES, open_flop_tables, table_path
from railbird.files import CACHE_VARIABLE, cache_folder

if TYPE_CHECKING:
    from pathlib import Path

COMPILING = "Compiling for the first use, for some seconds; the next start is quick."


# Says when long work is under way. A process in the background may have been told to ignore the keyboard.
ANNOUNCING = """
import signal
from rich.progress import Progress
from railbird.cli import main

def announcing(self, task, amount=1):
    print("under way", flush=True)
    Progress.advance = advance

advance, Progress.advance = Progress.advance, announcing
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""


def environment(*, cache: Path | None = None, columns: int | None = None) -> dict[str, str]:
    chosen = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    if cache is not None:
        chosen[CACHE_VARIABLE] = str(cache)
    if columns is not None:
        chosen["COLUMNS"] = str(columns)
    return chosen


def run(
    *arguments: str, cache: Path | None = None, python: tuple[str, ...] = (), columns: int | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *python, "-m", "railbird", *arguments],
        capture_output=True,
        text=True,
        env=environment(cache=cache, columns=columns),
        timeout=300,
        check=False,
    )


def answer(*arguments: str, cache: Path | None = None, columns: int | None = None) -> str:
    done = run(*arguments, cache=cache, columns=columns)
    assert done.returncode == 0, done.stderr
    return done.stdout


def interrupted(*arguments: str, cache: Path | None = None) -> tuple[int, str, float]:
    """Press Ctrl-C while a command is at work: its exit status, its complaint, and how long it went on."""
    command = [sys.executable, "-c", ANNOUNCING, *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(cache=cache)
    ) as process:
        try:
            assert process.stdout is not None
            assert any(line == "under way\n" for line in process.stdout)
            pressed = time.perf_counter()
            process.send_signal(signal.SIGINT)
            _, complaint = process.communicate(timeout=60)
        finally:
            process.kill()
        return process.returncode, complaint.removeprefix(f"{COMPILING}\n"), time.perf_counter() - pressed


def shown_on_a_terminal(*arguments: str, columns: int) -> str:
    """What a command prints on a terminal that is so wide."""
    controlling, terminal = pty.openpty()
    settings = environment(columns=columns) | {"TERM": "xterm", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "railbird", *arguments]
    with subprocess.Popen(command, stdout=terminal, stderr=subprocess.PIPE, env=settings) as process:
        os.close(terminal)
        shown = b""
        # Reading from a terminal that the other side has closed is an error on Linux.
        with suppress(OSError):
            while part := os.read(controlling, 4096):
                shown += part
        assert process.wait(timeout=60) == 0
    os.close(controlling)
    return re.sub(r"\x1b\[[\d;]*m", "", shown.decode()).replace("\r\n", "\n")


def imported(*arguments: str) -> set[str]:
    """The modules that a command imports."""
    done = run(*arguments, python=("-X", "importtime"))
    assert done.returncode == 0
    return {line.rsplit("|", 1)[1].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}


@pytest.fixture
def compiled(tmp_path: Path) -> Path:
    """A cache folder of its own, with the code that is compiled already."""
    (tmp_path / "compiled").symlink_to(cache_folder("compiled"))
    return tmp_path


@pytest.fixture
def built(compiled: Path) -> Path:
    """The same with both flop tables."""
    open_flop_tables()
    (compiled / "tables").mkdir()
    for opponents in NAMES:
        shutil.copy(table_path(opponents), compiled / "tables")
    return compiled


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
        (["AhKh", "--board", "Ah,2c,3d"], "duplicate card Ah in AhKh and the board"),
        (["AhKh", "AhQd"], "duplicate card Ah in AhKh and AhQd"),
        (["AhKh", "--dead", "Kh"], "duplicate card Kh in AhKh and the dead cards"),
        (["AhKh", "--board", "Qs,Jx,2d"], "unknown card 'Jx'"),
        (["AhKx"], "AhKx"),
        (["AhKh", "--board", "Qs,Jh"], "a board of 2 cards (Qs Jh): a board has 0, 3, 4 or 5"),
        (["AA", "KK", "--dead", "As,Ah,Ac"], "no hand of AA is left when As Ah Ac are dead"),
        (["AA", "AA", "AA"], "AA, AA, AA cannot be dealt together: every choice of hands shares a card"),
        (["random"] * 24, "24 players and a board need 53 cards, but only 52"),
        (["AhKh", "--opponents", "0"], "0 random opponents: give 1 to 9"),
        (["AhKh", "--opponents", "10"], "10 random opponents: give 1 to 9"),
        (["AhKh", "--samples", "0"], "0 samples: take at least 1"),
        (["AhKh", "--standard-error", "2"], "a standard error of 2.0"),
        (["AhKh", "--exact", "--samples", "10"], "an exact answer and a sample at once"),
        (["AhKh", "--samples", "10", "--seed", "-1"], "seed -1: a seed is 0 or greater"),
        (["JJ+"] * 9, "cannot be dealt together"),
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


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["equity"], "Missing argument 'hands'"),
        (["equity", "AhKh", "--foo"], "No such option: --foo"),
        (["equity", "AhKh", "--opponents", "two"], "Invalid value for '--opponents'"),
        (["equity", "AhKh", "--samples"], "Option '--samples' requires an argument"),
        (["range"], "Missing argument 'text'"),
        (["shuffle"], "No such command 'shuffle'"),
        (["tables", "burn"], "No such command 'burn'"),
        (["tables", "list", "everything"], "unexpected extra argument"),
    ],
)
def test_a_wrong_command_is_one_line(arguments: list[str], named: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("railbird: ")
    assert done.stderr.endswith(" See --help.\n")
    assert done.stderr.count("\n") == 1
    assert named in done.stderr


def test_a_narrow_output_keeps_every_digit() -> None:
    question = ("equity", "22+, A2s+, KTs+", "AsKs, QhJh", "--samples", "1000", "--seed", "1")
    exact = ("equity", "AsAh", "KdKc")
    assert answer(*question, columns=40) == answer(*question)
    assert answer(*exact, columns=10) == answer(*exact)


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_a_narrow_terminal_keeps_every_digit(columns: int) -> None:
    question = ("equity", "22+, A2s+, KTs+, QTs+, JTs, T9s, 98s", "QQ", "--samples", "1000", "--seed", "1")
    shown = shown_on_a_terminal(*question, columns=columns)
    players = equity(list(question[1:3]), samples=1000, seed=1).players
    for player in players:
        for share in (player.equity, player.win, player.tie):
            assert f"{100 * share:.4f} %" in shown
        assert " - ".join(f"{100 * bound:.4f}" for bound in player.interval) in shown
    assert "\u2026" not in shown
    assert "sampled: 1,000 deals, seed 1" in shown


@pytest.mark.parametrize(
    "arguments",
    [
        ["equity", "AhKh", "--opponents", "4", "--samples", "1000000000000"],
        ["equity", "22+", "AKs", "55+", "--samples", "1000000000000", "--json"],
        ["equity", "random", "AKo", "--board", "Qs,Jh,2d,3c", "--dead", "9c", "--opponents", "1", "--exact"],
    ],
)
def test_long_work_can_be_interrupted(arguments: list[str]) -> None:
    status, complaint, seconds = interrupted(*arguments)
    assert (status, complaint) == (130, "railbird: interrupted\n")
    assert seconds < 5


def test_building_tables_can_be_interrupted_and_leaves_nothing(compiled: Path) -> None:
    status, complaint, seconds = interrupted("tables", "build", cache=compiled)
    assert (status, complaint) == (130, "railbird: interrupted\n")
    assert seconds < 5
    assert list((compiled / "tables").rglob("*")) == []


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
    for name in ("hand-strength", "preflop-random", "preflop-matchups"):
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
    assert first.stderr == f"{COMPILING}\n"
    assert second.stderr == ""
    assert first.stdout == second.stdout
    assert "46.6969 %" in first.stdout


def test_the_list_of_games() -> None:
    found = run("games")
    assert found.returncode == 0
    lines = found.stdout.splitlines()
    assert lines[0].split() == ["game", "players", "blinds", "bets", "stack"]
    assert ["holdem.nolimit.3p", "3", "50", "100", "0", "no", "limit", "20,000"] in map(str.split, lines)
    assert "kuhn.limit.2p" in found.stdout
