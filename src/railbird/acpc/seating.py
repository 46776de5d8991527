"""How players that are no bots of this process take their seats: ports, programs, versions."""

from __future__ import annotations

import logging
import re
import select
import socket
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from railbird.acpc.connection import VERSION, Connection
from railbird.acpc.dealer_seats import ClientSeat
from railbird.acpc.processes import BotProcess
from railbird.acpc.time_limits import Clock
from railbird.bots import BotSpec
from railbird.errors import MatchError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from railbird.play import TimeLimits

_VERSION_LINE = re.compile(r"VERSION:(\d{1,9})\.(\d{1,9})\.(\d{1,9})", re.ASCII)
_LOOK_AGAIN = 0.2
"""Seconds between two looks at the programs while waiting for them to connect."""


class Seating:
    """Seats players: a program for each executable, a client where no bot is given.

    The name stands in the names of the files that programs print into.
    """

    def __init__(self, name: str, bots: Sequence[BotSpec | None], *, host: str, warn: Callable[[str], None]) -> None:
        self._name = name
        self._bots = bots
        self._host = host
        self._warn = warn
        self._listeners: list[socket.socket | None] = []

    def open_ports(self, stack: ExitStack, ports: Sequence[int] = ()) -> list[int]:
        """The ports by seat, 0 for bots in this process; those that are not given are any free ones."""
        for seat, spec in enumerate(self._bots):
            if spec is not None and spec.bot_class is not None:
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

        What a program prints goes into a file in `outputs`.
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
        process = BotProcess(spec.executable, host=self._host, port=port, output=output, append=append)
        stack.callback(process.end)
        return process

    def _check_version(self, connection: Connection, seat: int, *, until: float) -> None:
        try:
            line = connection.read_line(until=until)
        except MatchError:
            line = None
        if line is None:
            raise MatchError(f"could not read version string from seat {seat + 1}")
        found = _VERSION_LINE.match(line)
        if found is None:
            raise MatchError(f"invalid version string {line[:80]!r} from seat {seat + 1}")
        major, minor, _ = map(int, found.groups())
        if major != VERSION[0] or minor > VERSION[1]:
            self._warn(f"WARNING: this server is currently using version {'.'.join(map(str, VERSION))}\n")


@contextmanager
def program_seat(
    executable: Path, *, limits: TimeLimits, hands: int, outputs: Path, start_timeout: int = 60_000
) -> Iterator[ClientSeat]:
    """The seat of a program, which is started here and ended with the context.

    What it prints goes into a file in `outputs`, named after the program.
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
    """Wait for a player; the port is closed then, so that nobody else sits down."""
    while True:
        wait = min(until - time.monotonic(), _LOOK_AGAIN)
        if wait <= 0:
            raise MatchError(f"timed out waiting for seat {seat + 1} to connect")
        if select.select([listener], [], [], wait)[0]:
            sock, _ = listener.accept()
            listener.close()
            return Connection(sock)
        if process is not None and process.status is not None:
            said = process.last_words()
            raise MatchError(
                f"the program of seat {seat + 1} ended with status {process.status} before it connected: "
                + (f"it said {said[:200]!r}" if said else "it said nothing")
            )
