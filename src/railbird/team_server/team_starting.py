"""Sets up a team from its file: how each member is started, and the server that plays for them."""

from __future__ import annotations

import os
import shutil
from functools import partial
from typing import TYPE_CHECKING

from railbird.bots import parse_spec
from railbird.bots.game_check import check_game
from railbird.ensemble import TeamLogs
from railbird.errors import BotError
from railbird.rng import derived_seed
from railbird.team_server.member_starts import BotStart, ClientStart, ProgramStart
from railbird.team_server.server import TeamServer

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from railbird.ensemble import TeamFile, TeamMember, TeamObserver
    from railbird.games import GameDefinition
    from railbird.team_server.member_starts import MemberStart


def team_server(
    file: TeamFile,
    game: GameDefinition,
    *,
    outputs: Path,
    seed: int = 0,
    has_fixed_seats: bool = False,
    observers: Iterable[TeamObserver] = (),
) -> TeamServer:
    """The team of a file, whose members have not been started yet. What programs print goes to files in `outputs`.

    A seed gives a team of bots the seeds that it gives the bot of the same file. Raise BotError if a bot cannot be
    built or does not play the game, or if a program or its directory is missing.
    """
    starts: dict[str, MemberStart] = {}
    for place, member in enumerate(file.members):
        if member.bot:
            own_seed = derived_seed(seed, place)  # as the members of a bot that a spec builds
            starts[member.name] = _bot_start(
                member, file.path, game=game, seed=own_seed, has_fixed_seats=has_fixed_seats
            )
        elif member.command:
            starts[member.name] = _program_start(member, output=outputs / f"{file.path.stem}.{member.name}.out")
        else:
            starts[member.name] = ClientStart(member.name, member.port or 0)
    logs = [] if file.logs is None else [TeamLogs(file.logs)]
    server = TeamServer(file, starts, observers=[*observers, *logs])
    server.generator_seed = seed
    return server


def _bot_start(member: TeamMember, path: Path, *, game: GameDefinition, seed: int, has_fixed_seats: bool) -> BotStart:
    spec = parse_spec(member.bot, toml=path)
    check_game(spec, game)
    return BotStart(member.name, partial(spec.build, seed=seed), game=game, has_fixed_seats=has_fixed_seats)


def _program_start(member: TeamMember, *, output: Path) -> ProgramStart:
    directory = member.directory
    if not directory.is_dir():
        raise BotError(f"member {member.name}: there is no directory {directory}")
    # A path is relative to the directory of the member, as for a program that is started there.
    program = member.command if os.sep not in member.command else str(directory.absolute() / member.command)
    if shutil.which(program) is None:
        raise BotError(f"member {member.name}: there is no program {program} that can be executed")
    return ProgramStart(member.name, [member.command, *member.arguments], directory=directory, output=output)
