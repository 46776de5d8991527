"""The team's end of a connection to a member, which never waits for the member."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.acpc.connection import send_at_once, split_line

if TYPE_CHECKING:
    import socket

_RECEIVE_BYTES = 65_536
_MOST_UNSENT = 2**18
"""Bytes that may wait for a member that does not read."""


class MemberConnection:
    """Sends and receives what it can at once, and keeps the rest."""

    def __init__(self, sock: socket.socket) -> None:
        sock.setblocking(False)
        send_at_once(sock)
        self._socket = sock
        self._received = b""
        self._unsent = b""
        self.closed = ""
        """Why the connection is of no more use; empty while it is open."""

    def fileno(self) -> int:
        """The descriptor, for `select.poll`."""
        return self._socket.fileno()

    @property
    def has_unsent(self) -> bool:
        """Whether the member has not taken all that was sent."""
        return bool(self._unsent)

    def send_line(self, text: str) -> None:
        """Send a line and its end as far as the member reads."""
        self._unsent += f"{text}\r\n".encode()
        self.flush()

    def flush(self) -> None:
        """Send what could not be sent before."""
        try:
            while self._unsent:
                self._unsent = self._unsent[self._socket.send(self._unsent) :]
        except BlockingIOError:
            if len(self._unsent) > _MOST_UNSENT:
                self.closed = "it does not read what it is sent"
        except OSError:
            self._note_closed()

    def receive(self) -> int:
        """Receive what is there, and return how many bytes that is."""
        try:
            more = self._socket.recv(_RECEIVE_BYTES)
        except BlockingIOError:
            return 0
        except OSError:
            more = b""
        if not more:
            self._note_closed()
        self._received += more
        return len(more)

    def next_line(self) -> str | None:
        """The next line that has arrived; None if there is none."""
        line, self._received = split_line(self._received)
        return line

    def forget_received(self) -> None:
        """Drop what has arrived and was not read."""
        self._received = b""

    def close(self) -> None:
        """End the connection."""
        self._socket.close()

    def _note_closed(self) -> None:
        self.closed = self.closed or "it has closed its connection"
