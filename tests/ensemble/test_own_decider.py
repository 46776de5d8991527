"""A decider of one's own, in a Python file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ensemble.team_views import GAME
from railbird.bots import located, make_bot, parse_spec
from railbird.ensemble import EnsembleBot, TeamDecision, TeamObserver
from railbird.errors import BotError, MatchError
from railbird.play import play_match

if TYPE_CHECKING:
    from pathlib import Path

FILE = """
from railbird.ensemble import Decider, TeamChoice
from railbird.games import CALL, FOLD, raise_to


class Cautious(Decider):
    def __init__(self, *, limit=2):
        self.limit = limit

    def choose(self, situation):
        return situation.follow(min(situation.candidates, key=lambda member: situation.kind(member)))


class Unfinished(Decider):
    pass


class Stranger(Decider):
    def choose(self, situation):
        return situation.follow(2)


class Number(Decider):
    def choose(self, situation):
        return 1


class Sized(Decider):
    def choose(self, situation):
        return TeamChoice(raise_to(10**9), (0,))


class Invented(Decider):
    def choose(self, situation):
        return TeamChoice(CALL, (0, 2))


class Rated(Decider):
    def choose(self, situation):
        return TeamChoice(CALL, (1,), ratings=(1.0,))


class Raising(Decider):
    def choose(self, situation):
        raise RuntimeError("out of luck")


class Action(Decider):
    def choose(self, situation):
        return situation.play(FOLD)
"""
TEAM = """
type = "ensemble"
decider = "rules/my_decider.py:Cautious"
limit = 1

[[members]]
name = "a"
bot = "raise"

[[members]]
name = "b"
bot = "call"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "my_decider.py").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_class_in_a_file_decides(folder: Path) -> None:
    spec = "ensemble:members=[raise]+[call],decider=rules/my_decider.py:Cautious,limit=3"
    alone, team = (
        play_match([make_bot(bot), make_bot("call"), make_bot("random", seed=1)], GAME, hands=30, seed=1).totals
        for bot in ("call", spec)
    )
    assert alone == team
    assert parse_spec(spec).files() == [folder / "rules" / "my_decider.py"]
    assert f"decider={folder}/rules/my_decider.py:Cautious" in located(spec)


def test_its_path_in_a_team_file_is_relative_to_that(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    team = folder / "team.toml"
    team.write_text(TEAM)
    monkeypatch.chdir(folder.parent)
    make_bot(str(team))
    assert parse_spec(str(team)).files() == [team, folder / "rules" / "my_decider.py"]


@pytest.mark.parametrize(
    ("decider", "message"),
    [
        ("rules/none.py:Cautious", "decider rules/none.py:Cautious: there is no file rules/none.py"),
        ("rules/my_decider.py:Bold", "there is no such class derived from Decider with a method choose"),
        ("rules/my_decider.py:Unfinished", "there is no such class derived from Decider with a method choose"),
        ("rules/my_decider.py:Cautious,bold=1", "has no option 'bold': its options are limit"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_wrong_files(decider: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        make_bot(f"ensemble:members=[call],decider={decider}")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Stranger", r"member 2 cannot be followed: the members that answered are 0, 1"),
        ("Number", r"Number.choose gave 1: return situation.follow\(member\) or situation.play\(kind\)"),
        ("Sized", r"Sized.choose gave .*1000000000.*, which is not a legal action: use situation.follow\(member\)"),
        ("Invented", r"Invented.choose follows \(0, 2\): the members that answered are \(0, 1\)"),
        ("Rated", r"give a rating and values for each of the 2 members, or none"),
        ("Raising", r"the bot failed in hand 0: RuntimeError: out of luck \(my_decider.py, line 45, in choose\)"),
        ("Action", r"situation.play\(fold\): give the kind of an action, such as FOLD.kind, or 0, 1 or 2"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_choices_that_are_none(name: str, message: str) -> None:
    team = make_bot(f"ensemble:members=[raise]+[call],decider=rules/my_decider.py:{name}")
    with pytest.raises(MatchError, match=message):
        play_match([team, make_bot("call"), make_bot("call")], GAME, hands=1, seed=1)


def test_members_that_know_their_probabilities_give_them() -> None:
    seen: list[tuple[object, ...]] = []

    class Watching(TeamObserver):
        def decided(self, hand: int, decision: TeamDecision, seconds: float) -> None:  # noqa: ARG002
            seen.append(decision.shares)

    bot = make_bot("ensemble:members=[random:fold=1,call=1,raise=2]+[exploiting],decider=random,probabilities=1")
    assert isinstance(bot, EnsembleBot)
    bot.team.observe(Watching())
    play_match([bot, make_bot("raise"), make_bot("raise")], GAME, hands=5, seed=1)
    first, second = zip(*seen, strict=True)
    assert (0.25, 0.25, 0.5) in first
    assert {max(shares) for shares in second} == {1.0}
