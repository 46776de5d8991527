"""Matches: over loopback with a process for each player, and in one process.

Over loopback the yardstick is a bare exchange of lines with players that only call: each action sends every player a
line, and one of them answers. It is not a bound: our dealer sends a quick player all its lines in one piece, and looks
for the answer before it sleeps, for which it takes more of the processor.
"""

from __future__ import annotations

import gc
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.measure import Measurement, paced
from benchmarks.yardsticks import PYTHON
from railbird.acpc import ClientSeat
from railbird.acpc.connection import Connection
from railbird.acpc.dealer_seats import ClientTable
from railbird.acpc.time_limits import Clock
from railbird.bots import make_bot
from railbird.games import game_named
from railbird.play import LogWriter, Match, MatchPlan, TimeLimits, play_match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GAME = game_named("holdem.limit.3p")
HANDS = 500
ROUNDS = 9
BOT = "random:fold=0.02,call=0.68,raise=0.3"
"""Its hands have about 17 actions."""

LEAST_SHARE = 0.6
"""Of the hands a second of a bare exchange of lines in Python, with the same players on both sides.

On a quiet machine it is twice as much: the goal stands for one on which the dealer and its players wait for a core.
"""
CALLER = """
import socket, sys
s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
s.sendall(b"VERSION:2.0.0\\n")
rest = b""
while data := s.recv(4096):
    *lines, rest = (rest + data).split(b"\\n")
    for line in lines:
        if line[0] == 121 or line[11] == b"201012012012-"[line.count(b"c", 0, line.rindex(b":"))]:
            s.sendall(line.rstrip() + b":c\\r\\n")
"""
"""A player of limit hold'em for three who calls, and costs little: the calls so far tell whose turn it is.

It also answers lines that begin with a y.
"""
FOLDER = Path(__file__).parent
"""Here are the same player in C, and a bare exchange of lines in C."""


def measure() -> Iterator[Measurement]:
    """Hands a second, beside those of a bare exchange of lines."""
    with tempfile.TemporaryDirectory() as folder:
        previous = Path.cwd()
        os.chdir(folder)
        try:
            yield _with_clients()
            yield _with_callers()
            yield from _with_callers_in_c()
            yield _in_one_process(Path(folder) / "match.log")
        finally:
            os.chdir(previous)


def _with_clients() -> Measurement:
    """Not judged: the exchange has players that need no time, but a bot's answer has to be awaited.

    The share was from 0.46 to 0.77 on a quiet machine, and 0.3 beside two processes that compute.
    """
    beside = _beside_exchange([_client_command(seat) for seat in range(3)], _exchanged)
    return beside.measurement("dealer over loopback, three clients of ours", "a bare exchange with callers")


def _with_callers() -> Measurement:
    beside = _beside_exchange([[sys.executable, "-c", CALLER]] * 3, _exchanged)
    name = "dealer over loopback, three callers in Python"
    return beside.measurement(name, "a bare exchange of lines", least_ratio=LEAST_SHARE)


def _with_callers_in_c() -> Iterator[Measurement]:
    """Beside the system calls with which the reference dealer, which is not on the package index, plays an action.

    The reference itself was not run. It waits in its system calls as this program does; beside processes that compute,
    both of them wait longer than our dealer, which looks for answers.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        return
    for program in ("caller", "exchange"):
        subprocess.run([compiler, "-O2", FOLDER / f"{program}.c", "-o", program], check=True)
    beside = _beside_exchange([["./caller"]] * 3, _exchanged_in_c)
    name = "dealer over loopback, three callers in C"
    yield beside.measurement(name, "three lines out and one back, in C, as the reference sends them", least_ratio=1)


class _Beside(NamedTuple):
    """Hands a second of the dealer, the median of all rounds, and of an exchange, by the median of their ratios."""

    rate: float
    bare: float
    actions: float
    microseconds: float
    """Processor time of the dealer for an action."""

    def measurement(self, name: str, peer: str, *, least_ratio: float = 0.0) -> Measurement:
        return Measurement(
            name,
            "hands/s",
            self.rate,
            more_is_better=True,
            least_ratio=least_ratio,
            peers={peer: self.bare},
            note=f"{self.actions:.1f} actions a hand, {self.microseconds:.0f} µs of the dealer's processor time each",
        )


def _beside_exchange(commands: list[list[str]], exchanged: Callable[[int], float]) -> _Beside:
    """In turn, since both depend on the cores on which the processes happen to run."""
    rates, ratios, processor_times, actions = [], [], [], 0.0
    for _ in range(ROUNDS):
        seconds, processor, actions = _dealt(commands)
        rates.append(HANDS / seconds)
        processor_times.append(processor / (HANDS * actions) * 1e6)
        ratios.append(exchanged(round(HANDS * actions)) / seconds)
    return _Beside(median(rates), median(rates) / median(ratios), actions, median(processor_times))


def _dealt(commands: list[list[str]]) -> tuple[float, float, float]:
    """A match once its clients have connected: seconds, those of the dealer's processor, and actions a hand."""
    plan = MatchPlan("match", GAME, GAME.name, hands=HANDS, seed=1, names=("a", "b", "c"))
    with ExitStack() as stack:
        connections = started_clients(stack, commands)
        for connection in connections:
            connection.read_line()  # the version
        table = ClientTable()
        seats = [
            ClientSeat(connection, clock=Clock(TimeLimits(), hands=HANDS), table=table) for connection in connections
        ]
        log = stack.enter_context(Path("match.log").open("w", buffering=1))
        match = Match(plan, seats, observers=[LogWriter(log, plan.names)])
        gc.freeze()  # as the command does
        stack.callback(gc.unfreeze)
        started, processor_started = perf_counter(), process_time()
        match.play()
        table.send()
        seconds, processor = perf_counter() - started, process_time() - processor_started
    betting = [line.split(":")[2] for line in Path("match.log").read_text().splitlines()[:HANDS]]
    return seconds, processor, sum(len(text) - text.count("/") for text in betting) / HANDS


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


def _exchanged(turns: int) -> float:
    """The seconds of lines to three processes and one back, as an action needs them.

    Nothing is done with the lines. There are as many as in a match, so that both are interrupted equally often.
    """
    line = "MATCHSTATE:-:123:cccc/cccc/ccc:AsKs||/2c3c4c/5d"
    with ExitStack() as stack:
        connections = started_clients(stack, [[sys.executable, "-c", CALLER]] * 3)
        for connection in connections:
            connection.read_line()  # the version
        started = perf_counter()
        for turn in range(turns):
            for number, connection in enumerate(connections):
                connection.send_line("y" * (number == turn % 3) + line)
            connections[turn % 3].read_line()
        return perf_counter() - started


def _exchanged_in_c(turns: int) -> float:
    """The same between programs in C."""
    return float(subprocess.run(["./exchange", str(turns), "./caller"], check=True, capture_output=True).stdout)


def _in_one_process(log: Path) -> Measurement:
    bots = [make_bot("call") for _ in range(3)]
    seconds, pace = paced(lambda: play_match(bots, GAME, hands=3000, seed=1, log=log), PYTHON)
    name = "a match in one process, all call, log written"
    return Measurement(name, "hands/s", 3000 / seconds, goal=15_000, pace=pace, more_is_better=True)
