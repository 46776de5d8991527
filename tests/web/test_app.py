"""The shell of the page, its static files, and errors as answers."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest
from fastapi import FastAPI

from railbird.errors import ConflictError, NotAllowedError, NotFoundError, RailbirdError, StoreError
from railbird.statistics import Estimate, Table
from railbird.statistics.table_columns import BB_PER_100, COUNT, Column
from railbird.web.answers import status_of
from railbird.web.shown_table import shown_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from web.clients import RunningServer
    from web.conftest import Open


@pytest.mark.parametrize("path", ["/", "/table/7", "/run/some/where"])
def test_every_path_of_the_page_answers_the_shell(server: RunningServer, path: str) -> None:
    answer = server.get(path)
    assert answer.status == 200
    assert b'<main id="main"' in answer.body


@pytest.mark.parametrize("path", ["/api/nothing", "/live/nothing", "/static/nothing.js"])
def test_what_is_not_there_is_said_in_json(server: RunningServer, path: str) -> None:
    answer = server.get(path)
    assert answer.status == 404
    assert set(answer.json) == {"error"}


def test_plotly_comes_from_the_installed_package(server: RunningServer) -> None:
    answer = server.get("/static/plotly.js")
    assert answer.headers["content-encoding"] == "gzip"
    assert b"plotly.js v" in gzip.decompress(answer.body)[:500]


@pytest.mark.parametrize(
    ("error", "status"), [(NotFoundError, 404), (NotAllowedError, 403), (ConflictError, 409), (StoreError, 400)]
)
def test_statuses_of_errors(error: type[RailbirdError], status: int) -> None:
    assert status_of(error("text")) == status


def test_a_failure_of_the_server_is_one_line(server: RunningServer) -> None:
    app = server.app
    assert isinstance(app, FastAPI)

    @app.get("/api/fails")
    def fails() -> None:
        raise ZeroDivisionError("a secret")

    app.router.routes.insert(0, app.router.routes.pop())
    answer = server.get("/api/fails")
    assert answer.status == 500
    assert answer.json == {"error": "the server failed to answer; what went wrong is in the terminal that runs it"}


def test_tables_have_text_values_and_csv() -> None:
    table = Table(
        "rates",
        "Rates",
        [Column("player"), Column("hands", COUNT), Column("rate", BB_PER_100, meaning="win rate")],
        [("call", 1200, Estimate(1.5, 0.25, 1200))],
    )
    shown = shown_table(table)
    assert shown["columns"][2] == {  # type: ignore[index, call-overload]
        "key": "rate",
        "heading": "rate",
        "meaning": "win rate",
        "is_text": False,
        "csv_keys": ["rate", "rate margin"],
    }
    player, hands, rate = shown["rows"][0]  # type: ignore[index, call-overload]
    assert player == {"text": "call", "value": "call", "csv": ["call"]}
    assert hands == {"text": "1,200", "value": 1200, "csv": [1200]}
    assert rate["value"] == 1.5
    assert rate["text"].startswith("+1.5 ± 0.")


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), pytest.param(1920, "dark", marks=pytest.mark.deep)])
def test_the_home_page_explains_itself(
    open_page: Open, screenshot: Callable[..., object], width: int, scheme: str
) -> None:
    page = open_page("/", width=width, scheme=scheme)
    assert page.locator("h1").count() == 1
    assert page.get_by_role("link", name="Browse a solved strategy").get_attribute("href") == "/strategy/cfr-limit"
    assert "railbird report" in page.locator(".commands").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    screenshot(page)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the page"


@pytest.mark.browser
def test_preferences_are_kept(page: Page) -> None:
    page.get_by_label("Display preferences").click()
    page.get_by_label("Theme").select_option("dark")
    page.get_by_label("Deck").select_option("four")
    page.locator("select[name=palette]").select_option("colour-blind")
    page.reload()
    page.wait_for_selector("main[data-shown]")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 21, 23)"
    assert page.evaluate("({...document.documentElement.dataset})") == {
        "theme": "dark",
        "deck": "four",
        "palette": "colour-blind",
        "look": "dark",
    }


@pytest.mark.browser
def test_the_page_follows_the_system_in_every_palette(page: Page) -> None:
    """The colours of wins are those of the dark page, also if nobody chose it."""
    won = "getComputedStyle(document.documentElement).getPropertyValue('--win')"
    page.get_by_label("Display preferences").click()
    page.locator("select[name=palette]").select_option("colour-blind")
    light = page.evaluate(won)
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("html[data-look=dark]")
    assert page.evaluate(won) not in ("", light)
    page.emulate_media(color_scheme="light")
    page.wait_for_selector("html[data-look=light]")
    assert page.evaluate(won) == light


def test_a_report_is_served_in_a_sandbox(server: RunningServer) -> None:
    folder = server.settings.folder / "railbird-demo"
    folder.mkdir(exist_ok=True)
    (folder / "report.html").write_text("<h1>A report</h1>")
    try:
        assert server.get("/api/home").json["demo_report"] == "railbird-demo/report.html"
        answer = server.get("/report/railbird-demo/report.html")
        assert (answer.status, answer.body) == (200, b"<h1>A report</h1>")
        assert answer.headers["content-security-policy"].startswith("sandbox allow-scripts")
        assert server.get("/report/match.log").status == 404
    finally:
        (folder / "report.html").unlink()
        folder.rmdir()
