"""Members that break down in a match: they are started again, see the current state, and play on."""

from __future__ import annotations

import logging
import socket
import time
from contextlib import contextmanager
from errno import EMFILE
from typing import TYPE_CHECKING, NoReturn

import pytest

from acpc.programs import LONG
from railbird.bots import make_bot
from railbird.ensemble import read_team_file
from railbird.games import game_named
from railbird.play import BotSeat, Match, MatchPlan
from railbird.team_server import team_server
from team_server.member_programs import bot, left_programs, program, started_programs, write_team

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from railbird.team_server import TeamServer
    from railbird.team_server.connected_member import ConnectedMember

GAME = game_named("holdem.limit.2p.reverse_blinds")
CLUMSY = """
from railbird.bots import Bot
from railbird.games import CALL

class Clumsy(Bot):
    decisions = 0

    def act(self, view):
        Clumsy.decisions += 1
        if Clumsy.decisions == 5:
            raise RuntimeError("out of luck")
        return CALL
"""


class Played:
    """A team in a match without a dealer, which is played as long as a test wants."""

    def __init__(self, server: TeamServer) -> None:
        self.server = server
        plan = MatchPlan("match", GAME, GAME.name, hands=1_000_000, seed=5, names=("Team", "Bob"))
        self.match = Match(plan, [BotSeat(server), BotSeat(make_bot("call"))])

    def play_until(self, is_reached: Callable[[], bool]) -> None:
        deadline = time.monotonic() + LONG
        while not is_reached():
            assert time.monotonic() < deadline
            assert self.match.step()
            time.sleep(0.001)  # for programs that start

    @property
    def first(self) -> ConnectedMember:
        return self.server.members[0]


@contextmanager
def playing(folder: Path) -> Iterator[Played]:
    server = team_server(read_team_file(folder / "team.toml"), GAME, outputs=folder)
    with server:
        server.wait_for_members()
        yield Played(server)
    assert left_programs(folder) == []


def test_a_member_that_dies_again_and_again(tmp_path: Path) -> None:
    """It answers between its deaths, so that it is started again each time; its output is kept."""
    write_team(tmp_path, program("dies-always"), bot("call"))
    with playing(tmp_path) as team:
        counts = team.first.counts
        team.play_until(lambda: counts.restarted == 3)
    assert len(started_programs(tmp_path)["dies-always"]) >= 3
    assert counts.outcomes["answered"] >= 3
    assert (tmp_path / "team.dies-always.out").read_text(encoding="ascii").count("starts\n") >= 3


def test_a_member_that_cannot_be_started_again_is_dropped(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    write_team(tmp_path, program("ends-again"), bot("call"))
    with playing(tmp_path) as team, caplog.at_level(logging.WARNING):
        team.play_until(lambda: team.first.status == "dropped")
        assert team.first.counts.restarted == 1
    assert [record.getMessage() for record in caplog.records] == [
        "ends-again is started again: it has closed its connection (it said 'ends-again starts')",
        "ends-again is dropped: ends-again ended with status 3 before it connected: it said 'no licence'",
    ]


def test_a_member_that_is_started_again_sees_the_current_hand(tmp_path: Path) -> None:
    write_team(tmp_path, program("dies"), bot("call"), time_limit=LONG)
    with playing(tmp_path) as team:
        first, counts = team.first, team.first.counts
        team.play_until(lambda: counts.restarted == 1)
        team.play_until(lambda: first.status == "playing")
        asked, answered = counts.asked, counts.outcomes["answered"]
        team.play_until(lambda: counts.asked == asked + 5)
        assert counts.outcomes["answered"] == answered + 5


def test_a_member_whose_output_is_gone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    write_team(tmp_path, program("dies"), bot("call"), time_limit=LONG, failures="drop")
    with playing(tmp_path) as team, caplog.at_level(logging.WARNING):
        (tmp_path / "team.dies.out").unlink()
        team.play_until(lambda: team.first.status == "dropped")
    assert "dies is dropped: it has closed its connection (its output cannot be read: No such file or " in caplog.text


def test_a_bot_for_which_there_are_no_more_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot be started again; the others play on."""

    def refuse() -> NoReturn:
        raise OSError(EMFILE, "Too many open files")

    (tmp_path / "clumsy.py").write_text(CLUMSY, encoding="ascii")
    write_team(tmp_path, bot("clumsy.py:Clumsy", "Clumsy"), bot("call"), time_limit=LONG)
    with playing(tmp_path) as team:
        monkeypatch.setattr(socket, "socketpair", refuse)
        team.play_until(lambda: team.first.status == "dropped")
        asked = team.first.counts.asked
        team.play_until(lambda: team.first.counts.asked == asked + 5)
        assert team.server.members[1].counts.outcomes == {"answered": asked + 5}


@pytest.mark.alone
def test_a_member_that_hangs_is_started_again(tmp_path: Path) -> None:
    """It costs the team one time limit: it is not waited for again until it is started again."""
    write_team(tmp_path, program("never"), bot("call"), time_limit=0.4, most_failures=2)
    with playing(tmp_path) as team:
        counts = team.first.counts
        team.play_until(lambda: counts.restarted == 1)
        assert counts.outcomes["late"] > 10
        assert team.server.members[1].counts.outcomes["answered"] == counts.asked
        started = time.monotonic()
        team.play_until(lambda: team.first.status == "dropped")  # it has not answered since it was started again
        assert time.monotonic() - started > 0.8


def test_a_bot_that_fails_is_built_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "clumsy.py").write_text(CLUMSY, encoding="ascii")
    write_team(tmp_path, bot("clumsy.py:Clumsy", "Clumsy"), bot("call"), time_limit=LONG)
    with playing(tmp_path) as team, caplog.at_level(logging.WARNING):
        counts = team.first.counts
        team.play_until(lambda: counts.asked == 20)
    assert counts.restarted == 1
    assert counts.outcomes["answered"] >= 17
    assert "Clumsy: the bot failed in hand 1: RuntimeError: out of luck" in caplog.text


@pytest.mark.alone
def test_a_bot_that_does_not_return_does_not_stop_the_team(tmp_path: Path) -> None:
    source = """
import time
from railbird.bots import Bot
from railbird.games import CALL

class Thinker(Bot):
    def act(self, view):
        until = time.monotonic() + 2
        while time.monotonic() < until:
            pass
        return CALL
"""
    (tmp_path / "thinker.py").write_text(source, encoding="ascii")
    write_team(tmp_path, bot("thinker.py:Thinker", "Thinker"), bot("call"), time_limit=0.4, failures="drop")
    with playing(tmp_path) as team:
        team.play_until(lambda: team.first.counts.asked == 20)
        assert team.first.counts.outcomes["late"] == 20
        assert team.server.members[1].counts.outcomes["answered"] == 20
