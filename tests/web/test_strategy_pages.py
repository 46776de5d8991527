"""The strategy browser in a real browser: by mouse, by keyboard, side by side, and with bad links."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest

from railbird.strategy import save_strategy, shipped_strategies
from railbird.web import WebSettings
from web.clients import RunningServer
from web.page_checks import SIZES, check_page, go
from web.strategies import solved

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from playwright.sync_api import Page, Route

    from railbird.games import Action

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def served_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with strategies of small games, one of them damaged."""
    served = tmp_path_factory.mktemp("served")
    folder = served / "solved"
    folder.mkdir()
    save_strategy(folder / "kuhn.strategy", solved("kuhn.limit.2p", 10_000))
    save_strategy(folder / "leduc.strategy", solved("leduc.limit.2p", 500))
    save_strategy(folder / "rough.strategy", solved("leduc.limit.2p", 20))
    shutil.copy(folder / "kuhn.strategy", folder / "damaged.strategy")
    with (folder / "damaged.strategy").open("r+b") as file:
        file.seek(70)
        file.write(b"????")
    return served


@pytest.fixture(scope="module")
def server(served_folder: Path) -> Iterator[RunningServer]:
    """A server of this folder only."""
    with RunningServer(WebSettings(folder=served_folder, port=0)) as running:
        yield running


def shares(page: Page, card_class: str) -> str:
    """What a screen reader says about the choices with a card class."""
    return page.get_attribute(f'tr[data-class="{card_class}"] .share-bar', "aria-label") or ""


def words(probabilities: Mapping[Action, float], *names: str) -> str:
    """Probabilities as the page writes them."""
    texts = ["< 0.1 %" if 0 < share < 0.0005 else f"{100 * share:.1f} %" for share in probabilities.values()]
    return ", ".join(f"{name} {text}" for name, text in zip(names, texts, strict=True))


def at(page: Page, state: str) -> None:
    page.wait_for_selector(f'.strategy[data-state="{state}"]')


def test_kuhn_is_walked_by_mouse(open_page: Callable[..., Page]) -> None:
    page = open_page("/strategy")
    page.click('[data-strategy="solved/kuhn.strategy"]')
    at(page, "||")
    strategy = solved("kuhn.limit.2p", 10_000)
    for number, hand in enumerate(("Qs", "Ks", "As")):
        assert shares(page, str(number)) == words(strategy.at(hand), "check", "bet")
    page.click('[data-choice="check"]')
    at(page, "c||")
    page.click('[data-choice="bet"]')
    at(page, "cr||")
    assert page.url.endswith("?actions=cr")
    assert page.inner_text(".decision h2") == "first position, after check, bet"
    assert shares(page, "1") == words(strategy.at("Ks", "", "cr"), "fold", "call")
    page.click("text=← Back")
    at(page, "c||")
    page.go_back()
    at(page, "cr||")
    page.reload()
    at(page, "cr||")


def test_leduc_is_walked_by_keyboard_alone(open_page: Callable[..., Page]) -> None:
    page = open_page("/strategy/solved/leduc.strategy")
    at(page, "||")
    page.keyboard.press("1")
    at(page, "c||")
    page.keyboard.press("1")
    at(page, "cc/||")
    assert page.locator("tr[data-class]").count() == 9
    page.keyboard.press("2")
    at(page, "cc/r||")
    page.keyboard.press("Backspace")
    at(page, "cc/||")
    page.keyboard.press("Home")
    at(page, "||")


def test_two_strategies_stand_side_by_side(open_page: Callable[..., Page]) -> None:
    page = open_page("/strategy/solved/leduc.strategy")
    at(page, "||")
    page.select_option("#other", "solved/rough.strategy")
    at(page, "||solved/rough.strategy")
    both = [
        page.get_attribute(f'tr[data-class="0"] td:nth-of-type({place}) .share-bar', "aria-label") for place in (1, 2)
    ]
    rough = solved("leduc.limit.2p", 20)
    assert both[0] != both[1]
    assert both[1] == words(rough.at("Qs"), "check", "bet")
    page.click("text=Find the largest differences")
    page.wait_for_selector("text=decisions are made differently on average, exact over all deals")
    page.click(".data-table a >> nth=0")
    page.wait_for_selector(".strategy[data-state]")
    assert "with=solved" in page.url


def test_hands_of_a_matrix_on_a_board(open_page: Callable[..., Page]) -> None:
    page = open_page("/strategy/cfr-limit?actions=cc/")
    at(page, "cc/||")
    page.keyboard.press("b")
    page.keyboard.type("QsJh2d")
    page.keyboard.press("Enter")
    at(page, "cc/|QsJh2d|")
    page.focus('[data-hand="AA"]')
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector('.hand-details[data-hand="AKs"]')
    assert page.locator(".hand-details tr[data-cards]").count() == 4
    assert page.get_attribute('tr[data-cards="AhKh"] .card', "aria-label") == "ace of hearts"
    page.click("text=All boards")
    at(page, "cc/||")
    page.click("text=Deal one")
    page.wait_for_selector(".matrix")


@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_matrices_side_by_side_can_be_read(
    served_folder: Path,
    open_page: Callable[..., Page],
    screenshot: Callable[..., Path],
    width: int,
    scheme: str,
) -> None:
    """On a narrow screen they scroll in boxes of their own, and the page does not."""
    other = served_folder / "solved" / "twin.strategy"
    if not other.exists():
        shutil.copy(shipped_strategies()["cfr-limit"], other)
    page = open_page("/strategy", width=width, scheme=scheme)
    page.route("**/api/strategy/decision*", with_differences)
    page.goto(urljoin(page.url, "/strategy/cfr-limit?with=solved%2Ftwin.strategy"))
    at(page, "||solved/twin.strategy")
    assert page.locator(".matrices.three .matrix").count() == 3
    assert page.evaluate(UNREADABLE) == []
    boxes = page.locator(".matrix-scroll").evaluate_all("boxes => boxes.map(box => box.scrollWidth > box.clientWidth)")
    assert boxes == [width < 500] * 3
    check_page(page)
    page.locator(".difference [tabindex='0']").focus()
    for key in ("ArrowRight",) * 12:
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.textContent") == "A2s42"
    seen = page.evaluate("(() => { const box = document.activeElement.getBoundingClientRect(); return box.right; })()")
    assert 0 < seen <= width
    screenshot(page)


UNREADABLE = """() => [...document.querySelectorAll(".matrices .matrix-cell")].filter((cell) => {
  const size = parseFloat(getComputedStyle(cell.querySelector(".matrix-text, .matrix-hand")).fontSize);
  return size < 9 || cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight;
}).map((cell) => cell.textContent)"""


def with_differences(route: Route) -> None:
    """Let two equal strategies differ everywhere, so that each cell has all that it can have."""
    answer = route.fetch()
    content = answer.json()
    if content.get("other"):
        content["other"]["differences"] = [0.42] * len(content["cells"])
    route.fulfill(response=answer, json=content)


def test_bad_links_say_what_is_wrong(open_page: Callable[..., Page]) -> None:
    page = open_page("/strategy")
    for path, message in (
        ("/strategy/nothing", "there is no strategy 'nothing'"),
        ("/strategy/solved/damaged.strategy", "solved/damaged.strategy is damaged"),
        ("/strategy/cfr-limit?actions=rx", "betting 'rx', character 2"),
        ("/strategy/cfr-limit?actions=cc/&board=Qs", "the board Qs has 1 card: give 3, or none"),
        ("/strategy/..%2F..%2Fetc%2Fpasswd", "there is no strategy"),
    ):
        go(page, path)
        page.wait_for_selector(".notice.error")
        assert message in page.inner_text(".notice.error")


@pytest.mark.deep
@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_it_fits_the_screen(
    open_page: Callable[..., Page], screenshot: Callable[..., Path], width: int, scheme: str
) -> None:
    page = open_page("/strategy", width=width, scheme=scheme, deck="four", palette="colour-blind")
    for name, path in (
        ("list", "/strategy"),
        ("start", "/strategy/cfr-limit"),
        ("kuhn", "/strategy/solved/kuhn.strategy"),
    ):
        go(page, path)
        page.wait_for_selector("h1")
        check_page(page)
        screenshot(page, name)
