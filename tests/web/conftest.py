"""A real server on a free port with a folder to serve, and pages in a browser that must not complain."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.runs import LIMIT_3P
from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.bots import make_bot
from railbird.games import game_named
from railbird.play import play_match
from railbird.web import WebSettings
from web.clients import RunningServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

    Open = Callable[..., Page]
PATIENCE = 60_000
"""Milliseconds that a page may take on a busy machine."""
ARTEFACTS = "RAILBIRD_SCREENSHOTS"
EXPECTED = "Failed to load resource: the server responded with a status of 4"
"""What Chromium says of a request that the server refused; the page shows the reason."""


@pytest.fixture(scope="session")
def served_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run of three bots (`run`) and a log of two (`match.log`)."""
    folder = tmp_path_factory.mktemp("served")
    plan = RunPlan(game_named(LIMIT_3P), read_entrants(["call", "raise", "random"]), 20, seed=1)
    play_run(RunFolder.create(folder / "run", plan, command="railbird match"), workers=1)
    bots = [make_bot("call"), make_bot("random")]
    play_match(bots, "holdem.limit.2p.reverse_blinds", hands=20, seed=2, names=["Ann", "Bob"], log=folder / "match.log")
    return folder


@pytest.fixture(scope="session")
def tournament(served_folder: Path) -> str:
    """A run with several tables in the served folder."""
    plan = RunPlan(game_named(LIMIT_3P), read_entrants(["call", "raise", "random", "Other=random:fold=0.5"]), 4, seed=1)
    play_run(RunFolder.create(served_folder / "some" / "tournament", plan), workers=1)
    return "some/tournament"


@pytest.fixture(scope="session")
def server(served_folder: Path) -> Iterator[RunningServer]:
    """A server that may not start programs."""
    with RunningServer(WebSettings(folder=served_folder, port=0)) as running:
        yield running


@pytest.fixture(scope="session")
def artefacts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for screenshots: the one that RAILBIRD_SCREENSHOTS names, or a temporary one."""
    named = os.environ.get(ARTEFACTS)
    folder = Path(named) if named else tmp_path_factory.mktemp("screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def open_page(browser: Browser, server: RunningServer) -> Iterator[Open]:
    """Opens a path of the page in a browser of its own. Complaints in the console make the test fail."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def opened(path: str = "/", *, width: int = 1200, height: int = 900, scheme: str = "light", **stored: str) -> Page:
        """Open a path; `stored` are preferences like `deck="four"`."""
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)  # type: ignore[arg-type]
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        if stored:
            kept = str(stored).replace("'", '"')
            context.add_init_script(f"localStorage.setItem('railbird-preferences', '{kept}')")
        page = context.new_page()
        page.on("console", lambda message: message.type == "error" and _complain(complaints, message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: _check_address(complaints, request.url, server.address("")))
        page.goto(server.address(path))
        page.wait_for_selector("main[data-shown]")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def _complain(complaints: list[str], text: str) -> None:
    if not text.startswith(EXPECTED):
        complaints.append(text)


def _check_address(complaints: list[str], address: str, own: str) -> None:
    """Nothing comes from a network."""
    if not address.startswith((own, own.replace("http", "ws"), "data:", "blob:")):
        complaints.append(f"request to {address}")


@pytest.fixture
def page(open_page: Open) -> Page:
    """The home page."""
    return open_page("/")


@pytest.fixture
def screenshot(artefacts: Path, request: pytest.FixtureRequest) -> Callable[..., Path]:
    """Saves what a page shows as an artefact."""

    def saved(page: Page, name: str = "") -> Path:
        path = artefacts / f"{request.node.name.replace('/', '-')}{name and '-' + name}.png"
        page.screenshot(path=path, full_page=True)
        return path

    return saved


@contextmanager
def other_server(settings: WebSettings) -> Iterator[RunningServer]:
    """A server with other settings."""
    with RunningServer(settings) as running:
        yield running
