"""Reads team files: the members of a team and how it decides, in TOML; unknown keys are errors.

type = "ensemble"
decider = "random"
initialise = 10
time_limit = 5.0
failures = "restart"

[[members]]
name = "Fair"
bot = "all-in-equity"

[[members]]
name = "Mine"
command = "./my_bot.sh"
arguments = ["--quick"]
directory = "my_bot"

[[members]]
name = "Yours"
port = 19001
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, cast, get_args

from railbird.bots.python_files import file_part
from railbird.ensemble.decider_names import decider_options
from railbird.ensemble.team_building import TeamSettings, build_team
from railbird.ensemble.team_logs import check_folder
from railbird.errors import BotError
from railbird.strict_toml import StrictTable, read_toml
from railbird.wording import similar_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TYPE = "ensemble"
"""The type of bot that a team file says it is."""
FailureRule: TypeAlias = Literal["restart", "drop"]
_MEMBER_KEYS = ("name", "bot", "command", "arguments", "directory", "port")
_KINDS = ("bot", "command", "port")
_PROGRAM_KEYS = ("arguments", "directory")
_SETTINGS_KEYS = ("decider", "initialise", "alike", "rest", "probabilities")
_TEAM_KEYS = ("type", "members", *_SETTINGS_KEYS, "logs", "time_limit", "failures", "most_failures")
_HIGHEST_PORT = 65535


@dataclass(frozen=True)
class TeamMember:
    """A member of a team: a bot by its spec, a program that is started, or a client that connects to a port."""

    name: str
    bot: str = ""
    """Spec of a bot; paths in it are relative to the folder of the file."""
    command: str = ""
    """A program, which is started with its arguments, the host and the port to connect to."""
    arguments: tuple[str, ...] = ()
    directory: Path = Path()
    """The working directory of the program."""
    port: int | None = None
    """The port to which a client connects."""


@dataclass(frozen=True)
class TeamFile:
    """A validated team file."""

    path: Path
    members: tuple[TeamMember, ...]
    settings: TeamSettings
    logs: Path | None
    """The folder of the logs; None if there are none."""
    time_limit: float
    """Seconds that the members have for an answer; a member that is late is left out of the decision."""
    failures: FailureRule
    """Whether a program that ended, or a member that failed too often, is started again or dropped."""
    most_failures: int
    """Failures after which a member is restarted or dropped."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the members."""
        return tuple(member.name for member in self.members)


def read_team_file(path: Path) -> TeamFile:
    """Read and validate a team file. A BotError says where it is wrong."""
    return _team_file(read_toml(path, error=BotError), path, str(path))


def team_options(
    table: Mapping[str, object], *, path: Path, text: str, read_member: Callable[[str], object]
) -> dict[str, object]:
    """The options of the bot `ensemble` in a team file; `read_member` parses the specs of its members.

    Raise BotError if the team has members that are no bots, which only `railbird team` can start.
    """
    team = _team_file(table, path, text)
    for member in team.members:
        if not member.bot:
            kind = "a program" if member.command else "a client"
            raise BotError(
                f"{text}: member {member.name} is {kind}, and not a bot: start the team with railbird team {path.name}"
            )
    return {
        "members": tuple(read_member(member.bot) for member in team.members),
        "names": team.names,
        **{key: getattr(team.settings, key) for key in _SETTINGS_KEYS},
        **({} if team.logs is None else {"logs": str(team.logs)}),
        **team.settings.options,
    }


def _team_file(content: Mapping[str, object], path: Path, place: str) -> TeamFile:
    table = StrictTable(content, place, error=BotError)
    if "type" in table and table.text("type") != TYPE:
        table.refuse("type", f'a team file has type = "{TYPE}"')
    members = _members(content, path, place)
    failures = table.text("failures", "restart")
    if failures not in get_args(FailureRule):
        table.refuse("failures", f"write {' or '.join(get_args(FailureRule))}")
    if "decider" not in table:
        # Other keys may be options of the decider, so a misspelled one cannot be told from them before it is known.
        misspelled = similar_names("decider", table.without(*_TEAM_KEYS))
        instead = f", but there is {misspelled[0]!r}" if misspelled else ""
        raise BotError(f'{place}: decider is missing{instead}: write decider = "majority" or another one')
    settings = TeamSettings(
        decider=_located(table.text("decider"), path.parent),
        options=_values(table.without(*_TEAM_KEYS)),
        initialise=table.integer("initialise", 0),
        alike=table.number("alike", 0.0, least=0, most=1),
        rest=table.boolean("rest", False),
        probabilities=table.boolean("probabilities", False),
    )
    team = TeamFile(
        path=path,
        members=members,
        settings=settings,
        logs=path.parent / table.text("logs") if "logs" in table else None,
        time_limit=table.number("time_limit", 5.0, least=0.001),
        failures=cast("FailureRule", failures),
        most_failures=table.integer("most_failures", 10, least=1),
    )
    try:
        _check_keys(settings)
        build_team(team.names, settings)
        if team.logs is not None:
            check_folder(team.logs)
    except BotError as error:
        raise BotError(f"{place}: {error}") from None
    return team


def _check_keys(settings: TeamSettings) -> None:
    """Raise if a key that the decider does not know looks like one of the team."""
    known = decider_options(settings.decider)
    for key in settings.options:
        meant = similar_names(key, _TEAM_KEYS)
        if key not in known and meant:
            raise BotError(f"unknown key {key!r}: did you mean {meant[0]}?")


def _members(content: Mapping[str, object], path: Path, place: str) -> tuple[TeamMember, ...]:
    rows = content.get("members", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BotError(f"{place}: members: write each member as a table [[members]]")
    members = tuple(
        _member(StrictTable(row, f"{place}, member {number}", error=BotError, keys=_MEMBER_KEYS), path)
        for number, row in enumerate(rows, start=1)
    )
    ports = Counter(member.port for member in members if member.port)
    if ports and max(ports.values()) > 1:
        port, _ = ports.most_common(1)[0]
        raise BotError(f"{place}: two members have port {port}: give each its own, or 0 for a free one")
    return members


def _member(table: StrictTable, path: Path) -> TeamMember:
    kinds = [key for key in _KINDS if key in table]
    if len(kinds) != 1:
        raise BotError(f"{table.place}: a member has one of {', '.join(_KINDS)}; this one has {len(kinds)} of them")
    for key in _PROGRAM_KEYS:
        if key in table and kinds != ["command"]:
            table.refuse(key, "only a member with a command has this key")
    port = table.integer("port", least=0) if "port" in table else None
    if port is not None and port > _HIGHEST_PORT:
        table.refuse("port", f"write a port from 0 to {_HIGHEST_PORT}; 0 chooses a free one")
    return TeamMember(
        name=table.text("name"),
        bot=table.text("bot") if "bot" in table else "",
        command=table.text("command") if "command" in table else "",
        arguments=tuple(table.texts("arguments")),
        directory=path.parent / (table.text("directory") if "directory" in table else "."),
        port=port,
    )


def _located(decider: str, folder: Path) -> str:
    """A decider; that of a Python file with its path from here, because the one in the file is from its own folder."""
    return decider if file_part(decider) == decider else str(folder / decider)


def _values(options: Mapping[str, object]) -> dict[str, object]:
    """Options as a spec has them: lists as tuples."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in options.items()}
