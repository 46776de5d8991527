"""How members are started, and started again: a bot in a thread, a program, a client that connects to a port."""

from __future__ import annotations

import logging
import select
import socket
from threading import Thread
from typing import TYPE_CHECKING, Protocol

from railbird.acpc.client import play_connected
from railbird.acpc.connection import Connection
from railbird.acpc.processes import BotProcess
from railbird.errors import MatchError, RailbirdError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from railbird.bots import Bot
    from railbird.games import GameDefinition

_HOST = "127.0.0.1"
_log = logging.getLogger(__name__)


class MemberStart(Protocol):
    """Starts a member, as often as needed. A start that fails raises MatchError."""

    can_restart: bool
    """Whether the team itself can start the member again; otherwise it waits for the member to connect again."""

    def start(self) -> None:
        """Start the member, and do not wait for it."""

    def connection(self) -> socket.socket | None:
        """The connection to the member once it is there; None before."""

    def last_words(self) -> str:
        """What the member said last, in words; empty if it is no program."""

    def kill(self) -> None:
        """End what was started, at once, so that it can be started again."""

    def release(self) -> BotProcess | None:
        """Stop waiting for connections, and hand over the program that is to be ended, if there is one."""


class BotStart:
    """A bot in this process: it is built and plays in a thread, over a pair of sockets, as it would at a dealer."""

    can_restart = True

    def __init__(self, name: str, build: Callable[[], Bot], *, game: GameDefinition, has_fixed_seats: bool) -> None:
        self._name = name
        self._build = build
        self._game = game
        self._has_fixed_seats = has_fixed_seats
        self._playing: socket.socket | None = None
        """The bot's end of the pair."""
        self._ours: socket.socket | None = None
        self._failure = ""

    def start(self) -> None:
        try:
            ours, self._playing = socket.socketpair()
            # A bot that never returns must not keep the process of the team alive.
            Thread(target=self._play, args=(ours, self._playing), name=self._name, daemon=True).start()
        except (OSError, RuntimeError) as error:  # no more files, or no more threads
            raise MatchError(f"{self._name} cannot be started: {error}") from None

    def connection(self) -> socket.socket | None:
        if self._failure:
            failure, self._failure = self._failure, ""
            raise MatchError(f"{self._name}: {failure}")
        ours, self._ours = self._ours, None
        return ours

    def last_words(self) -> str:
        return ""

    def kill(self) -> None:
        """Forget the bot: its thread ends when it finds its connection closed."""
        self._playing = None

    def release(self) -> BotProcess | None:
        self.kill()
        return None

    def _play(self, ours: socket.socket, theirs: socket.socket) -> None:
        with Connection(theirs) as connection:
            try:
                bot = self._build()  # which may take long, for a start in mid-match
            except RailbirdError as error:
                self._failure = str(error)
                return
            self._ours = ours
            try:
                play_connected(connection, bot, game=self._game, has_fixed_seats=self._has_fixed_seats)
            except (RailbirdError, OSError) as error:
                if self._playing is theirs:
                    _log.warning("%s: %s", self._name, error)


class ClientStart:
    """A client that somebody else starts, and that connects to a port of its own.

    The port stays open, so that a client that was lost can connect again at any time.
    """

    can_restart = False

    def __init__(self, name: str, port: int) -> None:
        self._name = name
        self.port = port
        """The port to connect to; 0 until a start chooses a free one."""
        self._listener: socket.socket | None = None

    def start(self) -> None:
        if self._listener is None:
            self._listener = _listen(self._name, self.port)
            self.port = self._listener.getsockname()[1]

    def connection(self) -> socket.socket | None:
        return None if self._listener is None else _accepted(self._listener)

    def last_words(self) -> str:
        return ""

    def kill(self) -> None:
        """Do nothing: it is not ours to kill."""

    def release(self) -> BotProcess | None:
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        return None


class ProgramStart:
    """A program, which gets HOST PORT as its last arguments. What it prints is kept in a file."""

    can_restart = True

    def __init__(self, name: str, command: Sequence[str], *, directory: Path, output: Path) -> None:
        self._name = name
        self._command = command
        self._directory = directory
        self._output = output
        self._is_first = True
        self._listener: socket.socket | None = None
        self._process: BotProcess | None = None

    def start(self) -> None:
        self._listener = _listen(self._name, 0)
        words = [*self._command, _HOST, str(self._listener.getsockname()[1])]
        try:
            self._process = BotProcess(words, output=self._output, append=not self._is_first, directory=self._directory)
        except (MatchError, OSError) as error:
            raise MatchError(f"{self._name}: {error}") from None
        self._is_first = False

    def connection(self) -> socket.socket | None:
        sock = None if self._listener is None else _accepted(self._listener)
        if sock is not None:
            self._stop_listening()
        elif self._process is not None and self._process.status is not None:
            raise MatchError(
                f"{self._name} ended with status {self._process.status} before it connected: "
                f"{self._process.last_words()}"
            )
        return sock

    def last_words(self) -> str:
        return "" if self._process is None else self._process.last_words()

    def kill(self) -> None:
        process = self.release()
        if process is not None:
            process.kill()

    def release(self) -> BotProcess | None:
        self._stop_listening()
        process, self._process = self._process, None
        return process

    def _stop_listening(self) -> None:
        if self._listener is not None:
            self._listener.close()
            self._listener = None


def _listen(name: str, port: int) -> socket.socket:
    try:
        return socket.create_server((_HOST, port), backlog=1)
    except OSError as error:
        raise MatchError(f"{name}: cannot listen on {_HOST}:{port}: {error.strerror}") from None


def _accepted(listener: socket.socket) -> socket.socket | None:
    """A connection that is waiting to be accepted."""
    if not select.select([listener], [], [], 0)[0]:
        return None
    try:
        sock, _ = listener.accept()
    except OSError:  # it was given up, or there are no more files: until the start limit there may be another
        return None
    return sock
