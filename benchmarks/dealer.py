"""Matches: over loopback with a process for each player, and in one process.

Over loopback the yardstick is a bare exchange of lines between Python processes: each action sends every player a line,
and one of them answers. It is not a bound: our dealer sends a quick player all its lines in one piece.
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
    from collections.abc import Iterator

GAME = game_named("holdem.limit.3p")
HANDS = 500
ROUNDS = 5
BOT = "random:fold=0.02,call=0.68,raise=0.3"
"""Its hands have about 17 actions, as many as those of the bound that the goal names."""

LEAST_SHARE = 0.6
"""Of the hands a second of a bare exchange of lines, with Railbird's own clients."""
REFERENCE_SHARE = 1.13
"""The hands a second of the reference dealer, over those of a bare exchange of lines with the same clients in C.

It is not on the package index. In the run in which it dealt 921 hands a second, our dealer, as it was then, dealt 487;
that dealer reaches 0.6 of the bare exchange below.
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
CALLER_IN_C = r"""
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int count, char **words) {
    int s = socket(AF_INET, SOCK_STREAM, 0), one = 1, size = 0, more;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(words[1]))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(s, (void *)&address, sizeof address) || write(s, "VERSION:2.0.0\n", 14) != 14) return 1;
    setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    static char text[65536], answer[65536];
    while ((more = read(s, text + size, sizeof text - size)) > 0) {
        char *line = text, *end;
        size += more;
        while ((end = memchr(line, '\n', text + size - line))) {
            int calls = 0, colons = 0, length = end - line - (end[-1] == '\r');
            for (char *c = line; colons < 4; c++) colons += *c == ':', calls += *c == 'c';
            if (line[0] == 'y' || line[11] == "201012012012-"[calls]) {
                memcpy(answer, line, length);
                memcpy(answer + length, ":c\r\n", 4);
                if (write(s, answer, length + 4) < 0) return 1;
            }
            line = end + 1;
        }
        size -= line - text;
        memmove(text, line, size);
    }
    return 0;
}
"""
"""The same in C, which is compiled where a compiler is."""


def measure() -> Iterator[Measurement]:
    """Hands a second, beside those of a bare exchange of lines."""
    with tempfile.TemporaryDirectory() as folder:
        previous = Path.cwd()
        os.chdir(folder)
        try:
            yield _with_clients()
            yield from _with_callers()
            yield _in_one_process(Path(folder) / "match.log")
        finally:
            os.chdir(previous)


def _with_clients() -> Measurement:
    clients = [_client_command(seat) for seat in range(3)]
    beside = _beside_bare_exchange(clients, bare=[sys.executable, "-c", CALLER])
    return Measurement(
        "dealer over loopback, three clients of ours",
        "hands/s",
        beside.rate,
        more_is_better=True,
        least_ratio=LEAST_SHARE,
        peers={"a bare exchange of lines": beside.bare},
        note=beside.note,
    )


def _with_callers() -> Iterator[Measurement]:
    compiler = shutil.which("cc")
    if compiler is None:
        return
    subprocess.run([compiler, "-O2", "-x", "c", "-", "-o", "caller"], input=CALLER_IN_C, text=True, check=True)
    beside = _beside_bare_exchange([["./caller"]] * 3, bare=["./caller"])
    yield Measurement(
        "dealer over loopback, three callers in C",
        "hands/s",
        beside.rate,
        more_is_better=True,
        least_ratio=1,
        peers={"the reference dealer, by its share of a bare exchange": REFERENCE_SHARE * beside.bare},
        note=f"{beside.rate / beside.bare:.2f} of a bare exchange; {beside.note}",
    )


class _Beside(NamedTuple):
    """Hands a second of the dealer and of a bare exchange of as many lines, the best of all rounds."""

    rate: float
    bare: float
    note: str


def _beside_bare_exchange(commands: list[list[str]], *, bare: list[str]) -> _Beside:
    rates, bare_rates, shares, actions = [], [], [], 0.0
    for _ in range(ROUNDS):
        seconds, processor, actions = _dealt(commands)
        bare_seconds, bare_processor = _exchanged(bare, round(HANDS * actions))
        rates.append(HANDS / seconds)
        bare_rates.append(HANDS / bare_seconds)
        shares.append(processor / bare_processor)
    note = f"{actions:.1f} actions a hand, {min(shares):.1f} x the processor time of the exchange"
    return _Beside(max(rates), max(bare_rates), note)


def _dealt(commands: list[list[str]]) -> tuple[float, float, float]:
    """The seconds of a match of three clients once they have connected, the dealer's own, and the actions a hand."""
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
        started, used = perf_counter(), process_time()
        match.play()
        table.send()
        seconds, processor = perf_counter() - started, process_time() - used
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


def _exchanged(command: list[str], turns: int) -> tuple[float, float]:
    """The seconds, and those of this process, of lines to three processes and one back, as an action needs them.

    Nothing is done with the lines. There are as many as in a match, so that both are interrupted equally often.
    """
    line = "MATCHSTATE:-:123:cccc/cccc/ccc:AsKs||/2c3c4c/5d"
    with ExitStack() as stack:
        connections = started_clients(stack, [command] * 3)
        for connection in connections:
            connection.read_line()  # the version
        started, used = perf_counter(), process_time()
        for turn in range(turns):
            for number, connection in enumerate(connections):
                connection.send_line("y" * (number == turn % 3) + line)
            connections[turn % 3].read_line()
        return perf_counter() - started, process_time() - used


def _in_one_process(log: Path) -> Measurement:
    bots = [make_bot("call") for _ in range(3)]
    seconds, pace = paced(lambda: play_match(bots, GAME, hands=3000, seed=1, log=log), PYTHON)
    name = "a match in one process, all call, log written"
    return Measurement(name, "hands/s", 3000 / seconds, goal=15_000, pace=pace, more_is_better=True)
