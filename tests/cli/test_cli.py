"""The command line as its users meet it; in processes of its own where that matters."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import typer

import railbird
from cli.conftest import COMPILING, without_progress
from railbird.cards.isomorphism import HAND_FLOP
from railbird.cli import _built_app as built_app
from railbird.cli import app
from railbird.equity import equity, flop_tables
from railbird.equity.flop_tables import NAMES, read_flop_table, write_flop_table
from railbird.files import CACHE_VARIABLE, cache_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from cli.conftest import Command

    Answer = Callable[..., str]

# Says when long work is under way: in one piece, as several threads may say it at once. A process in the background may
# have been told to ignore the keyboard.
ANNOUNCING = """
import os
import signal
from rich.progress import Progress
from railbird.cli import main

def announcing(self, task, amount=1):
    os.write(1, b"under way\\n")
    Progress.advance = advance

advance, Progress.advance = Progress.advance, announcing
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""


@pytest.fixture
def answer(command: Command) -> Answer:
    """What a command prints that succeeds."""

    def run(*arguments: str) -> str:
        done = command(*arguments)
        assert done.status == 0, done.stderr
        return done.stdout

    return run


def interrupted(*arguments: str) -> tuple[int, str, float]:
    """Press Ctrl-C while a command is at work: its exit status, its complaint, and how long it went on."""
    command = [sys.executable, "-c", ANNOUNCING, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert any(line == "under way\n" for line in process.stdout)
            pressed = time.perf_counter()
            process.send_signal(signal.SIGINT)
            _, complaint = process.communicate(timeout=60)
        finally:
            process.kill()
        return process.returncode, without_progress(complaint), time.perf_counter() - pressed


def shown_on_a_terminal(*arguments: str, columns: int) -> str:
    """What a command prints on a terminal that is so wide."""
    controlling, terminal = pty.openpty()
    settings = os.environ | {"COLUMNS": str(columns), "TERM": "xterm", "NO_COLOR": "1"}
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
    command = [sys.executable, "-X", "importtime", "-m", "railbird", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    return {line.rsplit("|", 1)[1].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own, with the code that is compiled already."""
    (tmp_path / "compiled").symlink_to(cache_folder("compiled"))
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture
def tables(cache: Path) -> Path:
    """The folder of both flop tables in a cache of its own; whatever they say, it takes no time to build."""
    folder = cache / "tables"
    folder.mkdir()
    for opponents in NAMES:
        write_flop_table(np.full((HAND_FLOP.size, 3), opponents, dtype=np.uint32), opponents=opponents)
    return folder


def test_help_names_every_command(answer: Answer) -> None:
    text = answer("--help")
    assert "A laboratory for computer poker." in text
    assert all(re.search(rf"\b{command}\b", text) for command in ("equity", "range", "tables"))


def test_help_before_a_command_names_every_command(answer: Answer) -> None:
    assert answer("--help", "match") == answer("--help")


@pytest.mark.parametrize("names", [["equity"], ["range"], ["tables"], ["tables", "build"]])
def test_every_command_has_help(answer: Answer, names: list[str]) -> None:
    assert f"railbird {' '.join(names)}" in answer(*names, "--help")


def commands(group: Any, name: str = "railbird") -> Iterator[tuple[str, Any]]:
    for word, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{name} {word}")
        else:
            yield f"{name} {word}", command


def test_every_option_states_its_default() -> None:
    """One that takes a value and need not be given. Typer itself adds defaults that are values."""
    silent = [
        f"{name} {option.opts[0]}"
        for name, command in commands(typer.main.get_command(app))
        for option in command.params
        if option.param_type_name == "option" and not (option.is_flag or option.required)
        if option.default is None and "(default: " not in option.help
    ]
    assert silent == []


def test_version(answer: Answer) -> None:
    assert answer("--version") == f"railbird {railbird.__version__}\n"


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["equity", "--help"], ["tables", "--help"]])
def test_nothing_heavy_is_imported_for_an_answer_at_once(arguments: list[str]) -> None:
    modules = imported(*arguments)
    assert "railbird.cli.equity_command" in modules
    assert not modules & {"numpy", "numba", "rich.progress", "railbird.equity"}


@pytest.mark.parametrize("arguments", [["AhKh", "--opponents", "2"], ["AhKh", "--opponents", "9"], ["AsAh", "KdKc"]])
def test_shipped_answers_need_no_compiler(arguments: list[str]) -> None:
    modules = imported("equity", *arguments)
    assert "numpy" in modules
    assert "numba" not in modules


def test_a_table_of_equities(answer: Answer) -> None:
    expected = (
        "hand     equity        win       tie\n"
        "AsAh  81.2555 %  81.0646 %  0.3818 %\n"
        "KdKc  18.7445 %  18.5536 %  0.3818 %\n"
        "exact\n"
    )
    assert answer("equity", "AsAh", "KdKc") == expected


def test_an_answer_and_a_complaint_of_a_process(process: Command) -> None:
    done = process("equity", "AsAh", "KdKc")
    assert (done.status, done.stdout.splitlines()[-1], done.stderr) == (0, "exact", "")
    for wrong in (("equity", "AhKh", "AhQd"), ("equity", "AhKh", "--foo")):
        done = process(*wrong)
        assert (done.status, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.startswith("railbird: ")


def test_a_sample_shows_its_interval_and_its_seed(answer: Answer) -> None:
    text = answer("equity", "AhKh", "--opponents", "3", "--board", "Qs,Jh,2d", "--samples", "10000", "--seed", "1")
    player = equity(["AhKh"], opponents=3, board="Qs Jh 2d", samples=10_000, seed=1).players[0]
    low, high = player.interval
    assert "95 % interval" in text
    assert f"{100 * low:.4f} - {100 * high:.4f}" in text
    assert text.endswith("sampled: 10,000 deals, seed 1\n")


def test_json_has_one_object_for_each_player(answer: Answer) -> None:
    content = json.loads(answer("equity", "AA,KK", "22+", "--board", "Qs,Jh,2d", "--json"))
    expected = equity(["AA,KK", "22+"], board="Qs Jh 2d")
    assert [player["hand"] for player in content["players"]] == ["AA,KK", "22+"]
    assert content["method"] == "exact"
    for player, exact in zip(content["players"], expected.players, strict=True):
        assert player["equity"] == exact.equity
        assert player["win"] == exact.win
        assert player["tie"] == exact.tie
        assert player["ties"] == {"2": exact.ties[0]}
        assert player["method"] == "exact"


def test_json_of_a_sample_has_interval_samples_and_seed(answer: Answer) -> None:
    content = json.loads(answer("equity", "AhKh", "--opponents", "4", "--samples", "5000", "--seed", "3", "--json"))
    (player,) = content["players"]
    assert (content["method"], content["samples"], content["seed"]) == ("sampled", 5000, 3)
    assert player["method"] == "sampled"
    low, high = player["interval"]
    assert low < player["equity"] < high
    assert high - low == pytest.approx(2 * 1.96 * player["standard_error"], rel=1e-4)


def test_the_shipped_sample_says_so(answer: Answer) -> None:
    assert re.search(r"^sampled: [\d,]+ deals of the shipped table$", answer("equity", "AA", "--opponents", "9"), re.M)


def test_samples_down_to_a_standard_error(answer: Answer) -> None:
    content = json.loads(answer("equity", "AhKh", "--standard-error", "0.005", "--seed", "1", "--json"))
    assert 0 < content["players"][0]["standard_error"] <= 0.005


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
        (["AA", "KK", "--dead", "As,Ah,Ac"], "no hand of AA is left with As Ah Ac dead"),
        (
            ["AA,KK", "QQ", "--board", "Ac,Ad,Ah,Kc,Kd", "--dead", "Ks"],
            "no hand of AA,KK is left with Ac Ad Ah Kc Kd on the board and Ks dead",
        ),
        (["AA", "AA", "AA"], "AA, AA, AA cannot be dealt together: in every combination two hands share a card"),
        (["random"] * 24, "24 players and a board need 53 cards, but only 52"),
        (["AhKh", "--opponents", "0"], "0 random opponents: give 1 to 9"),
        (["AhKh", "--opponents", "10"], "10 random opponents: give 1 to 9"),
        (["AhKh", "--samples", "0"], "0 samples: the number of samples must be at least 1"),
        (["AhKh", "--standard-error", "2"], "a standard error of 2.0"),
        (["AhKh", "--exact", "--samples", "10"], "an equity cannot be both exact and sampled"),
        (["AhKh", "--samples", "10", "--seed", "-1"], "seed -1: a seed must be 0 or greater"),
        (["JJ+"] * 9, "cannot be dealt together"),
        (["AhKh", "--opponents", "5", "--exact"], "would take about"),
        (["22+, foo"], "'foo' at character 6"),
    ],
)
def test_bad_input_is_one_line(command: Command, arguments: list[str], named: str) -> None:
    done = command("equity", *arguments)
    assert done.status == 2
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
def test_a_wrong_command_is_one_line(command: Command, arguments: list[str], named: str) -> None:
    done = command(*arguments)
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.startswith("railbird: ")
    assert done.stderr.endswith(" See --help.\n")
    assert done.stderr.count("\n") == 1
    assert named in done.stderr


@pytest.mark.parametrize("arguments", [[], ["strategy"], ["map"]])
def test_a_missing_command_gets_the_help_and_one_line(command: Command, arguments: list[str]) -> None:
    done = command(*arguments)
    assert done.status == 2
    assert "Usage: railbird" in done.stdout
    assert done.stderr == "railbird: Missing command. See --help.\n"


def test_a_narrow_output_keeps_every_digit(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    questions = (
        ("equity", "22+, A2s+, KTs+", "AsKs, QhJh", "--samples", "1000", "--seed", "1"),
        ("equity", "AsAh", "KdKc"),
    )
    for question, columns in zip(questions, ("40", "10"), strict=True):
        monkeypatch.delenv("COLUMNS", raising=False)
        wide = answer(*question)
        monkeypatch.setenv("COLUMNS", columns)
        assert answer(*question) == wide


@pytest.mark.parametrize("columns", [40, *(pytest.param(width, marks=pytest.mark.deep) for width in (60, 80))])
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


@pytest.mark.alone
@pytest.mark.parametrize(
    "arguments",
    [
        ["equity", "AhKh", "--opponents", "4", "--samples", "1000000000000"],
        ["equity", "22+", "AKs", "55+", "--samples", "1000000000000", "--json"],
        ["equity", "random", "random", "AKo", "22+", "--board", "Qs,Jh,2d", "--exact"],
    ],
)
def test_long_work_can_be_interrupted(arguments: list[str]) -> None:
    status, complaint, seconds = interrupted(*arguments)
    assert (status, complaint) == (130, "railbird: interrupted\n")
    assert seconds < 5


@pytest.mark.alone
def test_a_command_that_is_built_alone_is_the_same() -> None:
    def options(built: Any) -> dict[str, list[list[str]]]:
        return {name: [option.opts for option in command.params] for name, command in commands(built)}

    whole: Any = typer.main.get_command(app)
    assert options(built_app("no-such-command")) == options(built_app(None)) == options(whole)
    alone = [built_app(name) for name in whole.commands]
    assert [[*each.commands] for each in alone] == [[name] for name in whole.commands]
    assert {name: given for each in alone for name, given in options(each).items()} == options(whole)


def test_building_tables_can_be_interrupted_and_leaves_nothing(cache: Path) -> None:
    status, complaint, seconds = interrupted("tables", "build")
    assert (status, complaint) == (130, "railbird: interrupted\n")
    assert seconds < 5
    assert list((cache / "tables").rglob("*")) == []


def test_a_range_as_text_and_as_a_grid(answer: Answer) -> None:
    lines = answer("range", "QQ+, AKs:0.25, KTo+").splitlines()
    assert lines[0] == "QQ+,KTo+,AKs:0.25"
    assert lines[1] == "55 of 1326 hands (4.1 %)"
    assert lines[3].split() == list("AKQJT98765432")
    assert lines[4].split() == ["A", "AA", "25%", *"." * 11]
    assert lines[6].split() == ["Q", ".", "KQo", "QQ", *"." * 10]
    assert len(lines) == 17


def test_a_range_that_cannot_be_read_is_one_line(command: Command) -> None:
    done = command("range", "AKx")
    assert (done.status, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "'AKx'" in done.stderr


@pytest.mark.usefixtures("cache")
def test_tables_that_have_not_been_built(answer: Answer) -> None:
    listed, checked = answer("tables", "list"), answer("tables", "check")
    for name in NAMES.values():
        assert re.search(rf"^{name} +not built: railbird tables build$", listed, re.M)
        assert f"{name}: not built" in checked
    assert re.search(r"^hand-values +not built: railbird abstract build$", listed, re.M)
    assert "hand-values: not built" in checked
    for name in ("hand-strength", "preflop-random", "preflop-matchups"):
        assert re.search(rf"^{name} +shipped", listed, re.M)


def test_tables_that_have_been_built(answer: Answer, tables: Path) -> None:
    listed, checked = answer("tables", "list"), answer("tables", "check")
    for name in NAMES.values():
        assert f"{tables / name}.arrays" in listed
        assert f"{name}: good, 1,286,792 hands" in checked


def test_a_damaged_table_is_noticed_and_built_again(
    command: Command, answer: Answer, tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is built is shown in the tests of the tables; it takes half a minute."""
    # Copies: tables are mapped into memory, where the damage to the file would be seen.
    content = np.array(read_flop_table(1)), np.array(read_flop_table(2))
    monkeypatch.setattr(flop_tables, "build_flop_tables", lambda _: content)
    path = tables / f"{NAMES[2]}.arrays"
    whole = path.read_bytes()
    damaged = bytearray(whole)
    damaged[len(damaged) // 2] ^= 1
    path.write_bytes(damaged)

    checked = command("tables", "check")
    assert checked.status == 1
    assert f"{path} is damaged" in checked.stderr
    assert f"{NAMES[1]}: good" in checked.stdout

    assert "MB of memory" in answer("tables", "build")
    assert path.read_bytes() == whole
    assert answer("tables", "check").count("good") == 2
    assert sorted(file.name for file in tables.iterdir()) == sorted(f"{name}.arrays" for name in NAMES.values())


@pytest.mark.parametrize("kept", [0, 10, 1000, -1])
def test_a_table_that_is_cut_off_is_noticed(command: Command, tables: Path, kept: int) -> None:
    path = tables / f"{NAMES[1]}.arrays"
    path.write_bytes(path.read_bytes()[:kept])
    checked = command("tables", "check")
    assert checked.status == 1
    assert f"{path} is damaged" in checked.stderr


@pytest.mark.deep
def test_the_first_use_of_compiled_code_says_so_once(answer: Answer, tmp_path: Path) -> None:
    question = ("equity", "AhKh", "--samples", "100", "--seed", "1")
    command = [sys.executable, "-m", "railbird", *question]
    environment = os.environ | {CACHE_VARIABLE: str(tmp_path)}
    first, second = (
        subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=True)
        for _ in range(2)
    )
    assert first.stderr.startswith(COMPILING)
    assert (without_progress(first.stderr), second.stderr) == ("", "")
    assert first.stdout == second.stdout == answer(*question)


def test_the_list_of_games(answer: Answer) -> None:
    lines = answer("games").splitlines()
    assert lines[0].split() == ["game", "players", "blinds", "bets", "stack"]
    assert ["holdem.nolimit.3p", "3", "50", "100", "0", "no", "limit", "20,000"] in map(str.split, lines)
    assert "kuhn.limit.2p" in {line.split()[0] for line in lines}
