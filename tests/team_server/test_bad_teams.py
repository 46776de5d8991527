"""Teams that cannot play: one clear line before the match begins, and nothing is left behind."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest

from team_server.member_programs import bot, left_programs, program, started_programs, write_team

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from acpc.starting import Start

GAME = "holdem.limit.2p.reverse_blinds"


@pytest.fixture
def dealer() -> Iterator[socket.socket]:
    """A dealer whom nobody may call."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener
        listener.setblocking(False)
        with pytest.raises(BlockingIOError):
            listener.accept()


def complaint(start: Start, dealer: socket.socket, folder: Path) -> str:
    """The only line that a team prints that cannot play."""
    team = start("team", "team.toml", "127.0.0.1", dealer.getsockname()[1], "--game", GAME)
    assert team.wait() == 2, team.errors
    assert team.output == ""
    lines = team.errors.splitlines()
    assert len(lines) == 1, lines
    assert left_programs(folder) == []
    return lines[0].removeprefix("railbird: ")


DIRECTORY = '[[members]]\nname = "Lost"\ncommand = "./member.py"\ndirectory = "nowhere"\n'
COMMAND = '[[members]]\nname = "Lost"\ncommand = "./nothing.sh"\n'
UNKNOWN_KEY = '[[members]]\nname = "Typo"\ncomand = "./member.py"\n'


@pytest.mark.parametrize(
    ("members", "settings", "words"),
    [
        ([bot("call")], {"falures": "drop"}, "team.toml: unknown key 'falures': did you mean failures?"),
        ([bot("call")], {"zeal": 1}, "team.toml: decider majority has no option 'zeal': its options are none"),
        ([UNKNOWN_KEY], {}, "team.toml, member 1: unknown key 'comand': did you mean command?"),
        ([bot("call"), bot("call")], {}, "team.toml: two members are called 'call'"),
        ([bot("call")], {"decider": "fixed", "hands": 0}, "team.toml: "),
        ([bot("call")], {"decider": "probabilistic", "bias": -1}, "team.toml: bias=-1: "),
        ([bot("call")], {"decider": "majorty"}, "did you mean majority?"),
        ([bot("call")], {"failures": "pray"}, "team.toml: failures = 'pray': write restart or drop"),
        ([bot("call")], {"time_limit": 0}, "team.toml: time_limit = 0: "),
        ([bot("nobody")], {}, "no bot is called 'nobody'"),
        ([bot("akuma-nolimit", "Wrong")], {}, "akuma-nolimit plays no-limit hold'em"),
        ([program("calls"), COMMAND], {}, "member Lost: there is no program"),
        ([program("calls"), DIRECTORY], {}, "member Lost: there is no directory nowhere"),
    ],
)
def test_bad_files(
    members: list[str], settings: dict[str, object], words: str, start: Start, dealer: socket.socket, tmp_path: Path
) -> None:
    write_team(tmp_path, *members, **{"decider": "majority", **settings})  # type: ignore[arg-type]
    assert words in complaint(start, dealer, tmp_path)
    assert started_programs(tmp_path) == {}  # what is wrong is found before anything is started


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        ("ends", "ends ended with status 3 before it connected: it said 'no licence'"),
        ("greets", "greets sent 'hello' where its version belongs, like VERSION:2.0.0"),
    ],
)
def test_a_member_that_does_not_start(
    behaviour: str, words: str, start: Start, dealer: socket.socket, tmp_path: Path
) -> None:
    write_team(tmp_path, program("calls"), program(behaviour))
    assert complaint(start, dealer, tmp_path) == words


OWN_DECIDER = """
from railbird.ensemble import Decider

class Late(Decider):
    def __init__(self, *, rate=1):
        self.rate = 1 / rate

    def check_members(self, members):
        raise RuntimeError("too many friends")

    def choose(self, situation):
        return situation.follow(0)
"""


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "decider own.py:Late cannot be built: RuntimeError: too many friends (own.py, line 9, in check_members)"),
        ({"rate": 0}, "decider own.py:Late cannot be built: ZeroDivisionError: division by zero (own.py, line 6, in "),
        ({"speed": 0}, "decider own.py:Late has no option 'speed': its options are rate"),
    ],
)
def test_a_decider_of_ones_own_that_cannot_be_built(
    options: dict[str, object], words: str, start: Start, dealer: socket.socket, tmp_path: Path
) -> None:
    (tmp_path / "own.py").write_text(OWN_DECIDER, encoding="ascii")
    write_team(tmp_path, program("calls"), decider="own.py:Late", **options)
    assert complaint(start, dealer, tmp_path).startswith(f"team.toml: {words}")
    assert started_programs(tmp_path) == {}


def test_a_bot_that_cannot_be_built(start: Start, dealer: socket.socket, tmp_path: Path) -> None:
    """It is built when the members start; the other members end with the team."""
    source = """
from railbird.bots import Bot

class Unlucky(Bot):
    def __init__(self):
        raise RuntimeError("out of luck")

    def act(self, view):
        pass
"""
    (tmp_path / "unlucky.py").write_text(source, encoding="ascii")
    write_team(tmp_path, program("calls"), bot("unlucky.py:Unlucky", "Unlucky"))
    assert "RuntimeError: out of luck (unlucky.py, line 6, in __init__)" in complaint(start, dealer, tmp_path)


def test_a_program_that_is_none(start: Start, dealer: socket.socket, tmp_path: Path) -> None:
    write_team(tmp_path, program("calls"), COMMAND)
    path = tmp_path / "nothing.sh"
    path.write_text("no program\n", encoding="ascii")
    path.chmod(0o755)
    assert complaint(start, dealer, tmp_path) == "Lost: nothing.sh cannot be started: Exec format error"


def test_a_port_in_use(start: Start, dealer: socket.socket, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        write_team(tmp_path, program("calls"), f'[[members]]\nname = "Guest"\nport = {port}\n')
        words = complaint(start, dealer, tmp_path)
    assert words.startswith(f"Guest: cannot listen on 127.0.0.1:{port}: Address already in use")
