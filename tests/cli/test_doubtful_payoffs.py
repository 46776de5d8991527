"""Payoffs that cannot be, by the commands that took them as they were."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from cli.log_texts import FIXTURES, GOOD, HIDDEN
from railbird.bots import make_bot

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Command


@pytest.mark.parametrize(
    ("payoffs", "reason"),
    [
        ("70|-60|0", "which add up to 10: they must add up to 0"),
        ("60|-70|0", "which add up to -10: they must add up to 0"),
        ("80|-80|0", "but nobody can win more than the others put in, and the players put in 70|70|0"),
        ("-80|80|0", "but nobody can lose more than they put in, and the players put in 70|70|0"),
        ("-70|60|10", "but nobody can win more than the others put in, and the players put in 70|70|0"),
        ("70|-60|-10", "but nobody can lose more than they put in, and the players put in 70|70|0"),
        ("999999999999|-999999999999|0", "but nobody can win more than the others put in"),
    ],
)
def test_21_11_payoffs_that_cannot_be_are_noticed_where_cards_are_hidden(
    command: Command, tmp_path: Path, payoffs: str, reason: str
) -> None:
    path = tmp_path / "hidden.log"
    path.write_text(HIDDEN.format(0, "70|-70|0") + HIDDEN.format(1, "-70|70|0") + HIDDEN.format(2, payoffs))
    done = command("log", "check", path)
    assert done.status == 1
    assert done.stderr.startswith(f"{path}:3: hand 2 states the payoffs {payoffs}, ")
    assert reason in done.stderr
    assert "3 hands, 1 error, 2 with hidden cards" in done.stdout


DOUBTFUL = GOOD.format(0) + GOOD.format(1).replace("70|-70", "60|-60") + HIDDEN.format(2, "70|-60|0") + GOOD.format(3)


@pytest.fixture
def doubtful_log(tmp_path: Path) -> Path:
    """Four hands, of which two have wrong payoffs."""
    path = tmp_path / "doubtful.log"
    path.write_text(DOUBTFUL)
    return path


DOUBT = ":2: hand 1 states the payoffs 60|-60|0, but they are 70|-70|0"


def test_21_11_analyse_leaves_doubtful_payoffs_out_unless_it_is_told_to_trust(
    command: Command, doubtful_log: Path
) -> None:
    done = command("analyse", doubtful_log, "--json")
    assert done.status == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{doubtful_log}{DOUBT}; 2 hands are left out")
    assert json.loads(done.stdout)["hands"] == 2
    trusted = command("analyse", doubtful_log, "--json", "--trust")
    assert (trusted.status, trusted.stderr) == (0, "")
    content = json.loads(trusted.stdout)
    assert content["hands"] == 4
    assert [row["chips"] for row in content["tables"]["results"]] == [270, -260, 0]


def test_21_11_report_leaves_doubtful_payoffs_out_unless_it_is_told_to_trust(
    command: Command, doubtful_log: Path, tmp_path: Path
) -> None:
    done = command("report", doubtful_log, tmp_path / "out.json")
    assert done.status == 1
    assert f"{doubtful_log}{DOUBT}; 2 hands are left out" in done.stderr
    assert "sections on 2 hands" in done.stdout
    trusted = command("report", doubtful_log, tmp_path / "out.json", "--trust")
    assert (trusted.status, trusted.stderr) == (0, "")
    assert "sections on 4 hands" in trusted.stdout


def test_21_11_convert_leaves_doubtful_payoffs_out_unless_it_is_told_to_trust(
    command: Command, doubtful_log: Path, tmp_path: Path
) -> None:
    target = tmp_path / "out.phhs"
    done = command("log", "convert", doubtful_log, target)
    assert done.status == 1
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == [f"{doubtful_log}:{line}" for line in (2, 3)]
    assert done.stdout == f"{target}: 2 hands\n"
    trusted = command("log", "convert", doubtful_log, target, "--trust")
    assert (trusted.status, trusted.stdout) == (0, f"{target}: 4 hands\n")


def test_21_11_show_says_that_payoffs_cannot_be(command: Command, doubtful_log: Path) -> None:
    done = command("log", "show", doubtful_log, "--hand", "1")
    assert done.status == 0
    assert "Alice: +60" in done.stdout
    assert done.stderr == "railbird: hand 1 states the payoffs 60|-60|0, but they are 70|-70|0\n"


def raked(winnings: str) -> str:
    """Two players split 166 chips, less a rake, on a flush of the board."""
    return (FIXTURES / "limit.phh").read_text() + f"winnings = {winnings}\n"


@pytest.mark.parametrize("winnings", ["[0, 83, 83]", "[0, 85, 85]", "[0, 80, 81]", "[0, 72, 73]"])
def test_21_11_a_rake_is_understood(command: Command, tmp_path: Path, winnings: str) -> None:
    path = tmp_path / "raked.phh"
    path.write_text(raked(winnings))
    done = command("log", "check", path)
    assert (done.status, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("winnings", "reason"),
    [
        ("[0, 90, 90]", "states the payoffs -30|20|20, but they are -30|15|15"),
        ("[1, 83, 83]", "but they are -30|15|15 before a rake of 3"),
        ("[0, 89, 79]", "but they are -30|15|15 before a rake of 2"),
        ("[0, 20, 20]", "a rake of 130 where the players put in 30|70|70: a rake is at most a quarter of the pot"),
    ],
)
def test_21_11_a_rake_is_no_excuse(command: Command, tmp_path: Path, winnings: str, reason: str) -> None:
    path = tmp_path / "raked.phh"
    path.write_text(raked(winnings))
    done = command("log", "check", path)
    assert done.status == 1
    assert reason in done.stderr


def test_21_11_a_replaying_bot_leaves_doubtful_hands_out(doubtful_log: Path, caplog: pytest.LogCaptureFixture) -> None:
    make_bot(f"replaying:log={doubtful_log},player=Alice")
    assert [DOUBT.partition(": ")[2] in message for message in caplog.messages] == [True, False]
    assert all("the hand is left out" in message for message in caplog.messages)


def test_21_11_map_leaves_doubtful_hands_out(command: Command, doubtful_log: Path) -> None:
    done = command("map", "limit-log", doubtful_log, "--player", "Alice", "--bot", "call")
    assert DOUBT in done.stderr


def test_21_11_imitate_convert_leaves_doubtful_hands_out(command: Command, doubtful_log: Path, tmp_path: Path) -> None:
    done = command("imitate", "convert", doubtful_log, "--hero", "Alice", "--out", tmp_path / "data")
    assert DOUBT in done.stderr
    assert "2 hands are left out for their payoffs" in done.stderr
