"""A team at a dealer: the processor time of asking three members beside that of asking one client."""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.dealer import started_clients
from benchmarks.measure import Measurement
from railbird.acpc import ClientSeat
from railbird.acpc.time_limits import Clock
from railbird.bots import make_bot
from railbird.ensemble import read_team_file
from railbird.games import game_named
from railbird.play import BotSeat, Match, MatchPlan, TimeLimits
from railbird.team_server import team_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.play import Seat

GAME = game_named("holdem.limit.2p.reverse_blinds")
HANDS = 500
DECISIONS = 4 * HANDS
"""Both players call, so that each acts once a street."""
ROUNDS = 3
MEMBERS = 3
MOST_TIMES = 5.0
"""The most that asking and deciding may take, as a multiple of what the dealer takes for a single client: 3.1 when it
was set, about once for each member."""
CLIENT = [sys.executable, "-m", "railbird", "connect", "--bot", "call", "--game", GAME.name]


def measure() -> Iterator[Measurement]:
    """Processor time of this process for a decision, which does not depend on how busy the machine is."""
    with tempfile.TemporaryDirectory() as name:
        rounds = [(_of_team(Path(name)), _of_client()) for _ in range(ROUNDS)]
    team, client = map(min, zip(*rounds, strict=True))
    yield Measurement(
        f"a decision of a team of {MEMBERS} programs",
        "times as long as for a client at a dealer",
        team / client,
        limit=MOST_TIMES,
        note=f"{1e6 * team:.0f} and {1e6 * client:.0f} microseconds of processor time, without the programs' own",
    )


def _of_team(folder: Path) -> float:
    server = team_server(read_team_file(_write_team(folder)), GAME, outputs=folder)
    with server:
        server.wait_for_members()
        return _seconds_a_decision(BotSeat(server))


def _of_client() -> float:
    with ExitStack() as stack:
        (connection,) = started_clients(stack, [[*CLIENT, "127.0.0.1"]])
        connection.read_line()  # the version
        return _seconds_a_decision(ClientSeat(connection, clock=Clock(TimeLimits(), hands=HANDS)))


def _seconds_a_decision(seat: Seat) -> float:
    plan = MatchPlan("match", GAME, GAME.name, hands=HANDS, seed=1, names=("client", "bot"))
    match = Match(plan, [seat, BotSeat(make_bot("call"))])
    started = process_time()
    match.play()
    return (process_time() - started) / DECISIONS


def _write_team(folder: Path) -> Path:
    path = folder / "team.toml"
    program, *arguments = CLIENT
    members = [
        f'[[members]]\nname = "m{place}"\ncommand = "{program}"\narguments = {arguments!r}\n'
        for place in range(MEMBERS)
    ]
    path.write_text("\n".join(['type = "ensemble"', 'decider = "majority"', "time_limit = 60.0", *members]))
    return path
