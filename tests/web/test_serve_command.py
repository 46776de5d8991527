"""`railbird serve` and `railbird play` as users start them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from acpc.programs import LONG
from railbird.errors import ConflictError, GameError, NotFoundError
from railbird.web import WebSettings
from railbird.web.serving import Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RAILBIRD = [sys.executable, "-m", "railbird"]


@contextmanager
def started(*words: str) -> Iterator[str]:
    """The link that a command prints; it is ended with the context."""
    process = subprocess.Popen([*RAILBIRD, *words, "--no-browser"], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        assert process.wait(LONG) == 1


def test_serve_answers_at_the_printed_link(tmp_path: Path) -> None:
    with started("serve", str(tmp_path), "--port", "0") as link:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", link)
        with urllib.request.urlopen(f"{link}api/home", timeout=LONG) as answer:
            assert json.load(answer)["folder"] == str(tmp_path.resolve())


def test_play_opens_a_table_with_a_free_seat() -> None:
    with started("play", "call", "random:fold=0") as link:
        match = re.fullmatch(r"(http://127\.0\.0\.1:\d+)/table/(\w+)\?sit=1", link)
        assert match is not None
        with urllib.request.urlopen(f"{match[1]}/api/tables", timeout=LONG) as answer:
            (table,) = json.load(answer)["tables"]
        assert [seat["name"] for seat in table["seats"]] == ["Open seat", "call", "random:fold=0"]
        assert table["game"] == "holdem.limit.3p"


def test_a_server_for_others_makes_a_token(tmp_path: Path) -> None:
    server = Server(WebSettings(folder=tmp_path, host="0.0.0.0", port=0))
    assert len(server.settings.token) > 20
    assert server.address("/table/1?sit=1").endswith(f"/table/1?sit=1&token={server.settings.token}")
    assert Server(WebSettings(folder=tmp_path, port=0)).settings.token == ""


def test_a_port_that_is_taken_and_a_folder_that_is_not_there(tmp_path: Path) -> None:
    server = Server(WebSettings(folder=tmp_path, port=0))
    with pytest.raises(ConflictError, match=r"cannot listen on 127\.0\.0\.1:\d+: Address already in use; choose"):
        Server(WebSettings(folder=tmp_path, port=server.settings.port))
    with pytest.raises(NotFoundError, match="there is no such folder to serve"):
        Server(WebSettings(folder=tmp_path / "nothing", port=0))


def test_a_number_of_players_without_a_usual_game() -> None:
    from railbird.cli.serve_command import play_at_table_command

    with pytest.raises(GameError, match="no usual game for 5 players: name one with --game"):
        play_at_table_command(["call"] * 4, browser=False)


def test_other_commands_do_not_load_the_server() -> None:
    code = "import sys, railbird.cli; print(sorted({'fastapi', 'uvicorn', 'websockets'} & {*sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LONG, check=True)
    assert done.stdout.strip() == "[]"
