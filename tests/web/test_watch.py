"""Runs that are watched while they are played: matches that are over and those that are not."""

from __future__ import annotations

import json
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import ConnectionClosed

from acpc.programs import LONG
from arena.runs import LIMIT_3P
from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.arena.live_matches import LiveWriter
from railbird.arena.playing import play_chunk
from railbird.games import game_named
from railbird.play import MatchObserver
from railbird.web.watched_run import WatchedRun
from web.page_checks import check_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from railbird.games import Chips, State
    from web.clients import RunningServer
    from web.conftest import Open


def new_run(path: Path, *, hands: int = 20, matches: int = 1) -> RunFolder:
    entrants = read_entrants(["call", "raise", "random"])
    plan = RunPlan(game_named(LIMIT_3P), entrants, hands, seed=4, matches=matches)
    return RunFolder.create(path, plan, command="railbird tournament call raise random")


class Halt(MatchObserver):
    """Halts a match after some hands, until somebody has seen them."""

    def __init__(self) -> None:
        self.seen = Event()

    def hand_over(self, state: State, payoffs: tuple[Chips, ...], seats: tuple[int, ...]) -> None:  # noqa: ARG002
        if state.hand == 10:
            assert self.seen.wait(LONG)


def playing(run: RunFolder, halt: Halt) -> Thread:
    """Plays a run, whose first match halts."""

    def play() -> None:
        chunk = run.plan.chunks()[0]
        run.add(play_chunk(run.plan, chunk, observers=[halt], live=LiveWriter(run.path)))
        play_run(run)

    thread = Thread(target=play)
    thread.start()
    return thread


def test_the_latest_hand_has_all_its_steps(tmp_path: Path) -> None:
    run = new_run(tmp_path / "run", hands=5)
    play_run(run)
    watched = WatchedRun(run.path)
    watched.update()
    hand = watched.as_json()["hand"]
    assert isinstance(hand, dict)
    steps = hand["steps"]
    assert [step["step"] for step in steps] == list(range(len(steps)))  # type: ignore[union-attr, index, call-overload, arg-type]
    assert steps[-1]["is_over"]  # type: ignore[index, call-overload]


def test_a_run_is_sent_while_it_is_played(server: RunningServer) -> None:
    run = new_run(server.settings.folder / "live", matches=3)
    with server.live("/live/watch/live") as connection:
        first = json.loads(connection.recv(timeout=LONG))
        assert (first["played"], first["matches"], first["is_complete"]) == (0, 18, False)
        halt = Halt()
        thread = playing(run, halt)
        live = json.loads(connection.recv(timeout=LONG))
        assert live["played"] == 0
        assert [match["name"] for match in live["running"]] == ["table0.match0.0"]
        assert sum(live["running"][0]["chips"].values()) == 0
        assert live["hands"] == live["running"][0]["hands"] == live["standings"]["rows"][0][-1]["value"] > 0
        assert not live["hand"]["is_stored"]
        halt.seen.set()
        messages = [json.loads(text) for text in connection]
        thread.join(LONG)
    played = [message["played"] for message in messages]
    assert played == sorted(played)
    assert played[-1] == 18
    assert messages[-1]["hands"] == messages[-1]["hands_planned"]
    assert messages[-1]["hand"]["is_stored"]
    assert not (run.path / "live").exists()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nothing", "is not in the served folder"),
        ("../x", "is not in the"),
        ("elsewhere", "is not a run"),
        ("match.log", "a folder"),
    ],
)
def test_what_is_no_run_is_refused_in_a_line(server: RunningServer, name: str, reason: str) -> None:
    (server.settings.folder / "elsewhere").mkdir(exist_ok=True)
    with server.live(f"/live/watch/{name}") as connection, pytest.raises(ConnectionClosed, match=reason):
        connection.recv(timeout=LONG)


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), pytest.param(1920, "dark", marks=pytest.mark.deep)])
def test_a_run_is_watched_in_a_browser(
    server: RunningServer, open_page: Open, screenshot: Callable[..., object], width: int, scheme: str
) -> None:
    run = new_run(server.settings.folder / f"watched-{width}", matches=2)
    page = open_page(f"/watch/watched-{width}", width=width, scheme=scheme)
    page.wait_for_selector("dl.facts >> text=0 of 12")
    halt = Halt()
    thread = playing(run, halt)
    page.wait_for_selector("text=table0.match0.0 · hand")
    page.wait_for_selector(".felt .seat-cards .card")
    halt.seen.set()
    page.wait_for_selector("dl.facts >> text=12 of 12")
    thread.join(LONG)
    page.wait_for_selector("section[aria-label='Matches being played']", state="hidden")
    page.wait_for_selector(".plot[data-drawn] .main-svg path.js-line")
    assert page.locator("tbody tr").count() == 3
    assert "The run is complete." in page.locator(".notice").inner_text()
    check_page(page)
    screenshot(page)


@pytest.mark.browser
def test_standings_keep_the_order_that_was_chosen(server: RunningServer, open_page: Open) -> None:
    run = new_run(server.settings.folder / "sorted", matches=2)
    run.add(play_chunk(run.plan, run.plan.chunks()[0]))
    page = open_page("/watch/sorted")
    standings = page.locator("section[aria-label='Standings']")
    heading = standings.locator("th", has=page.locator("[data-control='sort bot']"))
    heading.locator("button").click()
    assert heading.get_attribute("aria-sort") == "ascending"
    play_run(run)
    page.wait_for_selector("dl.facts >> text=12 of 12")
    assert heading.get_attribute("aria-sort") == "ascending"
    rows = standings.locator("tbody tr").all_inner_texts()
    bots = [name for row in rows for name in row.split() if name in ("call", "raise", "random")]
    assert bots == ["call", "raise", "random"]
