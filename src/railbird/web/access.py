"""Who may use the server: visitors who came to it by its own address, and who know its token if it has one."""

from __future__ import annotations

import hmac
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response

from railbird.web.answers import error_answer
from railbird.web.settings import is_loopback

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from railbird.web.settings import WebSettings

MOST_BYTES = 1_000_000
"""The size of the largest request."""
_COOKIE = "railbird-token"
_TOKEN = "token"  # noqa: S105 (the name of a parameter)
_POLICY = "; ".join(
    (
        "default-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    )
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


class Access:
    """Lets requests and WebSockets through to the app, or refuses them."""

    def __init__(self, app: ASGIApp, settings: WebSettings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request before the app sees it."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        answer = self._refusal(scope)
        if answer is None:
            receive = _limited(receive) if scope["type"] == "http" else receive
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "http":
            await answer(scope, receive, _with_headers(send))
        else:
            # Before it is accepted, closing a WebSocket answers with status 403.
            await receive()
            await send({"type": "websocket.close", "code": 1008})

    def _refusal(self, scope: Scope) -> Response | None:
        """The answer to a request that the app must not see."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._settings.is_local and not is_loopback(_name_of(host)):
            return error_answer(f"host {host!r} is not this server: open it as http://127.0.0.1", 421)
        if not _is_own(headers.get("origin"), host):
            return error_answer(f"origin {headers.get('origin')!r} is another page than that of this server", 403)
        if not _is_small(headers.get("content-length")):
            return error_answer(f"the request is larger than {MOST_BYTES:,} bytes", 413)
        return self._without_token(scope, headers)

    def _without_token(self, scope: Scope, headers: Headers) -> Response | None:
        if not self._settings.token:
            return None
        query = parse_qsl(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
        given = [value for name, value in query if name == _TOKEN]
        if given and self._is_token(given[0]) and scope["type"] == "http":
            # The token goes into a cookie, so that it is not in the history and in links that are passed on.
            others = urlencode([pair for pair in query if pair[0] != _TOKEN])
            answer = RedirectResponse("/" + scope["path"].lstrip("/") + (f"?{others}" if others else ""), 303)
            answer.set_cookie(_COOKIE, given[0], httponly=True, samesite="strict")
            return answer
        if self._is_token(_cookie(headers.get("cookie", ""))):
            return None
        return error_answer("open the link with the token that `railbird serve` printed", 401)

    def _is_token(self, text: str) -> bool:
        return hmac.compare_digest(text.encode(), self._settings.token.encode())


def _name_of(host: str) -> str:
    """The name or address in a Host header, without the port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_own(origin: str | None, host: str) -> bool:
    """Whether a request comes from a page of this server, or from a program, which sends no origin."""
    return origin is None or urlsplit(origin).netloc == host


def _is_small(length: str | None) -> bool:
    return length is None or (length.isdigit() and int(length) <= MOST_BYTES)


def _cookie(text: str) -> str:
    try:
        cookies = SimpleCookie(text)
    except CookieError:
        return ""
    return cookies[_COOKIE].value if _COOKIE in cookies else ""


def _limited(receive: Receive) -> Receive:
    """Stop a request without a stated length that grows too large."""
    received = 0

    async def counted() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        return {"type": "http.disconnect"} if received > MOST_BYTES else message

    return counted


def _with_headers(send: Send) -> Send:
    """Add the headers of every answer, unless the app has set its own."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent
