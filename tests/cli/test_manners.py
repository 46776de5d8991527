"""Manners: bots that hang or fail, messages that help, output that fits the screen."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cli.conftest import Command

LIMIT = "holdem.limit.2p.reverse_blinds"
BOTS = """import time
from railbird.bots import Bot
from railbird.games import CALL, raise_to


class Hanging(Bot):
    def act(self, view):
        while view.hand >= 0:
            time.sleep(0.01)


class Failing(Bot):
    def act(self, view):
        return self.choose(view)

    def choose(self, view):
        raise ZeroDivisionError(f"hand {view.hand}")


class Illegal(Bot):
    def act(self, view):
        return raise_to(1)


class Sized(Bot):
    def __init__(self, *, size=1.0, names=()):
        self.size = max(size, 2)

    def act(self, view):
        return CALL
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return path


def test_21_4_check_bot_keeps_its_time_limit_with_a_bot_that_never_returns(bots: Path) -> None:
    words = ["check-bot", f"{bots}:Hanging", "--seconds", "0.1", "--hands", "10"]
    done = subprocess.run(
        [sys.executable, "-m", "railbird", *words], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert "time budget: FAILED" in done.stdout
    assert "did not return, and was interrupted" in done.stdout
    assert "legal actions: NOT JUDGED, for the bot does not return" in done.stdout


def test_21_4_a_strict_match_stops_at_the_first_fault_with_the_traceback(command: Command, bots: Path) -> None:
    done = command("match", f"{bots}:Failing", "call", "--hands", 10, "--seed", 1, "--strict")
    assert (done.status, done.stdout) == (1, "")
    lines = done.stderr.splitlines()
    start = lines.index("Traceback (most recent call last):")
    assert [line.strip() for line in lines[start:] if line.startswith("  File ")] == [
        f'File "{bots}", line 14, in act',
        f'File "{bots}", line 17, in choose',
    ]
    assert lines[-2] == "ZeroDivisionError: hand 0"
    assert re.fullmatch(r"railbird: .*Failing.*, hand 0: failed: .*\(bots.py, line 17, in choose\)", lines[-1])


@pytest.mark.parametrize(
    ("bot", "fault"), [("Illegal", "illegal: raise of 1|invalid action"), ("Hanging", "late: more than 0.2 seconds")]
)
def test_21_4_illegal_and_late_answers_end_a_strict_match_too(
    command: Command, bots: Path, bot: str, fault: str
) -> None:
    words = ("--hands", 10, "--seed", 1, "--strict", "--seconds", 0.2, "--game", "holdem.nolimit.2p.reverse_blinds")
    done = command("match", f"{bots}:{bot}", "call", *words)
    assert done.status == 1
    assert re.search(fault, done.stderr.splitlines()[-1])
    assert ("in act" in done.stderr) == (bot == "Hanging")


def test_21_4_a_strict_match_without_faults_is_like_any_other(command: Command) -> None:
    words = ("match", "raise", "call", "--hands", 10, "--seed", 1)
    assert command(*words, "--strict").stdout == command(*words).stdout
    refused = command(*words, "--strict", "--workers", 2)
    assert refused.status == 2
    assert "a strict run is played in this process" in refused.stderr


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("import railbird\nimport nothing_like_it\n", "line 2, in <module>"),
        ("x = 1\n\ndef broken(:\n    pass\n", "line 3"),
        ("from railbird.games import game_named\n\n\ngame_named('x')\n", "line 4, in <module>"),
        ("import json\njson.loads('{')\n", "line 2, in <module>"),
    ],
)
def test_21_4_errors_in_a_users_file_show_the_users_line(
    command: Command, tmp_path: Path, text: str, place: str
) -> None:
    (tmp_path / "mine.py").write_text(text)
    done = command("match", f"{tmp_path / 'mine.py'}:Bot", "call")
    assert done.status == 2
    assert done.stderr.rstrip().endswith(f"(mine.py, {place})")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["match", "call", "fold", "--game", "nolimit"],
            (
                "no game is called 'nolimit': did you mean holdem.nolimit.2p.reverse_blinds, holdem.nolimit.3p or "
                "holdem.nolimit.6p?"
            ),
        ),
        (["match", "call", "fold", "--game", "Leduc 2p"], "did you mean leduc.limit.2p?"),
        (["match", "call", "fold", "--game", "holdem_limit_3p"], "did you mean holdem.limit.3p?"),
        (["solve", "kuhn.limit.2p", "--algorithm", "cfrplus"], "no algorithm is called 'cfrplus': did you mean cfr+?"),
        (["match", "RichieRich", "fold"], "did you mean richie-rich?"),
        (["match", "call"], "railbird: 1 bot for holdem.limit.2p.reverse_blinds of 2 players"),
        (["match", "random:fold=abc", "call"], "bot 'random:fold=abc': fold=abc is not a number"),
        (["match", "BOTS:Sized:size=big", "call"], "(bots.py, line 27, in __init__)"),
        (["equity", "AhKhQd"], "3 cards: a hand has two cards"),
        (["equity", "AhKhQdJc"], "4 cards: a hand has two cards"),
    ],
)
def test_21_5_messages_say_what_would_be_right(command: Command, bots: Path, words: list[str], message: str) -> None:
    done = command(*(word.replace("BOTS", str(bots)) for word in words))
    assert done.status == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


@pytest.fixture
def on_a_screen(monkeypatch: pytest.MonkeyPatch, command: Command) -> Command:
    """Commands on a screen of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    return command


def tournament(command: Command, *words: str | float | Path) -> str:
    done = command("tournament", "call", "raise", "fold", "random", "--hands", 30, "--seed", 1, *words)
    assert done.status == 0, done.stderr
    return done.stdout


def test_21_6_tables_fit_80_columns_and_wide_shows_all(on_a_screen: Command) -> None:
    narrow, wide = tournament(on_a_screen), tournament(on_a_screen, "--wide")
    assert max(map(len, narrow.splitlines())) <= 80
    assert max(map(len, wide.splitlines())) > 80
    assert "mbb/hand" in wide
    assert re.search(r"columns? more with --wide: \w", narrow)
    assert "with --wide" not in wide


def test_21_6_all_tables_of_an_analysis_fit_80_columns(on_a_screen: Command, tmp_path: Path) -> None:
    tournament(on_a_screen, "--out", tmp_path / "run")
    narrow = on_a_screen("analyse", tmp_path / "run").stdout
    assert max(map(len, narrow.splitlines())) <= 80
    assert max(map(len, on_a_screen("analyse", tmp_path / "run", "--wide").stdout.splitlines())) > 80


def in_a_terminal(*words: str, **environment: str) -> str:
    """What a command prints on a terminal."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "railbird", *words],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **environment},
    )
    os.close(follower)
    text = b""
    while True:
        try:
            more = os.read(leader, 65_536)
        except OSError:  # the terminal is closed
            break
        if not more:
            break
        text += more
    process.wait()
    os.close(leader)
    return text.decode()


@pytest.mark.parametrize("words", [("equity", "AhKh", "QsQd"), ("--help",), ("match", "--help")])
def test_21_6_no_color_means_no_styling(words: tuple[str, ...]) -> None:
    assert "\x1b[" in in_a_terminal(*words)
    assert not re.search(r"\x1b\[[\d;]*m", in_a_terminal(*words, NO_COLOR="1"))


SLOW = """import time
from railbird.bots.reference.simple import CallBot


class Slow(CallBot):
    def act(self, view):
        time.sleep(0.3)
        return super().act(view)
"""


@pytest.mark.parametrize(
    ("pause", "hands"), [(0.1, 2), pytest.param(None, 6, marks=[pytest.mark.deep, pytest.mark.alone])]
)
def test_21_6_without_a_terminal_there_is_a_line_of_progress_every_ten_seconds(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pause: float | None, hands: int
) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    if pause is not None:
        monkeypatch.setattr("railbird.cli.terminal.SECONDS_BETWEEN_LINES", pause)
    words = ("--hands", hands, "--seed", 1, "--workers", 1)
    done = command("match", f"{tmp_path / 'slow.py'}:Slow", "call", *words)
    assert done.status == 0, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("Playing hands: ")]
    assert lines
    assert re.fullmatch(r"Playing hands: \d+ %, about \d+(\.\d)? seconds so far(, .* left)?", lines[-1])


def test_21_6_export_never_overwrites_silently(command: Command, tmp_path: Path) -> None:
    tournament(command, "--out", tmp_path / "run")
    target = tmp_path / "logs"
    assert command("export", tmp_path / "run", target).status == 0
    first = min(target.iterdir())
    first.write_text("mine")
    done = command("export", tmp_path / "run", target)
    assert done.status == 2
    assert f"{first} exists" in done.stderr
    assert first.read_text() == "mine"
    assert command("export", tmp_path / "run", target, "--overwrite").status == 0
    assert first.read_text().startswith("# name/game/hands/seed")


def test_messages_have_the_right_number(command: Command, tmp_path: Path) -> None:
    done = command("solve", "kuhn.limit.2p", "--iterations", 1, "--out", tmp_path / "kuhn.strategy")
    assert "by cfr+, 1 iteration: " in done.stdout
    assert "1 iteration took " in done.stderr
    wrong = command("map", "limit", "MATCHSTATE:0:0:rrrrr:AhKh||")
    assert wrong.stderr.endswith("the most raises in round 1 of holdem.limit.3p are 3: only f or c can follow\n")


def test_21_7_make_demo_begins_with_warm_up_and_the_command_exists(command: Command) -> None:
    makefile = Path(__file__).parent.parent.parent / "Makefile"
    assert re.search(r"^demo:.*\n\t\$\(BIN\)/railbird warm-up\n", makefile.read_text(), re.M)
    assert command("warm-up", "--help").status == 0
