"""`railbird bots` and `railbird check-bot` as their users meet them."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from railbird.bots import bot_names, broken, check_bot
from railbird.games import format_game, game_named

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Command

GOOD = """
from railbird.bots import Bot
from railbird.games import CALL

class MyBot(Bot):
    def act(self, view):
        return CALL
"""


@pytest.fixture
def check(command: Command) -> Command:
    return lambda *arguments: command("check-bot", *arguments)


def test_a_bot_that_passes(check: Command) -> None:
    done = check("random:raise=2", "--game", "kuhn.limit.2p", "--game", "holdem.nolimit.3p", "--hands", 50, "--seed", 3)
    assert done.status == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:2] == [
        "random:raise=2: 7 checks, 50 hands, seed 3",
        "games: kuhn.limit.2p, holdem.nolimit.3p",
    ]
    assert lines[-1] == "all checks passed"


def test_a_bot_that_does_not_pass(process: Command) -> None:
    spec = f"{broken.__file__}:PeekingBot"
    done = process("check-bot", spec, "--game", "holdem.limit.3p", "--hands", 200)
    assert done.status == 1
    assert done.stdout.endswith("not passed: hidden cards\n")
    report = check_bot(spec, games=["holdem.limit.3p"], hands=200)
    assert str(report.results[3]) in done.stdout


def test_the_games_are_several_unless_they_are_named(check: Command) -> None:
    done = check("call", "--hands", 5)
    assert done.status == 0
    assert done.stdout.splitlines()[1].count(",") == 6


def test_games_that_the_bot_refuses_are_skipped(check: Command) -> None:
    done = check("akuma:model=0", "--hands", 2)
    assert done.status == 0, done.stdout
    lines = done.stdout.splitlines()
    assert lines[1] == "games: holdem.limit.2p.reverse_blinds, holdem.limit.3p"
    assert [line.partition(":")[0] for line in lines[2:7]] == [
        "skipped kuhn.limit.2p",
        "skipped leduc.limit.2p",
        "skipped holdem.nolimit.2p.reverse_blinds",
        "skipped holdem.nolimit.3p",
        "skipped holdem.nolimit.6p",
    ]
    assert lines[-1] == "all checks passed"


def test_a_class_in_a_file_and_a_game_in_a_file(check: Command, tmp_path: Path) -> None:
    bot, game = tmp_path / "my_bot.py", tmp_path / "mine.game"
    bot.write_text(GOOD)
    game.write_text(format_game(game_named("leduc.limit.3p")))
    done = check(f"{bot}:MyBot", "--game", game, "--hands", 50)
    assert done.status == 0, done.stderr
    assert "games: mine\n" in done.stdout


def test_the_time_for_an_action_is_an_option(check: Command) -> None:
    spec = f"{broken.__file__}:SlowBot:seconds=0.05"
    options = ("--game", "kuhn.limit.2p", "--hands", 10)
    assert check(spec, *options, "--seconds", 60).status == 0
    done = check(spec, *options, "--seconds", 0.04)
    assert done.status == 1
    assert done.stdout.endswith("not passed: time budget\n")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nobody"], "railbird: no bot is called 'nobody'"),
        (["random:fold=-1"], "railbird: bot 'random:fold=-1' cannot be built"),
        (["nowhere.py:MyBot"], "railbird: bot 'nowhere.py:MyBot': there is no file nowhere.py"),
        ([sys.executable], "is an executable, which can play only over a connection"),
        (["call", "--game", "nothing"], "railbird: no game is called 'nothing'"),
        (["akuma", "--game", "kuhn.limit.2p"], "railbird: akuma plays limit hold'em, but kuhn.limit.2p is not"),
        (["call", "--hands", "0"], "Invalid value for '--hands'"),
        (["call", "--seed", "-1"], "Invalid value for '--seed'"),
        ([], "Missing argument"),
    ],
)
def test_mistakes_are_reported_in_one_line(check: Command, arguments: list[str], complaint: str) -> None:
    done = check(*arguments)
    assert done.status == 2
    assert done.stdout == ""
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


def test_all_bots_are_listed_with_their_rules_and_options(command: Command) -> None:
    lines = command("bots").stdout.splitlines()
    assert [line for line in lines if line and not line.startswith(" ")] == bot_names()
    assert any(line.startswith("    Raises if e x players still in the hand > 1") for line in lines)
    assert "    Options: fold=1.0, call=1.0, raise=1.0, seed=0" in lines
    assert "    Options: log, player" in lines


def test_the_list_of_bots_for_programs(command: Command) -> None:
    bots = {bot["name"]: bot for bot in json.loads(command("bots", "--json").stdout)}
    assert [*bots] == bot_names()
    assert bots["exploiting"]["options"] == {"reactions": 40}
    assert bots["replaying"]["options"] == {"log": None, "player": None}
    assert "calls if e x pot > amount to\ncall" in bots["all-in-equity"]["rule"]
