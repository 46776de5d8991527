"""Matches: over loopback with a process for each player, and in one process."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.measure import Measurement, best_seconds, paced
from benchmarks.yardsticks import PYTHON
from railbird.acpc import ClientSeat
from railbird.acpc.connection import Connection
from railbird.acpc.time_limits import Clock
from railbird.bots import make_bot
from railbird.games import game_named
from railbird.play import LogWriter, Match, MatchPlan, TimeLimits, play_match

if TYPE_CHECKING:
    from collections.abc import Iterator

GAME = game_named("holdem.limit.3p")
HANDS = 500
ROUNDS = 5
BOT = "random:fold=0.02,call=0.68,raise=0.3"
"""Its hands have about 17 actions, as many as those of the bound that the goal names."""

LEAST_SHARE = 0.22
"""Of the hands a second that a bare exchange of lines allows. The goal is 250 hands a second on the quiet machine,
where 313 to 325 of them were 0.26 to 0.29 of it."""
ECHO = """
import socket, sys
s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
rest = b""
while data := s.recv(4096):
    *lines, rest = (rest + data).split(b"\\n")
    for line in lines:
        if b"you" in line:
            s.sendall(line + b"\\n")
"""


def measure() -> Iterator[Measurement]:
    """Hands a second, and what a bare exchange of lines allows."""
    with tempfile.TemporaryDirectory() as folder:
        previous = Path.cwd()
        os.chdir(folder)
        try:
            yield _over_loopback()
            yield _in_one_process(Path(folder) / "match.log")
        finally:
            os.chdir(previous)


def _over_loopback() -> Measurement:
    rates, bounds, actions = [], [], 0.0
    for _ in range(ROUNDS):
        seconds, actions = _dealt()
        rates.append(HANDS / seconds)
        bounds.append(1 / (_exchange_seconds(round(HANDS * actions)) * actions))
    return Measurement(
        "dealer over loopback, three processes",
        "hands/s",
        max(rates),
        more_is_better=True,
        least_ratio=LEAST_SHARE,
        peers={"a bare exchange of lines": max(bounds)},
        note=f"{actions:.1f} actions a hand",
    )


def _dealt() -> tuple[float, float]:
    """The seconds of a match of three clients once they have connected, and its actions a hand."""
    plan = MatchPlan("match", GAME, GAME.name, hands=HANDS, seed=1, names=("a", "b", "c"))
    with ExitStack() as stack:
        connections = started_clients(stack, [_client_command(seat) for seat in range(3)])
        for connection in connections:
            connection.read_line()  # the version
        seats = [ClientSeat(connection, clock=Clock(TimeLimits(), hands=HANDS)) for connection in connections]
        log = stack.enter_context(Path("match.log").open("w", buffering=1))
        match = Match(plan, seats, observers=[LogWriter(log, plan.names)])
        started = perf_counter()
        match.play()
        seconds = perf_counter() - started
    betting = [line.split(":")[2] for line in Path("match.log").read_text().splitlines()[:HANDS]]
    return seconds, sum(len(text) - text.count("/") for text in betting) / HANDS


def _client_command(seat: int) -> list[str]:
    options = ["--bot", BOT, "--game", GAME.name, "--seed", str(seat)]
    return [sys.executable, "-m", "railbird", "connect", *options, "127.0.0.1"]


def started_clients(stack: ExitStack, commands: list[list[str]]) -> list[Connection]:
    """Start programs with a port as their last argument; they end when their connection does."""
    connections = []
    for command in commands:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        process = subprocess.Popen([*command, str(listener.getsockname()[1])], stdout=subprocess.DEVNULL)
        stack.callback(process.wait)
        connections.append(stack.enter_context(Connection(listener.accept()[0])))
    return connections


def _exchange_seconds(turns: int) -> float:
    """A line to three processes and one back, as an action needs it, without anything done with them.

    The mean over as many turns as a match has actions, so that both are interrupted equally often.
    """
    line = "MATCHSTATE:0:123:cccc/cccc/ccc:AsKs||/2c3c4c/5d"
    with ExitStack() as stack:
        connections = started_clients(stack, [[sys.executable, "-c", ECHO]] * 3)

        def exchange() -> None:
            for turn in range(turns):
                for number, connection in enumerate(connections):
                    connection.send_line(line + ":you" * (number == turn % 3))
                connections[turn % 3].read_line()

        return best_seconds(exchange, repeat=1) / turns


def _in_one_process(log: Path) -> Measurement:
    bots = [make_bot("call") for _ in range(3)]
    seconds, pace = paced(lambda: play_match(bots, GAME, hands=3000, seed=1, log=log), PYTHON)
    name = "a match in one process, all call, log written"
    return Measurement(name, "hands/s", 3000 / seconds, goal=15_000, pace=pace, more_is_better=True)
