"""Reports in a real browser: drawn without a complaint or a network, in light and dark, narrow and on paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from arena.runs import LIMIT_3P
from railbird.abstraction import exact_game
from railbird.games import game_named
from railbird.reports import SolvedStrategy, make_report, make_solve_report, read_run, write_report
from railbird.solvers import Solve, new_solver
from reports.samples import FIXTURES, ODD_NAMES, log_with_odd_names, of_log, played

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from examples_run import Examples
    from railbird.reports import Source

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
PATIENCE = 120_000
"""Milliseconds, on a busy machine."""


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """Opens a file as a page; any complaint of the page, and any request to a network, is one of the test."""
    complaints: list[str] = []
    contexts = []

    def opened(path: Path, *, width: int = 1200, scheme: str = "light", settled: bool = True) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.route(re.compile("^(?!file:)"), lambda route: (complaints.append(route.request.url), route.abort()))
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: complaints.append(request.url) if "file:" not in request.url else None)
        page.goto(path.as_uri())
        if settled:
            page.wait_for_selector("body[data-drawn]")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="module")
def page_file(tournament: Source, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "report.html"
    write_report(make_report(tournament), path)
    return path


def check_drawn(page: Page) -> int:
    """Every place has a plot, and every plot has something in it."""
    marks = "path.js-line, path.js-fill, .bars path, .points path, image"
    counted = page.eval_on_selector_all(
        ".plot", f"places => places.map(place => place.querySelectorAll('.main-svg :is({marks})').length)"
    )
    assert counted
    assert all(counted), counted
    return len(counted)


def check_fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(
        "[...document.querySelectorAll('.main-svg')].every(p => p.getBoundingClientRect().right <= innerWidth)"
    )


@pytest.mark.deep
def test_the_report_of_the_demo(examples: Examples, open_page: Open) -> None:
    done, folder = examples("demo.py")
    path = folder / "railbird-demo" / "report.html"
    assert str(path.resolve()) in done.stdout
    page = open_page(path)
    assert page.locator("section").count() == 11
    assert check_drawn(page) == 4 + 4 + 2 + 3 + 1
    check_fits(page)


@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (400, "dark"),
        *(
            pytest.param(width, scheme, marks=pytest.mark.deep)
            for width, scheme in [(400, "light"), (800, "light"), (800, "dark"), (1600, "light"), (1600, "dark")]
        ),
    ],
)
def test_a_tournament_at_any_width_in_light_and_dark(page_file: Path, open_page: Open, width: int, scheme: str) -> None:
    page = open_page(page_file, width=width, scheme=scheme)
    check_drawn(page)
    check_fits(page)
    page.get_by_role("button", name="Open all tables").click()
    assert page.eval_on_selector_all("details", "all => all.every(one => one.open)")
    check_fits(page)


@pytest.mark.deep
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_letters_and_lines_stand_out_in_light_and_dark(page_file: Path, open_page: Open, scheme: str) -> None:
    page = open_page(page_file, scheme=scheme)
    paper = brightness(page, "section", "backgroundColor")
    assert (paper > 200) == (scheme == "light")
    for letters in (".xtick text", ".ytick text", ".ytitle"):
        assert abs(paper - brightness(page, f".plot {letters}", "fill")) > 150
    assert 10 < abs(paper - brightness(page, ".plot .gridlayer path", "stroke")) < 80
    page.emulate_media(media="print")
    assert brightness(page, ".plot .xtick text", "fill") < 60


def brightness(page: Page, selector: str, style: str) -> float:
    color = page.eval_on_selector(selector, f"one => getComputedStyle(one).{style}")
    return sum(map(float, re.findall(r"[\d.]+", color)[:3])) / 3


@pytest.mark.deep
def test_on_paper_nothing_is_cut_off(page_file: Path, open_page: Open) -> None:
    page = open_page(page_file, width=1600)
    # The widths of plots while the page is on paper: our listener comes after that of the page.
    page.evaluate(
        """addEventListener("beforeprint", () => {
            window.widths = [...document.querySelectorAll(".main-svg")].map((one) => one.getBoundingClientRect().width);
        })"""
    )
    assert page.pdf(format="A4").startswith(b"%PDF")
    assert 600 < max(page.evaluate("window.widths")) <= 680
    check_fits(page)
    assert page.evaluate("Math.max(...[...document.querySelectorAll('.main-svg')].map(one => one.clientWidth)) > 1000")
    page.emulate_media(media="print")
    assert not page.locator("nav").is_visible()
    assert not page.locator("select").is_visible()
    assert page.locator("details:visible").count() == 0


def test_a_player_is_chosen_and_another_hidden_and_no_button_sends_anything(
    page_file: Path, open_page: Open, tournament: Source
) -> None:
    page = open_page(page_file)
    titles = page.eval_on_selector_all(".modebar-btn", "all => all.map(one => one.dataset.title)")
    assert {*titles} == {"Download plot", "Zoom", "Pan", "Reset axes"}
    place = page.locator('.plot[data-figure="starting-hands-0"]').first
    before = place.evaluate("one => one.data[0].z")
    page.select_option("select", tournament.players[-1])
    assert place.evaluate("one => one.data[0].z") != before
    assert page.locator("[data-chosen]").text_content() == tournament.players[-1]
    check_drawn(page)
    lines = page.locator('.plot[data-figure="profit-0"] path.js-line')
    before = lines.count()
    button = page.locator('.legend[data-figure="profit-0"] button').first
    button.click()
    assert button.get_attribute("aria-pressed") == "false"
    assert lines.count() < before
    button.click()
    assert lines.count() == before


@pytest.mark.deep
def test_two_runs_side_by_side(tournament: Source, all_in_match: Source, tmp_path: Path, open_page: Open) -> None:
    path = tmp_path / "two.html"
    write_report(make_report(tournament, all_in_match), path)
    page = open_page(path, width=1600)
    first, second = page.locator("#section-2 article").all()
    left, right = first.bounding_box(), second.bounding_box()
    assert left is not None
    assert right is not None
    assert left["y"] == right["y"]
    assert left["x"] + left["width"] < right["x"]
    check_drawn(page)
    check_fits(page)
    page.set_viewport_size({"width": 400, "height": 900})
    page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
    check_drawn(page)


@pytest.mark.deep
def test_names_are_shown_as_they_are(tmp_path: Path, open_page: Open) -> None:
    path = tmp_path / "odd.html"
    write_report(make_report(of_log(log_with_odd_names(tmp_path))), path)
    page = open_page(path)
    check_drawn(page)
    shown = page.locator('.plot[data-figure="standings-0"] .ytick text').all_text_contents()
    assert sorted(shown) == sorted(name if len(name) <= 22 else f"{name[:21]}…" for name in ODD_NAMES)
    assert page.locator("section a").count() == 0


@pytest.mark.parametrize(
    "log",
    [
        "heads_up.phh",
        pytest.param("kuhn_3p.log", marks=pytest.mark.deep),
        pytest.param("limit_3p.log", marks=pytest.mark.deep),
        pytest.param("nolimit_2p.log", marks=pytest.mark.deep),
    ],
)
def test_a_log_of_few_hands(tmp_path: Path, open_page: Open, log: str) -> None:
    path = tmp_path / "log.html"
    write_report(make_report(of_log(FIXTURES / log)), path)
    page = open_page(path)
    check_fits(page)
    assert page.locator(".plot .main-svg").count() > 0


@pytest.mark.deep
def test_figures_about_teams_are_drawn(tmp_path: Path, open_page: Open) -> None:
    team = "team=ensemble:members=[call]+[raise],names=caller+raiser,decider=probabilistic"
    run = played(tmp_path / "run", team, "call", "raise", game=LIMIT_3P, hands=30)
    write_report(make_report(read_run(run)), tmp_path / "team.html")
    page = open_page(tmp_path / "team.html")
    check_drawn(page)
    check_fits(page)
    plots = page.locator('.plot[data-figure="followed-0"]')
    assert plots.count() == 5
    assert plots.first.locator("path.js-line").count() == 2
    assert plots.first.locator(".shapelayer path").count() > 0


@pytest.mark.deep
def test_curves_of_strategies_are_drawn(tmp_path: Path, open_page: Open) -> None:
    definition = game_named("kuhn.limit.2p")
    solve = Solve.begin(new_solver("cfr+", exact_game(definition)))
    solve.run(100)
    write_report(make_solve_report([SolvedStrategy(tmp_path / "kuhn", solve.strategy())]), tmp_path / "page.html")
    assert check_drawn(open_page(tmp_path / "page.html")) == 3
