"""Bots as they are named on the command line: a file of one's own, and what is said about names that are wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from railbird.bots import bot_names, make_bot, parse_spec
from railbird.bots.reference.simple import CallBot, RandomBot
from railbird.errors import BotError

if TYPE_CHECKING:
    from pathlib import Path

    from acpc.starting import Start

GAME = "holdem.limit.2p.reverse_blinds"
FILE = """
from railbird.bots import Bot
from railbird.games import CALL, FOLD

class Patient(Bot):
    def __init__(self, *, hands: int = 0, word: str = "", seed: int = 0) -> None:
        self.hands, self.word, self.seed = hands, word, seed

    def act(self, view):
        return CALL if view.hand < self.hands else FOLD

class Abstract(Bot):
    pass

class Choosy(Patient):
    def __init__(self):
        raise RuntimeError("not today")

something = 7
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(FILE, encoding="ascii")
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="ascii")
    (tmp_path / "plain.txt").write_text("no program\n", encoding="ascii")
    (tmp_path / "program.sh").write_text("#!/bin/sh\n", encoding="ascii")
    (tmp_path / "program.sh").chmod(0o755)
    return tmp_path


def test_names() -> None:
    assert {"call", "fold", "raise", "random"} <= {*bot_names()}
    assert isinstance(make_bot("call"), CallBot)


def test_a_class_in_a_file_with_options(folder: Path) -> None:
    bot = make_bot(f"{folder / 'mine.py'}:Patient:hands=3,word=yes", seed=5)
    assert (bot.hands, bot.word, bot.seed) == (3, "yes", 5)  # type: ignore[attr-defined]
    own_seed = f"{folder / 'mine.py'}:Patient:seed=9"
    assert make_bot(own_seed).seed == 9  # type: ignore[attr-defined]
    # In a match it is mixed with the seed of the match, so that no two matches have the same draws.
    assert len({make_bot(own_seed, seed=seed).seed for seed in (5, 6)} | {9}) == 3  # type: ignore[attr-defined]


def test_options_that_are_words_of_python() -> None:
    assert isinstance(make_bot("random:raise=1,call=0,fold=0"), RandomBot)


def test_an_executable_cannot_be_built(folder: Path) -> None:
    spec = parse_spec(str(folder / "program.sh"))
    assert spec.executable == folder / "program.sh"
    with pytest.raises(BotError, match="is an executable"):
        spec.build()


def test_a_class_in_a_file_plays(folder: Path, start: Start) -> None:
    dealer = start("dealer", "m", GAME, 4, 0, "a", "b", "-b", "mine.py:Patient:hands=2", "-b", "call", "-q")
    assert dealer.wait() == 0
    bettings = [line.split(":")[2] for line in (folder / "m.log").read_text(encoding="ascii").splitlines()[4:8]]
    # It is the small blind in hand 1 and 3; as the big blind it owes nothing, and its fold becomes a call.
    assert bettings == ["cc/cc/cc/cc", "cc/cc/cc/cc", "cc/cc/cc/cc", "f"]


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("nobody", "no bot is called 'nobody': give one of .*call.*random"),
        ("", "no bot is called ''"),
        ("random:fold", "'fold' is not an option like name=value"),
        ("random:=1", "'=1' is not an option like name=value"),
        ("random:fold=-1", "cannot be built"),
        ("random:fold=0,call=0,raise=0", "cannot be built"),
        ("random:fold=nan", "cannot be built"),
        ("random:fold=much", "is not a number"),
        ("call:patience=3", "no option patience; its options are none"),
        ("plain.txt", "bot 'plain.txt' is a file that cannot be executed"),
        ("mine.py", "name the class in the file, like mine.py:MyBot"),
        ("mine.py:", "name the class in the file, like mine.py:MyBot"),
        ("mine.py:Nobody", "mine.py has no Nobody; it has .*Patient"),
        ("mine.py:Abstract", "Abstract has no method act"),
        ("mine.py:something", "7 is not a class derived from railbird.bots.Bot"),
        ("mine.py:Choosy", "cannot be built: .*not today"),
        ("mine.py:Patient:depth=3", "no option depth"),
        ("none.py:Bot", "there is no file none.py"),
        ("broken.py:Bot", "broken.py cannot be run: ZeroDivisionError: division by zero"),
    ],
)
def test_a_bot_that_is_wrong(spec: str, says: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(BotError, match=says):
        make_bot(spec)


WRONG = ["nobody", "plain.txt", "mine.py:Abstract"]
WRONG_OPTIONS = ["random:fold=much", "call:patience=3", "mine.py:Choosy"]


@pytest.mark.parametrize("spec", WRONG + WRONG_OPTIONS)
def test_a_bot_that_is_wrong_is_one_line_for_a_client(spec: str, folder: Path, start: Start) -> None:
    program = start("connect", "127.0.0.1", 1, "--bot", spec, "--game", GAME)
    assert program.wait() == 2
    assert len(program.errors.splitlines()) == 1
    assert program.errors.startswith("railbird: ")


@pytest.mark.parametrize("spec", WRONG + WRONG_OPTIONS)
def test_a_bot_that_is_wrong_is_one_line_for_a_dealer(spec: str, folder: Path, start: Start) -> None:
    (folder / "m.log").write_text("the log of another match\n", encoding="ascii")
    dealer = start("dealer", "m", GAME, 4, 0, "a", "b", "-b", "call", "-b", spec)
    assert dealer.wait() == 2
    assert len(dealer.errors.splitlines()) == 1
    assert dealer.errors.startswith("railbird: ")
    assert (folder / "m.log").read_text(encoding="ascii") == "the log of another match\n"


def test_a_client_does_not_start_executables(folder: Path, start: Start) -> None:
    program = start("connect", "127.0.0.1", 1, "--bot", "./program.sh", "--game", GAME)
    assert program.wait() == 2
    assert program.errors.endswith("is an executable, which can play only over a connection\n")


@pytest.mark.parametrize("hook", ["act", "hand_starts"])
def test_a_bot_that_fails_is_one_line_for_a_client(hook: str, tmp_path: Path, start: Start) -> None:
    lines = [
        "from railbird.bots.reference.simple import CallBot",
        "class Failing(CallBot):",
        f"    def {hook}(self, *_): 1 / 0",
    ]
    (tmp_path / "failing.py").write_text("\n".join(lines), encoding="ascii")
    dealer = start("dealer", "m", GAME, 2, 0, "a", "b", "-b", "call", "-q")
    program = start("connect", "127.0.0.1", dealer.ports[1], "--bot", "failing.py:Failing", "--game", GAME)
    assert program.wait() in (1, 2)
    assert dealer.wait() == 1
    assert len(program.errors.splitlines()) == 1
    assert "ZeroDivisionError: division by zero" in program.errors


def test_too_many_bots(start: Start) -> None:
    dealer = start("dealer", "m", GAME, 4, 0, "a", "b", "-b", "call", "-b", "call", "-b", "call")
    assert (dealer.wait(), dealer.errors) == (2, "railbird: 3 bots for 2 seats: give at most 2\n")
