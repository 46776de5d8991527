"""Runs the server of the page until it is stopped."""

from __future__ import annotations

import secrets
import socket
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import quote

import uvicorn

from railbird.errors import ConflictError, NotFoundError
from railbird.web.app import create_app

if TYPE_CHECKING:
    from railbird.web.settings import WebSettings
    from railbird.web.table_room import TableRoom

MOST_MESSAGE_BYTES = 16_384
"""The size of the largest message over a WebSocket; the largest that the page sends has some hundred bytes."""
_TOKEN_BYTES = 18


class Server(uvicorn.Server):
    """The server of the page. It listens from the start, so that a browser can be opened before it answers."""

    def __init__(self, settings: WebSettings) -> None:
        """Listen, and make a token if others could reach the server without one; raise if the port is taken."""
        if not settings.folder.is_dir():
            raise NotFoundError(f"{settings.folder}: there is no such folder to serve")
        self._socket = _listening(settings.host, settings.port)
        if not settings.is_local and not settings.token:
            settings = replace(settings, token=secrets.token_urlsafe(_TOKEN_BYTES))
        self.settings = replace(settings, port=self._socket.getsockname()[1])
        app = create_app(self.settings)
        self.tables: TableRoom = app.state.tables
        super().__init__(
            uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,
                ws="websockets-sansio",
                ws_max_size=MOST_MESSAGE_BYTES,
                server_header=False,
                timeout_graceful_shutdown=1,
            )
        )

    def address(self, path: str = "/") -> str:
        """The link that opens the page at a path, with the token if there is one."""
        host = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(self.settings.host, self.settings.host)  # noqa: S104
        name = f"[{host}]" if ":" in host else host
        token = f"{'&' if '?' in path else '?'}token={quote(self.settings.token)}" if self.settings.token else ""
        return f"http://{name}:{self.settings.port}{path}{token}"

    def serve_until_stopped(self) -> None:
        """Answer requests until the process is interrupted."""
        try:
            self.run(sockets=[self._socket])
        finally:
            self.tables.close()


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        reason = error.strerror or str(error)
        raise ConflictError(
            f"cannot listen on {host}:{port}: {reason}; choose another with --host and --port"
        ) from None
    return listener
