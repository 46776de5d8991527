"""Sends lines over a socket, and reads them with limits on time and length."""

from __future__ import annotations

import math
import os
import re
import select
import socket
import struct
import time
from collections import deque
from typing import TYPE_CHECKING, Self

from railbird.errors import MatchError
from railbird.giving_way import give_way

if TYPE_CHECKING:
    from collections.abc import Iterable

VERSION = (2, 0, 0)
"""Version of the protocol."""
_ATTEMPTS = 180 if (os.cpu_count() or 1) > 1 else 0
"""Attempts to receive before the process waits, together about a fifth of a millisecond: waking up takes longer."""
VERSION_LINE = re.compile(r"VERSION:(\d{1,9})\.(\d{1,9})\.(\d{1,9})", re.ASCII)
"""The first line that a player sends."""
LONGEST_LINE = 4096
_RECEIVE_BYTES = 4096


class Connection:
    """One end of a connection. Lines end with CRLF or LF; lines over the protocol's limit are split."""

    def __init__(self, sock: socket.socket) -> None:
        send_at_once(sock)
        self._socket = sock
        self._lines: deque[str] = deque()
        """Lines that have been received and not yet read."""
        self._rest = b""
        """The part of the next line that has been received."""
        self._limit = -1.0
        self._poll = select.poll()
        self._poll.register(sock, select.POLLIN)

    def send_line(self, text: str) -> None:
        """Send a line and its end; raise OSError if the peer has closed the connection or does not read."""
        self.send_lines((text,))

    def send_lines(self, lines: Iterable[str]) -> None:
        """Send lines and their ends in one piece; raise OSError as `send_line` does."""
        self._socket.sendall(("\r\n".join(lines) + "\r\n").encode())

    def read_line(self, *, until: float = math.inf) -> str | None:
        """The next line without its end, or None if the connection was closed; raise MatchError after `until`.

        `until` is a time of `time.monotonic`.
        """
        self._wait_for_line(until)
        return self.received_line()

    def read_lines(self) -> list[str]:
        """All lines that have been received, at least one; none if the connection was closed."""
        self._wait_for_line(math.inf)
        lines = [*self._lines]
        self._lines.clear()
        return lines

    def received_line(self) -> str | None:
        """The next line without its end, if all of it has been received; None otherwise."""
        return self._lines.popleft() if self._lines else None

    def receive_within(self, milliseconds: int) -> bool:
        """Wait a short time for bytes, unless a line is there; return whether any have come."""
        if self._lines:
            return True
        receive = self._socket.recv
        for _ in range(_ATTEMPTS):
            try:
                return self._add_received(receive(_RECEIVE_BYTES, socket.MSG_DONTWAIT))
            except BlockingIOError:
                give_way()  # the peer may wait for this core
            except ConnectionError:
                return False
        return bool(self._poll.poll(milliseconds)) and self._receive()

    def _wait_for_line(self, until: float) -> None:
        """Receive until a line is there or the connection is closed."""
        is_open = True
        while is_open and not self._lines:
            if until < math.inf or self._limit:
                self._set_limit(until - time.monotonic())
            is_open = self._receive()

    def _receive(self) -> bool:
        """Wait for more bytes; return False at the end of the connection."""
        try:
            more = self._socket.recv(_RECEIVE_BYTES)
        except BlockingIOError:
            raise MatchError("timed out") from None
        except ConnectionError:
            return False
        return self._add_received(more)

    def _add_received(self, more: bytes) -> bool:
        """Split received bytes into lines; return False for no bytes: the peer has closed the connection."""
        lines, self._rest = split_lines(self._rest + more)
        self._lines.extend(lines)
        return bool(more)

    def _set_limit(self, seconds: float) -> None:
        """Set the socket's receive timeout, unless it is already about right, which saves a system call."""
        if seconds <= 0:
            raise MatchError("timed out")
        wanted = 0.0 if math.isinf(seconds) else seconds
        if abs(wanted - self._limit) > 0.02 * wanted:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _as_limit(wanted))
            self._limit = wanted

    def limit_sending(self, seconds: float) -> None:
        """Stop sending to a peer that does not read for this long."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, _as_limit(seconds))

    def close(self) -> None:
        """End the connection."""
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def send_at_once(sock: socket.socket) -> None:
    """Let the socket send every line at once; within a process, sockets always do."""
    if sock.family != socket.AF_UNIX:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def split_lines(received: bytes) -> tuple[list[str], bytes]:
    """All whole lines of what was received, without their ends, and the rest."""
    if len(received) < LONGEST_LINE:
        whole, end, rest = received.rpartition(b"\n")
        return [line.rstrip("\r") for line in whole.decode(errors="replace").split("\n")] if end else [], rest
    lines: list[str] = []
    while True:
        line, received = split_line(received)
        if line is None:
            return lines, received
        lines.append(line)


def split_line(received: bytes) -> tuple[str | None, bytes]:
    """The first line of what was received, without its end, and the rest; None if no line is complete."""
    end = received.find(b"\n", 0, LONGEST_LINE)
    if end < 0 and len(received) < LONGEST_LINE:
        return None, received
    end = end + 1 if end >= 0 else LONGEST_LINE
    return received[:end].decode(errors="replace").rstrip("\r\n"), received[end:]


def _as_limit(seconds: float) -> bytes:
    """A `timeval` structure: whole seconds and microseconds, both 0 for no limit."""
    microseconds = math.ceil(seconds * 1e6)
    return struct.pack("ll", microseconds // 1_000_000, microseconds % 1_000_000)
