"""Tables in a real browser: a person plays with the mouse and with the keyboard, watches, reloads, is not alone."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest

from acpc.programs import LONG
from web.page_checks import SIZES, check_page
from web.table_players import open_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, WebSocketRoute

    from web.clients import RunningServer
    from web.conftest import Open

    Screenshot = Callable[..., object]

pytestmark = pytest.mark.browser
YOUR_TURN = ".action-bar .action.call:enabled, .action-bar .deal:enabled"
OVER = ".table-links a[download]"


def open_seat(server: RunningServer, open_page: Open, **more: object) -> tuple[str, Page]:
    """A table against two bots that are quick, and its page with a person on the first seat."""
    table = open_table(server, ["", "call", "random"], **{"hands": 20, "seed": 8, **more})  # type: ignore[arg-type]
    page = open_page(f"/table/{table}?sit=1")
    page.get_by_label("Speed of bots").select_option("Fastest")
    return table, page


def hands_played(page: Page) -> int:
    return int(page.locator(".table-side p.small").first.inner_text().split()[0])


def wait_for_turn(page: Page) -> str:
    """Wait until the person can do something: "act", "deal", or "over"."""
    page.wait_for_selector(f"{YOUR_TURN}, .table-links a[download]")
    if page.locator(".table-links a[download]").count():
        return "over"
    return "deal" if page.locator(".action-bar .deal:enabled").count() else "act"


def state_of(page: Page) -> str:
    return str(page.locator(".felt").get_attribute("data-hand"))


def play_to_the_end(page: Page, act: Callable[[Page], None], deal: Callable[[Page], None]) -> None:
    while (turn := wait_for_turn(page)) != "over":
        before = state_of(page)
        (act if turn == "act" else deal)(page)
        page.wait_for_function(
            "before => document.querySelector('.felt').dataset.hand !== before"
            " || document.querySelector('.deal:enabled') || document.querySelector('.table-links a[download]')"
            " || document.querySelector('.notice').textContent.includes('over')",
            arg=before,
        )


@pytest.mark.parametrize("hands", [3, pytest.param(20, marks=pytest.mark.deep)])
def test_a_person_plays_with_the_mouse(server: RunningServer, open_page: Open, hands: int) -> None:
    _, page = open_seat(server, open_page, hands=hands)
    play_to_the_end(page, lambda page: page.locator(".action.call").click(), lambda page: page.locator(".deal").click())
    assert hands_played(page) == hands
    assert "The match is over." in page.locator(".notice").inner_text()


@pytest.mark.parametrize("hands", [3, pytest.param(20, marks=pytest.mark.deep)])
def test_a_person_plays_with_the_keyboard(server: RunningServer, open_page: Open, hands: int) -> None:
    _, page = open_seat(server, open_page, hands=hands)
    page.evaluate("document.activeElement.blur()")
    keys = iter("crcf" * 200)
    play_to_the_end(page, lambda page: press(page, next(keys)), lambda page: page.keyboard.press(" "))
    assert hands_played(page) == hands


def press(page: Page, key: str) -> None:
    """Press a key; what is not legal does nothing, and a call always is."""
    names = {"f": ".action.fold", "r": ".action.raise", "c": ".action.call"}
    page.keyboard.press(key if page.locator(names[key]).count() else "c")


def test_a_raise_by_keyboard_in_no_limit(server: RunningServer, open_page: Open) -> None:
    table = open_table(server, ["", "call"], game="holdem.nolimit.2p.reverse_blinds", hands=2, seed=1)
    page = open_page(f"/table/{table}?sit=1")
    page.wait_for_selector(".action.call")
    page.keyboard.press("r")
    page.keyboard.type("450")
    page.keyboard.press("Enter")
    page.wait_for_selector(".betting li:has-text('raises to 450')")
    page.wait_for_selector(".action.call:enabled")
    page.get_by_role("button", name="Pot 900").click()
    assert page.locator("input.size").input_value() == "900"


def test_a_key_that_is_held_down_acts_once(server: RunningServer, open_page: Open) -> None:
    table = open_table(server, ["", "call"], game="holdem.nolimit.2p.reverse_blinds", hands=2, seed=1)
    page = open_page(f"/table/{table}?sit=1")
    page.get_by_label("Speed of bots").select_option("Fastest")
    page.evaluate("document.activeElement.blur()")
    page.wait_for_selector(".action.call:enabled")
    for _ in range(6):
        page.keyboard.down("c")
        page.wait_for_timeout(60)
    page.keyboard.up("c")
    page.wait_for_selector(".action.call:enabled")
    own = page.locator(".betting li", has_text="Guest")
    assert own.count() == 1


def test_a_choice_that_was_lost_with_the_connection_is_offered_again(server: RunningServer, open_page: Open) -> None:
    table, page = open_seat(server, open_page, seconds=300)
    sockets: list[WebSocketRoute] = []

    def pass_on(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        upstream = socket.connect_to_server()
        if len(sockets) == 1:  # what is chosen is lost
            socket.on_message(lambda message: None if '"act"' in str(message) else upstream.send(message))

    page.route_web_socket(f"**/live/tables/{table}*", pass_on)
    page.reload()
    page.wait_for_selector(".action.call:enabled")
    before = state_of(page)
    page.locator(".action.call").click()
    page.wait_for_selector(".action.call:disabled")
    sockets[0].close(code=1012, reason="restarting")
    while len(sockets) == 1:
        page.wait_for_timeout(20)
    page.wait_for_function("() => !document.querySelector('.notice').textContent")
    page.wait_for_selector(".action.call:enabled")
    assert state_of(page) == before
    page.locator(".action.call").click()
    page.wait_for_function("b => document.querySelector('.felt').dataset.hand !== b", arg=before, timeout=30_000)


def test_no_hand_is_offered_after_the_last(server: RunningServer, open_page: Open) -> None:
    """Not even in the moment in which the last hand is over and the table has not said that the match is."""
    table, page = open_seat(server, open_page, hands=1)

    def hold_back_the_end(socket: WebSocketRoute) -> None:
        upstream = socket.connect_to_server()
        upstream.on_message(lambda text: socket.send(text) if not is_end_of_match(json.loads(text)) else None)

    page.route_web_socket(f"**/live/tables/{table}*", hold_back_the_end)
    page.reload()
    page.wait_for_selector(".action.call:enabled")
    while page.locator(".result-line").count() == 0:
        before = state_of(page)
        page.locator(".action.call").click()
        page.wait_for_function("b => document.querySelector('.felt').dataset.hand !== b", arg=before)
        page.wait_for_selector(".action.call:enabled, .result-line")
    assert page.locator(OVER).count() == page.locator(".deal").count() == 0


def is_end_of_match(message: dict[str, object]) -> bool:
    return message["type"] == "table" and bool(message["is_over"])


def test_a_reload_in_mid_hand_keeps_the_seat_and_the_cards(server: RunningServer, open_page: Open) -> None:
    _, page = open_seat(server, open_page)
    page.wait_for_selector(YOUR_TURN)
    cards = page.locator(".seat.you .card").evaluate_all("cards => cards.map(card => card.dataset.card)")
    assert len(cards) == 2
    page.reload()
    page.wait_for_selector(YOUR_TURN)
    assert page.locator(".seat.you .card").evaluate_all("cards => cards.map(card => card.dataset.card)") == cards


def test_two_browsers_at_one_table(server: RunningServer, open_page: Open) -> None:
    table = open_table(server, ["", "", "call"], hands=1, seed=3)
    ann = open_page(f"/table/{table}?sit=1")
    ann.locator(".felt", has_text="Waiting for one more person").wait_for()
    bob = open_page(f"/table/{table}")
    bob.get_by_role("button", name="Sit down").click()
    until = time.monotonic() + LONG
    while any(not page.locator(OVER).count() for page in (ann, bob)) and time.monotonic() < until:
        for page in (ann, bob):
            if page.locator(".action.call:enabled").count():
                page.locator(".action.call").click()
            page.wait_for_timeout(50)
    own = [page.locator(".seat.you").get_attribute("data-seat") for page in (ann, bob)]
    assert own == ["0", "1"]
    assert hands_played(ann) == hands_played(bob) == 1


def test_a_match_of_bots_is_watched_live(server: RunningServer, open_page: Open, screenshot: Screenshot) -> None:
    table = open_table(server, ["call", "random", "raise"], hands=500, seed=3)
    page = open_page(f"/table/{table}")
    page.get_by_label("Speed of bots").select_option("Fastest")
    page.evaluate("document.activeElement.blur()")
    page.wait_for_function("() => parseInt(document.querySelector('.table-side p.small').textContent) >= 2")
    assert page.locator(".seat .card:not(.back)").count() in {0, 2, 4, 6}
    page.keyboard.press("a")
    page.wait_for_selector("[data-control=cards][aria-pressed=true]")
    page.keyboard.press(" ")
    page.wait_for_selector("[data-control=pause]:has-text('Go on')")
    page.keyboard.press("s")
    assert page.locator(".seat .card.back").count() == 0
    screenshot(page)


@pytest.mark.deep
@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_a_table_fits_and_is_labelled(
    server: RunningServer, open_page: Open, screenshot: Screenshot, width: int, scheme: str
) -> None:
    table = open_table(server, ["", "random:fold=0", "call"], hands=20, seed=8)
    page = open_page(f"/table/{table}?sit=1", width=width, scheme=scheme, deck="four", palette="colour-blind")
    for _ in range(4):
        page.wait_for_selector(".action.call:enabled")
        before = state_of(page)
        page.locator(".action.call").click()
        page.wait_for_function("b => document.querySelector('.felt').dataset.hand !== b", arg=before)
    page.wait_for_selector(".action.call:enabled")
    screenshot(page)
    check_page(page)
    names = page.locator(".card[role=img]").evaluate_all("cards => cards.map(card => card.getAttribute('aria-label'))")
    assert "hidden card" in names
    assert any(" of " in name for name in names)
    assert page.locator("#announcer").inner_text()


@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_a_new_table_is_opened_by_the_form(
    server: RunningServer, open_page: Open, screenshot: Screenshot, width: int, scheme: str
) -> None:
    page = open_page("/tables", width=width, scheme=scheme)
    check_page(page)
    screenshot(page)
    page.get_by_label("Bot of seat 2").fill("no-such-bot")
    page.get_by_role("button", name="Open the table").click()
    assert "no bot is called 'no-such-bot'" in page.locator(".error").inner_text()
    page.get_by_label("Bot of seat 2").fill("call")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".seat.you")


def test_a_lost_connection_is_said_and_comes_back(server: RunningServer, open_page: Open) -> None:
    _, page = open_seat(server, open_page)
    page.wait_for_selector(YOUR_TURN)
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    page.context.set_offline(False)
    page.wait_for_selector(YOUR_TURN)
    page.locator(".action.call, .deal").first.click()
