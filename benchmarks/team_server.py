"""A team at a dealer: what its three members, each in a process of its own, cost beside a single client."""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.dealer import started_clients
from benchmarks.measure import Measurement
from railbird.acpc import ClientSeat
from railbird.acpc.time_limits import Clock
from railbird.bots import make_bot
from railbird.games import game_named
from railbird.play import BotSeat, Match, MatchPlan, TimeLimits

if TYPE_CHECKING:
    from collections.abc import Iterator

GAME = game_named("holdem.limit.2p.reverse_blinds")
HANDS = 300
DECISIONS = 4 * HANDS
"""Both players call, so that each acts once a street."""
ROUNDS = 5
MEMBERS = 3
LEAST_SHARE = 0.1
"""Of the decisions a second of a single client: a team has four processes to wait for, on two cores."""
RAILBIRD = [sys.executable, "-m", "railbird"]
CLIENT = ["connect", "--bot", "call", "--game", GAME.name]


def measure() -> Iterator[Measurement]:
    """Decisions a second of a team and of a single client, in turn."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        team = _write_team(folder)
        options = ["team", str(team), "--game", GAME.name, "--outputs", str(folder)]
        teams, clients = [], []
        for _ in range(ROUNDS):
            clients.append(DECISIONS / _seconds([*RAILBIRD, *CLIENT, "127.0.0.1"]))
            teams.append(DECISIONS / _seconds([*RAILBIRD, *options, "127.0.0.1"]))
    overhead = 1000 / max(teams) - 1000 / max(clients)
    yield Measurement(
        f"team of {MEMBERS} programs at a dealer",
        "decisions/s",
        max(teams),
        more_is_better=True,
        least_ratio=LEAST_SHARE,
        peers={"one of the programs as a client": max(clients)},
        note=f"{overhead:.2f} ms more for each decision",
    )


def _write_team(folder: Path) -> Path:
    path = folder / "team.toml"
    arguments = [*RAILBIRD[1:], *CLIENT]
    members = [
        f'[[members]]\nname = "m{place}"\ncommand = "{RAILBIRD[0]}"\narguments = {arguments!r}\n'
        for place in range(MEMBERS)
    ]
    path.write_text("\n".join(['type = "ensemble"', 'decider = "majority"', *members]))
    return path


def _seconds(command: list[str]) -> float:
    """Seconds of a match against a bot in this process, without the start."""
    plan = MatchPlan("match", GAME, GAME.name, hands=HANDS, seed=1, names=("client", "bot"))
    with ExitStack() as stack:
        (connection,) = started_clients(stack, [command])
        connection.read_line()  # the version
        client = ClientSeat(connection, clock=Clock(TimeLimits(), hands=HANDS))
        match = Match(plan, [client, BotSeat(make_bot("call"))])
        started = perf_counter()
        match.play()
        return perf_counter() - started
