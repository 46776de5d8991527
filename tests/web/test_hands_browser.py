"""Replay, list of hands, analysis, runs and experiments in a browser."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

import pytest

from acpc.programs import LONG
from arena.runs import LIMIT_3P
from railbird.arena import RunFolder, RunPlan, read_entrants
from railbird.games import game_named
from web.page_checks import SIZES, check_page, go

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page, Route

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
HAND = "table0.match0.2:7"


def step_of(page: Page) -> int:
    return int(page.locator(".page-replay").get_attribute("data-step") or -1)


def test_a_link_to_a_hand_opens_at_its_step(open_page: Open) -> None:
    page = open_page(f"/replay/run/{HAND}?step=3&seat=1")
    assert step_of(page) == 3
    assert page.locator("#seat").input_value() == "1"
    assert page.locator(".replay-seat[data-position='0'] .card.back").count() == 2
    assert page.locator(".replay-seat[data-position='1'] .card.back").count() == 0
    page.keyboard.press("ArrowRight")
    assert step_of(page) == 4
    assert dict(parse_qsl(urlsplit(page.url).query)) == {"step": "4", "seat": "1"}
    page.reload()
    page.wait_for_selector("main[data-shown]")
    assert step_of(page) == 4


def test_arrow_keys_by_action_and_by_hand(open_page: Open) -> None:
    page = open_page(f"/replay/run/{HAND}")
    page.wait_for_selector("button[aria-label^='Next hand']:not([disabled])")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert step_of(page) == 1
    page.keyboard.press("End")
    assert page.locator(".page-replay").get_attribute("data-over") == "true"
    assert page.locator(".replay-word.result").count() == 3
    page.keyboard.press("ArrowDown")
    page.locator("h1", has_text="Hand 8").wait_for()
    assert page.url.endswith("/replay/run/table0.match0.2:8")
    assert step_of(page) == 0
    page.locator(".source-head", has_text="49 of 120").wait_for()
    page.keyboard.press("ArrowUp")
    page.locator("h1", has_text="Hand 7").wait_for()


def test_every_press_counts_while_a_hand_is_on_its_way(open_page: Open) -> None:
    """The hands are held back until all keys are pressed; what was asked for last is shown."""
    page = open_page(f"/replay/run/{HAND}?player=random")
    page.wait_for_selector("button[aria-label^='Next hand']:not([disabled])")
    held = held_back(page, "**/api/hands/replay*", "**/api/hands/neighbours*")
    for key in ("ArrowUp",) * 4 + ("s",):
        page.keyboard.press(key)
    assert page.locator("h1").inner_text() == "Hand 7"
    with_answers(page, held, "table0.match0.2:3")
    assert page.locator("#seat").input_value() == "0"
    for key in ("ArrowDown", "ArrowUp", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    with_answers(page, held, "table0.match0.2:5")
    assert page.locator(".page-replay .notice.error").count() == 0


@pytest.mark.deep
def test_presses_stop_at_the_first_hand(open_page: Open) -> None:
    page = open_page("/replay/match.log/2")
    page.wait_for_selector("button[aria-label^='Next hand']:not([disabled])")
    for key in (*["ArrowUp"] * 5, "ArrowDown"):
        page.keyboard.press(key)
    page.locator("h1", has_text="Hand 1").wait_for()
    page.keyboard.press("ArrowUp")
    page.locator("h1", has_text="Hand 0").wait_for()
    page.wait_for_selector("button[aria-label^='Previous hand'][disabled]")


def held_back(page: Page, *patterns: str) -> list[Route]:
    """The requests that wait from now on, until they are continued."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    for pattern in patterns:
        page.route(pattern, hold)
    # On a busy machine, the page still sends requests past new routes for a moment.
    page.route("**/probe", lambda route: route.fulfill(status=204))
    while page.evaluate("fetch('/probe').then((answer) => answer.status)") != 204:
        page.wait_for_timeout(5)
    return held


def with_answers(page: Page, held: list[Route], address: str) -> None:
    """Let the server answer until the hand with an address is shown, the latest question first."""
    until = time.monotonic() + LONG
    while page.locator("h1").inner_text() != f"Hand {address.partition(':')[2]}":
        assert time.monotonic() < until, page.url
        while held:
            held.pop().continue_()
        page.wait_for_timeout(20)
    assert page.url.partition("?")[0].endswith(address)


def test_equities_bots_seatings_and_copies_are_on_the_page(open_page: Open) -> None:
    page = open_page(f"/replay/run/{HAND}")
    shares = [float(text.removesuffix(" %")) for text in page.locator(".equity-share").all_inner_texts()]
    assert sum(shares) == pytest.approx(100, abs=0.2)
    page.get_by_role("button", name="Ask all bots of the run").click()
    page.wait_for_selector(".bot-other")
    assert page.locator(".seatings tbody tr").count() == 7
    for name, expected in (
        ("ACPC", "STATE:7:"),
        ("PHH", "variant ="),
        ("Python", "from railbird.games"),
        ("Link", "http:"),
    ):
        page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_selector(f"textarea[aria-label='The hand as {name}']")
        assert page.locator("textarea").input_value().startswith(expected)
    page.locator(".seatings a").first.click()
    page.wait_for_url("**/replay/run/table0.match0.0:7")


def test_by_keyboard_alone_with_names_for_screen_readers(open_page: Open) -> None:
    page = open_page(f"/replay/run/{HAND}?step=1")
    assert re.fullmatch(r"\w+ of \w+", page.locator(".replay-seat .card").first.get_attribute("aria-label") or "")
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")
        )
    assert {"Next action (right arrow)", "Play the hand (space)", "ACPC", "Link"} <= reached
    page.locator("button[aria-label^='Next hand']").focus()
    page.keyboard.press("Enter")
    page.locator("h1", has_text="Hand 8").wait_for()
    page.wait_for_selector("button[aria-label^='Next hand']:focus")
    page.keyboard.press("ArrowUp")
    page.locator("h1", has_text="Hand 7").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator("button[aria-label^='Next action']").focus()
    page.keyboard.press("Enter")
    assert step_of(page) == 2
    assert "Pot" in page.locator("#announcer").inner_text()


def test_the_question_why_outlives_the_steps_of_a_hand(open_page: Open) -> None:
    """The panel is drawn anew for each decision: what is typed, the caret and the focus stay."""
    page = open_page(f"/replay/run/{HAND}")
    field = page.locator("input[name=bot]")
    field.click()
    page.keyboard.type("cfr3-imit")
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    page.locator("button[aria-label^='Next action']").dispatch_event("click")
    page.keyboard.type("l")
    assert step_of(page) == 1
    assert field.input_value() == "cfr3-limit"
    page.get_by_role("button", name="Why?").focus()
    page.keyboard.press("ArrowRight")
    assert step_of(page) == 2
    page.wait_for_selector("button.primary:focus")
    page.keyboard.press("End")
    page.wait_for_selector(".replay-controls button:focus")


@pytest.mark.usefixtures("tournament")
def test_the_crosstable_leads_to_the_hands_of_a_pair(open_page: Open) -> None:
    page = open_page("/analyse/some/tournament")
    page.locator("section[aria-label='Crosstable'] summary").click()
    page.locator("section[aria-label='Crosstable'] tbody a").first.click()
    page.wait_for_selector(".hand-row")
    query = dict(parse_qsl(urlsplit(page.url).query))
    assert {*query} == {"player", "opponent"}
    assert page.locator(".hand-row").first.inner_text().count(query["player"]) == 1
    page.locator(".hand-link").first.click()
    page.wait_for_selector(".replay-table")
    page.wait_for_selector("button[aria-label^='Next hand']:not([disabled])")
    page.keyboard.press("ArrowDown")
    page.locator(".source-head", has_text="2 of 48").wait_for()


@pytest.mark.parametrize(
    ("section", "column", "keys"),
    [
        ("Results by position", 1 / 6, {"player", "position"}),
        pytest.param("Crosstable", 3 / 8, {"player", "opponent"}, marks=pytest.mark.deep),
    ],
)
def test_a_click_into_a_figure_leads_to_hands(
    open_page: Open, tournament: str, section: str, column: float, keys: set[str]
) -> None:
    page = open_page(f"/analyse/{tournament}")
    place = page.locator(f"section[aria-label='{section}'] .plot[data-drawn]")
    place.scroll_into_view_if_needed()
    place.wait_for()
    page.wait_for_timeout(300)
    box = place.locator(".nsewdrag").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * column, box["y"] + box["height"] / 8)
    page.wait_for_selector(".hand-row")
    assert {*dict(parse_qsl(urlsplit(page.url).query))} == keys


def test_a_search_is_a_link(open_page: Open) -> None:
    page = open_page("/hands/run")
    page.wait_for_selector("select[name=player] option[value=random]", state="attached")
    page.select_option("select[name=player]", "random")
    page.select_option("select[name=result]", "lost")
    page.get_by_role("button", name="Find hands").click()
    page.locator(".hand-results h2", has_text=" of 120 hands").wait_for()
    assert dict(parse_qsl(urlsplit(page.url).query)) == {"player": "random", "result": "lost"}
    assert page.locator("select[name=result]").input_value() == "lost"


def test_a_search_keeps_what_is_typed_while_its_choices_come(open_page: Open) -> None:
    page = open_page("/")
    held = held_back(page, "**/api/hands/choices*")
    with page.expect_request("**/api/hands/choices*"):
        go(page, "/hands/run?player=random&opponent=call&pot_from=1")
    page.select_option("select[name=result]", "lost")
    page.select_option("select[name=player]", "")
    page.locator("input[name=hand]").click()
    page.keyboard.type("A")
    page.wait_for_function("document.activeElement.name === 'hand'")
    held[0].continue_()
    page.wait_for_selector("select[name=player] option[value=call]", state="attached")
    page.keyboard.type("Ks")
    kept = {
        key: page.locator(f"[name={key}]").input_value() for key in ("player", "opponent", "result", "hand", "pot_from")
    }
    assert kept == {"player": "", "opponent": "call", "result": "lost", "hand": "AKs", "pot_from": "1"}


def test_what_is_wrong_is_said_on_the_page(open_page: Open, served_folder: Path) -> None:
    (served_folder / "torn.log").write_text("nothing\n" * 5)
    page = open_page("/nothing/here")
    assert "No page has this address" in page.inner_text("main")
    for path, message in (
        ("/replay/nowhere/5", "'nowhere' is not in the served folder"),
        ("/replay/run/table0.match0.0:99", "match table0.match0.0 has no hand '99': its hands are 0 to 19"),
        ("/hands/%2e%2e%2foutside", "'../outside' is not in the served folder"),
        ("/hands/run?player=Zoe", "no player is called 'Zoe'"),
        ("/analyse/torn.log", "torn.log: not a log of a known kind"),
        ("/experiments/nothing", "no experiment is called 'nothing'"),
    ):
        go(page, path)
        assert message in page.locator(".notice.error").inner_text()


@pytest.mark.deep
@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_a_run_that_is_being_played_leads_to_its_live_page(
    open_page: Open, served_folder: Path, screenshot: Callable[..., Path], width: int, scheme: str
) -> None:
    (served_folder / "odd.game").write_text("GAMEDEF\nwater\n")
    plan = RunPlan(game_named(LIMIT_3P), read_entrants(["call", "raise", "random"]), 4, seed=1)
    with RunFolder.create(served_folder / f"now-{width}-{scheme}", plan).being_played():
        page = open_page("/runs", width=width, scheme=scheme)
        run = page.locator(f"article[aria-label='now-{width}-{scheme}']")
        assert "being played: 0 of 6 matches" in run.inner_text()
        assert "--resume" not in run.inner_text()
        check_page(page)
        screenshot(page, "runs")
        go(page, f"/analyse/now-{width}-{scheme}")
        page.locator(".notice", has_text="is being played").get_by_role("link", name="Watch live").click()
        page.wait_for_selector("dl.facts >> text=0 of 6")
        go(page, "/tables")
        assert "odd.game: line 2: unknown key 'water'" in page.locator("form .notice").inner_text()
        check_page(page)
        screenshot(page, "tables")


@pytest.mark.deep
@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_every_page_fits_and_is_of_use_without_a_mouse(
    open_page: Open,
    screenshot: Callable[..., Path],
    tournament: str,
    width: int,
    scheme: str,
) -> None:
    page = open_page("/nothing/here", width=width, scheme=scheme, deck="four", palette="colour-blind")
    for name, path in {
        "none": "/nothing/here",
        "home": "/",
        "tables": "/tables",
        "replay": f"/replay/run/{HAND}?step=4",
        "hands": "/hands/run",
        "analyse": f"/analyse/{tournament}",
        "runs": "/runs",
        "experiments": "/experiments",
        "watch": "/watch/run",
    }.items():
        go(page, path)
        check_page(page)
        screenshot(page, f"{name}")
