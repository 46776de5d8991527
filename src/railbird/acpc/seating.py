"""Seats players that are not bots of this process: opens ports, starts programs, checks versions."""

from __future__ import annotations

import logging
import select
import socket
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from railbird.acpc.connection import VERSION, VERSION_LINE, Connection
from railbird.acpc.dealer_seats import ClientSeat
from railbird.acpc.processes import BotProcess
from railbird.acpc.time_limits import Clock
from railbird.bots import BotSpec
from railbird.errors import MatchError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from railbird.play import TimeLimits

_POLL_SECONDS = 0.2
"""Seconds between checks of the programs while they have not connected."""


def needs_port(bot: BotSpec | None) -> bool:
    """Whether the player of a seat connects to a port, as programs and clients do; None is a client."""
    return bot is None or bot.bot_class is None


class Seating:
    """Seats players: a program for each executable, and a client where no bot is given.

    The output files of the programs are named after `name`.
    """

    def __init__(self, name: str, bots: Sequence[BotSpec | None], *, host: str, warn: Callable[[str], None]) -> None:
        self._name = name
        self._bots = bots
        self._host = host
        self._warn = warn
        self._listeners: list[socket.socket | None] = []

    def open_ports(self, stack: ExitStack, ports: Sequence[int] = ()) -> list[int]:
        """Open a port for each seat and return the ports, 0 for bots in this process; by default any free port."""
        for seat, spec in enumerate(self._bots):
            if not needs_port(spec):
                self._listeners.append(None)
                continue
            listener = self._listen(seat, ports[seat] if seat < len(ports) else 0)
            self._listeners.append(stack.enter_context(listener))
        return [0 if listener is None else listener.getsockname()[1] for listener in self._listeners]

    def _listen(self, seat: int, port: int) -> socket.socket:
        try:
            return socket.create_server((self._host, port), backlog=1)
        except (OSError, OverflowError, UnicodeError, TypeError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise MatchError(
                f"could not create listen socket for player {seat + 1} on {self._host}:{port}: {reason}"
            ) from None

    def connect(
        self, stack: ExitStack, *, outputs: Path, append: bool = False, start_timeout: int = -1
    ) -> list[Connection | None]:
        """Start the programs, wait for all players to connect in seat order, then for their versions.

        The output of each program goes to a file in `outputs`.
        """
        processes = [
            self._start(seat, listener, stack, outputs=outputs, append=append)
            for seat, listener in enumerate(self._listeners)
        ]
        until = time.monotonic() + start_timeout / 1000 if start_timeout >= 0 else float("inf")
        connections: list[Connection | None] = []
        for seat, listener in enumerate(self._listeners):
            connection = None
            if listener is not None:
                connection = stack.enter_context(_accept(listener, seat, processes[seat], until=until))
            connections.append(connection)
        for seat, connection in enumerate(connections):
            if connection is not None:
                self._check_version(connection, seat, until=until)
        return connections

    def _start(
        self, seat: int, listener: socket.socket | None, stack: ExitStack, *, outputs: Path, append: bool
    ) -> BotProcess | None:
        spec = self._bots[seat]
        if spec is None or spec.executable is None or listener is None:
            return None
        output = outputs / f"{self._name}.player{seat + 1}.out"
        port = listener.getsockname()[1]
        process = BotProcess([str(spec.executable.resolve()), self._host, str(port)], output=output, append=append)
        stack.callback(process.end)
        return process

    def _check_version(self, connection: Connection, seat: int, *, until: float) -> None:
        try:
            line = connection.read_line(until=until)
        except MatchError:
            line = None
        if line is None:
            raise MatchError(f"could not read version string from seat {seat + 1}")
        match = VERSION_LINE.match(line)
        if match is None:
            raise MatchError(f"invalid version string {line[:80]!r} from seat {seat + 1}")
        major, minor, _ = map(int, match.groups())
        if major != VERSION[0] or minor > VERSION[1]:
            self._warn(f"WARNING: this server is currently using version {'.'.join(map(str, VERSION))}\n")


@contextmanager
def program_seat(
    executable: Path, *, limits: TimeLimits, hands: int, outputs: Path, start_timeout: int = 60_000
) -> Iterator[ClientSeat]:
    """Start a program and yield its seat; the program ends with the context.

    Its output goes to a file in `outputs` that is named after the program.
    """
    spec = BotSpec(str(executable), executable=executable)
    seating = Seating(executable.name, [spec], host="127.0.0.1", warn=logging.getLogger(__name__).warning)
    with ExitStack() as stack:
        seating.open_ports(stack)
        (connection,) = seating.connect(stack, outputs=outputs, start_timeout=start_timeout)
        if connection is None:
            raise MatchError(f"{executable} has no seat")
        yield ClientSeat(connection, clock=Clock(limits, hands=hands))


def _accept(listener: socket.socket, seat: int, process: BotProcess | None, *, until: float) -> Connection:
    """Wait for a player to connect, then close the port to others."""
    while True:
        wait = min(until - time.monotonic(), _POLL_SECONDS)
        if wait <= 0:
            raise MatchError(f"timed out waiting for seat {seat + 1} to connect")
        if select.select([listener], [], [], wait)[0]:
            sock, _ = listener.accept()
            listener.close()
            return Connection(sock)
        if process is not None and process.status is not None:
            raise MatchError(
                f"the program of seat {seat + 1} ended with status {process.status} before it connected: "
                f"{process.last_words()}"
            )
