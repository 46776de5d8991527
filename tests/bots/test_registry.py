"""From specs to bots: names, options, classes in files, executables, and what is wrong with a spec."""

from __future__ import annotations

import re
import sys
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from railbird.bots import Bot, BotSpec, bot_names, make_bot, parse_spec
from railbird.bots.reference.simple import CallBot, FoldBot, RaiseBot, RandomBot
from railbird.errors import BotError, RailbirdError

if TYPE_CHECKING:
    from pathlib import Path

FILE = """
from __future__ import annotations

from dataclasses import dataclass

from railbird.bots import Bot
from railbird.games import CALL


@dataclass
class Memory:
    raises: int = 0


class Caller(Bot):
    def __init__(self, name="nobody", *, size=1, seed=None):
        self.name, self.size, self.seed, self.memory = name, size, seed, Memory()

    def act(self, view):
        return CALL


class Unfinished(Bot):
    pass


class Fragile(Caller):
    def __init__(self):
        raise LookupError("no table of mine")


number = 7
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my_bot.py"
    path.write_text(FILE)
    return path


def test_the_simplest_bots_are_known_by_name() -> None:
    assert {"call", "fold", "raise", "random"} <= {*bot_names()}
    assert bot_names() == sorted(bot_names())


@pytest.mark.parametrize(
    ("name", "kind"), [("call", CallBot), ("fold", FoldBot), ("raise", RaiseBot), ("random", RandomBot)]
)
def test_a_name_builds_its_bot(name: str, kind: type[Bot]) -> None:
    assert type(make_bot(name)) is kind


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("random", {}),
        ("random:", {}),
        ("random:fold=0.1", {"fold": 0.1}),
        ("random:fold=1,call=2", {"fold": 1, "call": 2}),
        ("random:raise=0.3", {"raise_": 0.3}),
        ("random:call=1e8,word=flop,file=a:b,empty=", {"call": 1e8, "word": "flop", "file": "a:b", "empty": ""}),
        ("random:call=-1,seed=7", {"call": -1, "seed": 7}),
        ("random:a=b=c", {"a": "b=c"}),
    ],
)
def test_options_are_numbers_where_they_are_numbers(spec: str, options: dict[str, object]) -> None:
    parsed = parse_spec(spec)
    assert parsed == BotSpec(spec, RandomBot, options)
    assert [*map(type, parsed.options.values())] == [*map(type, options.values())]


def test_the_seed_is_passed_on_and_mixed_with_a_seed_among_the_options(file: Path) -> None:
    assert make_bot(f"{file}:Caller", seed=5).seed == 5
    assert make_bot(f"{file}:Caller:seed=9").seed == 9
    assert len({make_bot(f"{file}:Caller:seed={own}", seed=seed).seed for own in (5, 9) for seed in (5, 9)}) == 4


def test_a_bot_without_a_seed_gets_none() -> None:
    assert type(make_bot("call", seed=5)) is CallBot


def test_a_class_in_a_file_with_options(file: Path) -> None:
    bot = make_bot(f"{file}:Caller:name=Ann,size=3")
    assert isinstance(bot, Bot)
    assert (type(bot).__name__, bot.name, bot.size, bot.memory.raises) == ("Caller", "Ann", 3, 0)


def test_files_of_the_same_name_do_not_mix(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "my_bot.py"
    other.parent.mkdir()
    other.write_text(FILE.replace("nobody", "somebody"))
    first, second = parse_spec(f"{file}:Caller"), parse_spec(f"{other}:Caller")
    assert (first.build().name, second.build().name, first.build().name) == ("nobody", "somebody", "nobody")


def test_an_executable_is_found_and_not_built(tmp_path: Path) -> None:
    script = tmp_path / "player.sh"
    script.write_text("#!/bin/sh\n")
    with pytest.raises(BotError, match="cannot be executed"):
        parse_spec(str(script))
    script.chmod(0o755)
    spec = parse_spec(str(script))
    assert spec == BotSpec(str(script), executable=script, sources=(script.resolve(),))
    with pytest.raises(BotError, match="can play only over a connection"):
        spec.build()


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("nobody", "no bot is called 'nobody': give one of .*call, .*fold, "),
        ("", "no bot is called ''"),
        ("random:fold", "'fold' is not an option like name=value"),
        ("random:=1", "'=1' is not an option like name=value"),
        ("random:folds=1", "bot 'random:folds=1': no option folds; its options are fold, call, raise, seed"),
        ("replaying:log=x", "bot 'replaying:log=x': player is missing; its options are log, player"),
        ("random:fold=often", "is not a number"),
        ("random:fold=-1", r"bot 'random:fold=-1' cannot be built: frequencies fold=-1"),
        ("nowhere.py:MyBot", "there is no file nowhere.py"),
        ("nowhere.py", "name the class in the file, like nowhere.py:MyBot"),
        ("{file}", "name the class in the file"),
        ("{file}:", "name the class in the file"),
        ("{file}:Other", "has no Other; it has Caller, Unfinished, Fragile"),
        ("{file}:Memory", "is not a class derived from railbird.bots.Bot"),
        ("{file}:number", "7 is not a class derived from railbird.bots.Bot"),
        ("{file}:Unfinished", "Unfinished has no method act"),
        ("{file}:Fragile", "cannot be built: LookupError: no table of mine"),
    ],
)
def test_mistakes_in_a_spec_are_reported(spec: str, complaint: str, file: Path) -> None:
    with pytest.raises(BotError, match=complaint) as caught:
        make_bot(spec.format(file=file))
    assert isinstance(caught.value, RailbirdError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import nothing_like_this", "ModuleNotFoundError: No module named 'nothing_like_this'"),
        ("def act(:", "SyntaxError"),
        ("import sys\nsys.exit('use me as a program')", "SystemExit: use me as a program"),
    ],
)
def test_a_file_that_fails_is_named_with_its_error(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "failing_bot.py"
    path.write_text(dedent(text))
    with pytest.raises(BotError, match=re.escape(f"{path} cannot be run: {reason}")):
        parse_spec(f"{path}:MyBot")
    assert "bot_file_failing_bot" not in sys.modules


def test_a_python_file_that_can_be_executed_is_an_executable(file: Path) -> None:
    file.chmod(0o755)
    assert parse_spec(str(file)).executable == file
    assert parse_spec(f"{file}:Caller").executable is None


def test_options_are_checked_without_building_the_bot() -> None:
    parse_spec("strategy:file=not-solved-yet,seed=3").check_options()
    parse_spec("switching:bots=[call]+[raise],hands=5,seed=3").check_options()
    with pytest.raises(BotError, match="no option fil; its options are file"):
        parse_spec("strategy:fil=not-solved-yet").check_options()
    with pytest.raises(BotError, match="no option x; its options are none"):
        parse_spec("switching:bots=[call]+[raise:x=1],hands=5").check_options()
