"""A server in a thread, and how tests talk to it: over a real socket."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING, Any

from websockets.sync.client import ClientConnection, connect

from acpc.programs import LONG
from railbird.web.serving import Server

if TYPE_CHECKING:
    from http.client import HTTPMessage
    from types import TracebackType

    from railbird.web import WebSettings


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes
    headers: HTTPMessage

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class RunningServer:
    """The server of the page, in a thread."""

    def __init__(self, settings: WebSettings) -> None:
        self._server = Server(settings)
        self.settings = self._server.settings
        self.app = self._server.config.app
        self._thread = Thread(target=self._server.serve_until_stopped, daemon=True)
        self._opener = urllib.request.build_opener(_NoRedirects)

    def __enter__(self) -> RunningServer:
        self._thread.start()
        until = time.monotonic() + LONG
        while not self._server.started and time.monotonic() < until:
            time.sleep(0.01)
        assert self._server.started
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.should_exit = True
        self._thread.join(LONG)

    def address(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.settings.port}{path}"

    def get(self, path: str, **headers: str) -> Answer:
        return self._answer(urllib.request.Request(self.address(path), headers=_headers(headers)))

    def post(self, path: str, body: object, **headers: str) -> Answer:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        sent = {"content-type": "application/json", **_headers(headers)}
        return self._answer(urllib.request.Request(self.address(path), data=content, headers=sent, method="POST"))

    def live(self, path: str, **headers: str) -> ClientConnection:
        """A WebSocket at a path."""
        return connect(
            self.address(path).replace("http", "ws", 1), additional_headers=_headers(headers), open_timeout=LONG
        )

    def _answer(self, request: urllib.request.Request) -> Answer:
        try:
            with self._opener.open(request, timeout=LONG) as answer:
                return Answer(answer.status, answer.read(), answer.headers)
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.read(), error.headers)


def _headers(given: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in given.items()}
