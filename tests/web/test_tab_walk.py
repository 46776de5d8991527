"""The page with Tab, Enter and Space only: every control in the order of the eye, and a focus that is never lost."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from web.page_checks import go
from web.table_players import open_table
from web.training_items import make_training

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from web.clients import RunningServer
    from web.conftest import Open

pytestmark = pytest.mark.browser
HEIGHT = 1200
"""Pixels: nothing is sticky in a window that is this high."""
HAND = "table0.match0.2:7"
NEXT = ".action-bar .action.call:enabled, .action-bar .deal:enabled, .table-links a[download]"
"""What a person goes on with after an action."""
COUNT_SENT = """() => {
  const send = WebSocket.prototype.send;
  window.sent = [];
  WebSocket.prototype.send = function (text) { window.sent.push(JSON.parse(text).do); send.call(this, text); };
}"""
PREPARE = """() => {
  const controls = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const shown = [...document.querySelectorAll(controls)].filter((one) =>
    !one.disabled && one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }));
  shown.forEach((one, number) => { one.dataset.walk = number; });
  window.stops = [];
  document.addEventListener("focusin", ({ target }) => {
    const style = getComputedStyle(target);
    const box = target.getBoundingClientRect();
    const frame = target.parentElement?.closest(".scroll, .matrix-scroll, #navigation");
    const [x, y] = [scrollX + (frame?.scrollLeft ?? 0), scrollY + (frame?.scrollTop ?? 0)];
    window.stops.push({
      number: target.dataset.walk ?? null,
      name: `${target.localName}.${target.className} ${target.textContent.trim().slice(0, 30)}`,
      seen: style.outlineStyle !== "none" && target.checkVisibility({ opacityProperty: true }),
      scrolls: target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight,
      left: box.left + x, right: box.right + x, top: box.top + y, bottom: box.bottom + y,
    });
  });
  return shown.map((one) => `${one.localName}.${one.className} ${one.textContent.trim().slice(0, 30)}`);
}"""


def walk(page: Page) -> None:
    """Press Tab through a page and Shift+Tab back; check that each control has its turn, and can be seen."""
    page.evaluate("document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')")
    expected = page.evaluate(PREPARE)
    for _ in range(len(expected) + 3):
        page.keyboard.press("Tab")
    stops = _until_repeated(page.evaluate("window.stops"))
    assert [expected[int(stop["number"])] for stop in stops] == expected, page.url
    unseen = [stop["name"] for stop in stops if not stop["seen"]]
    assert not unseen, f"{page.url}: the focus is not seen: {unseen}"
    jumps = [f"{before['name']} -> {after['name']}" for before, after in pairwise(stops) if _goes_back(before, after)]
    assert not jumps, f"{page.url}: {jumps}"
    page.locator(f"[data-walk='{len(expected) - 1}']").focus()
    page.evaluate("window.stops = []")
    for _ in range(len(expected) - 1):
        page.keyboard.press("Shift+Tab")
    back = [int(stop["number"]) for stop in page.evaluate("window.stops") if stop["number"] is not None]
    assert back == list(reversed(range(len(expected) - 1))), page.url


def _until_repeated(stops: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The stops of one way through the page, without boxes that only scroll."""
    known: dict[str, dict[str, Any]] = {}
    for stop in stops:
        if stop["number"] is None:
            assert stop["scrolls"], f"an unknown stop: {stop}"
        elif stop["number"] in known:
            break
        else:
            known[stop["number"]] = stop
    return [*known.values()]


def _goes_back(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether the eye has to go back: up in the same column, or left in the same line."""
    if before["name"].startswith("a.skip"):  # it is above the page while it has the focus
        return False
    is_same_column = after["left"] < before["right"] - 1 and before["left"] < after["right"] - 1
    is_same_line = after["top"] < before["bottom"] - 1 and before["top"] < after["bottom"] - 1
    is_above = after["bottom"] <= before["top"] + 1
    is_left = after["right"] <= before["left"] + 1
    return bool((is_same_column and is_above) or (is_same_line and is_left))


def tab_to(page: Page, selector: str, key: str = "Tab") -> None:
    """Press Tab until a control has the focus."""
    for _ in range(80):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{selector} is not reached")


def wait_for_focus(page: Page, selector: str) -> str:
    """Wait until one of some controls has the focus; return its classes."""
    page.wait_for_function("selector => document.activeElement.matches(selector)", arg=selector)
    return str(page.evaluate("document.activeElement.className || document.activeElement.localName"))


def seat(server: RunningServer, open_page: Open, *, hands: int, **more: Any) -> Page:
    """The page of a person who plays against quick bots, in the person's turn."""
    page = open_page(
        f"/table/{open_table(server, ['', 'call', 'random'], hands=hands, seed=8, seconds=600, **more)}?sit=1",
        height=HEIGHT,
    )
    page.get_by_label("Speed of bots").select_option("Fastest")
    page.wait_for_selector(".action.call:enabled")
    return page


@pytest.mark.parametrize("width", [360, pytest.param(1920, marks=pytest.mark.deep)])
def test_tab_walks_through_the_pages_of_a_player(server: RunningServer, open_page: Open, width: int) -> None:
    page = open_page(f"/replay/run/{HAND}?step=1", width=width, height=HEIGHT)
    page.wait_for_selector("button[aria-label^='Next hand']:not([disabled])")
    page.wait_for_selector(".bot-answer, section[aria-label='What the bots say'] button")
    walk(page)
    table = open_table(server, ["", "call"], game="holdem.nolimit.2p.reverse_blinds", hands=2, seed=1, seconds=600)
    go(page, f"/table/{table}?sit=1")
    page.wait_for_selector(".action.call:enabled")
    walk(page)


@pytest.mark.deep
@pytest.mark.parametrize("width", [360, 1920])
def test_tab_walks_through_every_page(
    open_page: Open, served_folder: Path, server: RunningServer, tournament: str, width: int
) -> None:
    if not (served_folder / "training").exists():
        make_training(served_folder / "training")
    page = open_page("/nothing/here", width=width, height=HEIGHT)
    watched = open_table(server, ["call", "random", "raise"], hands=500, seed=3)
    for path, ready in {
        "/nothing/here": "h1",
        "/": ".door button",
        "/tables": "form",
        "/runs": ".run",
        f"/analyse/{tournament}": ".plot[data-drawn]",
        "/hands/run?player=random": "select[name=player] option[value=call]",
        "/experiments": "h1",
        "/strategy": "[data-strategy]",
        "/strategy/cfr-limit?actions=r": ".matrix",
        "/training": "[data-item]",
        "/training/training/tree-model": ".tree-drawing svg",
        "/watch/run": ".page:has(.notice a) .plot[data-drawn]",
        f"/table/{watched}": "[data-control=pause]",
    }.items():
        go(page, path)
        page.wait_for_selector(ready, state="attached")
        if path.startswith("/table/"):
            page.locator("[data-control=pause]").press("Enter")
            page.wait_for_selector("[data-control=pause]:has-text('Go on')")
        if path.startswith("/analyse/"):
            wait_for_figures(page, server, tournament)
        walk(page)
        page.set_viewport_size({"width": width, "height": HEIGHT})


def wait_for_figures(page: Page, server: RunningServer, name: str) -> None:
    """Bring all sections into sight, and wait until their figures are drawn."""
    sections = server.get(f"/api/analysis?name={name}").json["sections"]
    assert page.viewport_size is not None
    page.set_viewport_size({**page.viewport_size, "height": 30_000})
    page.wait_for_function(
        "count => document.querySelectorAll('.panels:has(.plot[data-drawn])').length === count"
        " && document.querySelector('.plot:not([data-drawn])') === null",
        arg=sum(bool(section["figure"]["plots"]) for section in sections),
    )


def test_a_hand_is_played_with_tab_enter_and_space_only(server: RunningServer, open_page: Open) -> None:
    page = seat(server, open_page, hands=2)
    tab_to(page, ".action.raise")
    page.keyboard.press(" ")
    keys = iter(["Enter", " "] * 50)
    while "deal" not in wait_for_focus(page, NEXT):
        before = page.locator(".felt").get_attribute("data-hand")
        page.keyboard.press(next(keys))
        page.wait_for_function("b => document.querySelector('.felt').dataset.hand !== b", arg=before)
    page.keyboard.press("Enter")
    wait_for_focus(page, ".action.call:enabled")
    while page.locator(".action.fold").count() == 0:  # nobody can fold to a check
        page.keyboard.press("Enter")
        wait_for_focus(page, ".action.call:enabled")
    tab_to(page, ".action.fold", "Shift+Tab")
    page.keyboard.press("Enter")
    wait_for_focus(page, ".table-links a[download]")
    assert page.locator(".betting li", has_text="Guest folds").count() == 1
    tab_to(page, "a[href='/tables']")
    page.keyboard.press("Enter")
    page.wait_for_selector("h1:has-text('Tables')")
    tab_to(page, "select[name=game]")


def test_enter_that_is_held_down_presses_once(server: RunningServer, open_page: Open) -> None:
    page = seat(server, open_page, hands=2)
    page.evaluate(COUNT_SENT)
    tab_to(page, ".action.call")
    for _ in range(3):
        page.keyboard.down("Enter")
    wait_for_focus(page, ".action.call:enabled")
    for _ in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert page.evaluate("window.sent") == ["act"]


@pytest.mark.deep
def test_the_mouse_is_given_no_focus_that_space_would_press(server: RunningServer, open_page: Open) -> None:
    page = seat(server, open_page, hands=2)
    before = page.locator(".felt").get_attribute("data-hand")
    page.locator(".action.call").click()
    page.wait_for_function("b => document.querySelector('.felt').dataset.hand !== b", arg=before)
    page.wait_for_selector(".action.call:enabled")
    assert page.evaluate("document.activeElement.matches('.action')") is False


def test_messages_that_draw_the_table_anew_leave_the_focus(server: RunningServer, open_page: Open) -> None:
    page = open_page(f"/table/{open_table(server, ['call', 'random', 'raise'], hands=5000, seed=3)}", height=HEIGHT)
    page.get_by_label("Speed of bots").select_option("Fastest")
    for selector in ("[data-control=cards]", ".betting", ".scroll[aria-label=Results]"):
        tab_to(page, selector)
        page.evaluate("window.drawn = 0; window.seen = ''")
        page.wait_for_function(
            "() => { const now = document.querySelector('.felt').dataset.hand;"
            " if (now !== window.seen) { window.seen = now; window.drawn += 1; } return window.drawn > 3; }"
        )
        assert page.evaluate("selector => document.activeElement.matches(selector)", selector)
    tab_to(page, "[data-control=pause]")
    page.keyboard.press(" ")
    page.wait_for_selector("[data-control=pause]:focus:has-text('Go on')")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-control=pause]:focus:has-text('Pause')")


def test_a_seat_is_taken_and_the_menu_closed_by_the_keyboard(server: RunningServer, open_page: Open) -> None:
    page = open_page(f"/table/{open_table(server, ['', 'call'], game='leduc.limit.2p', hands=2)}")
    page.wait_for_selector("[data-control='sit 0']")
    tab_to(page, "#preferences summary")
    page.keyboard.press("Enter")
    tab_to(page, "select[name=deck]")
    page.keyboard.press("Escape")
    wait_for_focus(page, "#preferences:not([open]) summary")
    tab_to(page, "[data-control='sit 0']")
    page.keyboard.press("Enter")
    wait_for_focus(page, ".action.call:enabled")


@pytest.mark.deep
def test_a_table_that_cannot_be_opened_leaves_the_focus_on_the_button(open_page: Open) -> None:
    page = open_page("/tables")
    page.get_by_label("Bot of seat 2").fill("no-such-bot")
    tab_to(page, "button.primary[type=submit]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".error")
    wait_for_focus(page, "button.primary[type=submit]:enabled")
