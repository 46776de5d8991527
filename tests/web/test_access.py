"""Who may use the server, and which files it can read."""

from __future__ import annotations

import json
from contextlib import closing
from http.client import HTTPConnection
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import InvalidStatus

from acpc.programs import LONG
from railbird.errors import NotFoundError
from railbird.web import WebSettings
from railbird.web.access import MOST_BYTES
from railbird.web.served_files import served_name, served_path
from railbird.web.settings import is_loopback
from web.conftest import other_server

if TYPE_CHECKING:
    from pathlib import Path

    from web.clients import RunningServer

SECRET = "s3cret"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.9.9.9"])
def test_loopback_addresses(host: str) -> None:
    assert is_loopback(host)
    assert WebSettings(host=host).is_local


@pytest.mark.parametrize("host", ["0.0.0.0", "10.0.0.1", "railbird.example", "::", "127.0.0.1.nip.io", ""])
def test_other_addresses(host: str) -> None:
    assert not is_loopback(host)


def test_a_foreign_host_name_is_refused(server: RunningServer) -> None:
    """A page elsewhere could otherwise let its own name point here (DNS rebinding)."""
    answer = server.get("/api/home", Host="evil.example:8765")
    assert answer.status == 421
    assert answer.json == {"error": "host 'evil.example:8765' is not this server: open it as http://127.0.0.1"}
    assert server.get("/api/home", Host="localhost:1").status == 200


def test_a_foreign_page_is_refused(server: RunningServer) -> None:
    for origin in ("http://evil.example", "null", server.address("").replace("127.0.0.1", "localhost")):
        answer = server.post("/api/home", {}, Origin=origin)
        assert answer.status == 403
        assert "another page" in answer.json["error"]
    assert server.get("/api/home", Origin=server.address("")).status == 200


def test_a_websocket_of_a_foreign_page_is_refused(server: RunningServer) -> None:
    with pytest.raises(InvalidStatus, match="403"), server.live("/live/anything", Origin="http://evil.example"):
        pass


def test_oversized_requests_are_refused(server: RunningServer) -> None:
    """Before they are read: whoever sends on may find the connection closed before the answer is there."""
    with closing(HTTPConnection("127.0.0.1", server.settings.port, timeout=LONG)) as connection:
        connection.putrequest("POST", "/api/home")
        connection.putheader("content-length", str(MOST_BYTES + 1))
        connection.endheaders()
        answer = connection.getresponse()
        assert answer.status == 413
        assert json.load(answer) == {"error": "the request is larger than 1,000,000 bytes"}


def test_a_token_opens_the_page_once_and_then_a_cookie_does(served_folder: Path) -> None:
    with other_server(WebSettings(folder=served_folder, port=0, token=SECRET)) as guarded:
        for path in ("/", "/api/home", "/static/page.css", "/api/home?token=wrong"):
            answer = guarded.get(path)
            assert answer.status == 401
            assert answer.json == {"error": "open the link with the token that `railbird serve` printed"}
        opened = guarded.get(f"/table/x?seat=2&token={SECRET}")
        assert (opened.status, opened.headers["location"]) == (303, "/table/x?seat=2")
        cookie = opened.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert guarded.get("/api/home", Cookie=cookie.partition(";")[0]).status == 200
        assert guarded.get("/api/home", Cookie="railbird-token=wrong").status == 401
        with pytest.raises(InvalidStatus, match="403"), guarded.live("/live/anything"):
            pass


def test_a_token_never_leads_to_another_server(served_folder: Path) -> None:
    with other_server(WebSettings(folder=served_folder, port=0, token=SECRET)) as guarded:
        assert guarded.get(f"//evil.example/?token={SECRET}").headers["location"] == "/evil.example/"


def test_only_files_in_the_folder_are_served(tmp_path: Path) -> None:
    folder = tmp_path / "served"
    (folder / "run").mkdir(parents=True)
    (folder / "run" / "a.log").touch()
    (tmp_path / "secret").touch()
    (folder / "link").symlink_to(tmp_path / "secret")
    (folder / "inside").symlink_to(folder / "run")
    assert served_path(folder, "run/a.log") == (folder / "run" / "a.log").resolve()
    assert served_name(folder, served_path(folder, "inside/a.log")) == "run/a.log"
    for name in (
        "../secret",
        "link",
        str(tmp_path / "secret"),
        "",
        "run/../../secret",
        "nothing",
        "~root",
        "a\0b",
        "run\\a",
    ):
        with pytest.raises(NotFoundError, match="is not in the served folder"):
            served_path(folder, name)


def test_paths_outside_the_folder_cannot_be_read_over_the_wire(server: RunningServer) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/report/../../etc/passwd", "/report/%2fetc%2fpasswd"):
        answer = server.get(path)
        assert b"import" not in answer.body
        assert b"root:" not in answer.body


def test_every_answer_forbids_foreign_content(server: RunningServer) -> None:
    for path in ("/", "/api/home", "/static/page.css"):
        headers = server.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'self'")
        assert headers["x-content-type-options"] == "nosniff"
