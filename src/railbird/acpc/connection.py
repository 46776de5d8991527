"""Sends lines over a socket, and reads them with limits on time and length."""

from __future__ import annotations

import math
import re
import socket
import struct
import time
from typing import Self

from railbird.errors import MatchError

VERSION = (2, 0, 0)
"""Version of the protocol."""
VERSION_LINE = re.compile(r"VERSION:(\d{1,9})\.(\d{1,9})\.(\d{1,9})", re.ASCII)
"""The first line that a player sends."""
LONGEST_LINE = 4096
_RECEIVE_BYTES = 4096


class Connection:
    """One end of a connection. Lines end with CRLF or LF; lines over the protocol's limit are split."""

    def __init__(self, sock: socket.socket) -> None:
        send_at_once(sock)
        self._socket = sock
        self._buffer = b""
        self._limit = -1.0

    def send_line(self, text: str) -> None:
        """Send a line and its end; raise OSError if the peer has closed the connection or does not read."""
        self.send(text + "\r\n")

    def send(self, text: str) -> None:
        """Send whole lines with their ends; raise OSError as `send_line` does."""
        self._socket.sendall(text.encode())

    def read_line(self, *, until: float = math.inf) -> str | None:
        """The next line without its end, or None if the connection was closed; raise MatchError after `until`.

        `until` is a time of `time.monotonic`.
        """
        while True:
            line, self._buffer = split_line(self._buffer)
            if line is not None:
                return line
            if not self._receive(until):
                return None

    def _receive(self, until: float) -> bool:
        """Wait for more bytes; return False at the end of the connection."""
        seconds = until - time.monotonic()
        if seconds <= 0:
            raise MatchError("timed out")
        self._set_limit(seconds)
        try:
            more = self._socket.recv(_RECEIVE_BYTES)
        except BlockingIOError:
            raise MatchError("timed out") from None
        except ConnectionError:
            return False
        self._buffer += more
        return bool(more)

    def _set_limit(self, seconds: float) -> None:
        """Set the socket's receive timeout, unless it is already about right, which saves a system call."""
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
