"""Team files: what they may say, what is wrong with them, and teams as bots in the arena."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from railbird.bots import located, make_bot, parse_spec
from railbird.ensemble import EnsembleBot, TeamMember, read_team_file
from railbird.errors import BotError
from railbird.play import play_match

if TYPE_CHECKING:
    from pathlib import Path

BOTS = """
type = "ensemble"
decider = "fixed"
hands = [2]
initialise = 3

[[members]]
name = "First"
bot = "call"

[[members]]
name = "Second"
bot = "switching:bots=[call]+[my_bot.py:Mine],hands=10"
"""
PROGRAMS = """
decider = "majority"
time_limit = 0.5
failures = "drop"
most_failures = 3

[[members]]
name = "Program"
command = "./bot.sh"
arguments = ["--fast"]
directory = "bots"

[[members]]
name = "Client"
port = 19001

[[members]]
name = "Bot"
bot = "call"
"""
MINE = """
from railbird.bots import Bot
from railbird.games import FOLD


class Mine(Bot):
    def act(self, view):
        return FOLD
"""


@pytest.fixture
def bots_file(tmp_path: Path) -> Path:
    (tmp_path / "my_bot.py").write_text(MINE)
    path = tmp_path / "team.toml"
    path.write_text(BOTS)
    return path


def test_a_team_of_bots_is_a_bot_whose_paths_are_relative_to_the_file(bots_file: Path) -> None:
    bot = make_bot(str(bots_file))
    assert isinstance(bot, EnsembleBot)
    assert bot.team.names == ("First", "Second")
    files = parse_spec(str(bots_file)).files()
    assert files == [bots_file, bots_file.parent / "my_bot.py"]
    assert located(str(bots_file)) == str(bots_file)
    play_match([bot, make_bot("call")], "holdem.limit.2p.reverse_blinds", hands=2, seed=1)
    assert {path.name for path in bots_file.parent.iterdir()} <= {"my_bot.py", "team.toml", "__pycache__"}


def test_logs_are_written_beside_the_file(bots_file: Path) -> None:
    bots_file.write_text(BOTS.replace("initialise", 'logs = "logs"\ninitialise'))
    bots = [make_bot(str(bots_file)), make_bot("call")]
    play_match(bots, "holdem.limit.2p.reverse_blinds", hands=2, seed=1)
    assert (bots_file.parent / "logs" / "ensemble.log").read_text().count("\n") == 2


def test_programs_and_clients(tmp_path: Path) -> None:
    path = tmp_path / "team.toml"
    path.write_text(PROGRAMS)
    team = read_team_file(path)
    assert team.members == (
        TeamMember("Program", command="./bot.sh", arguments=("--fast",), directory=tmp_path / "bots"),
        TeamMember("Client", directory=tmp_path, port=19001),
        TeamMember("Bot", directory=tmp_path, bot="call"),
    )
    assert (team.time_limit, team.failures, team.most_failures) == (0.5, "drop", 3)
    path.write_text('type = "ensemble"\n' + PROGRAMS)
    with pytest.raises(BotError, match="member Program is a program, and not a bot: start the team with railbird team"):
        make_bot(str(path))


PORT = "port = 19001"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("port = 19001", "prot = 19001", ", member 2: unknown key 'prot': did you mean port?"),
        ("time_limit", "time_limits", ": unknown key 'time_limits': did you mean time_limit?"),
        ("time_limit", "patience", ": decider majority has no option 'patience': its options are none"),
        (PORT, 'port = 7\n[[members]]\nname = "C"\nport = 7', ": two members have port 7: give each its own, or 0 for"),
        ('"majority"', '"majorty"', ": no decider is called 'majorty': did you mean majority?"),
        ('decider = "majority"', "", ": decider is missing: write decider = "),
        ("decider =", "decidr =", ": decider is missing, but there is 'decidr': write decider = "),
        ('"Client"', '"Bot"', ": two members are called 'Bot': give each its own name"),
        ('"Client"', '"a:b"', ": the member's name 'a:b': write a name in ASCII without spaces and any of | : / [ ]"),
        (PORT, 'port = 1\nbot = "call"', ", member 2: a member has one of bot, command, port; this one has 2 of them"),
        (PORT, "port = 70000", ", member 2: port = 70000: write a port from 0 to 65535; 0 chooses a free one"),
        (PORT, 'port = 1\ndirectory = "x"', ", member 2: directory = 'x': only a member with a command has this key"),
        ('"drop"', '"ignore"', ": failures = 'ignore': write restart or drop"),
        ("0.5", "0", ": time_limit = 0: write a number of at least 0.001"),
        ("[[members]]", "[members]", ": this is not TOML: "),
    ],
)
def test_a_wrong_file_is_one_clear_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "team.toml"
    path.write_text(PROGRAMS.replace(old, new))
    with pytest.raises(BotError) as error:
        read_team_file(path)
    assert str(error.value).startswith(f"{path}{message}")
    assert "\n" not in str(error.value)


def test_members_that_are_no_tables(tmp_path: Path) -> None:
    path = tmp_path / "team.toml"
    path.write_text('decider = "random"\nmembers = ["call"]\n')
    with pytest.raises(BotError, match=r"members: write each member as a table \[\[members\]\]"):
        read_team_file(path)
