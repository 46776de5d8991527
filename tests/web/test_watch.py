"""Runs that are watched while they are played: what is shown is what was stored, and it costs the run nothing."""

from __future__ import annotations

import json
from threading import Thread
from typing import TYPE_CHECKING

import polars as pl
import pytest
from websockets.exceptions import ConnectionClosed

from acpc.programs import LONG
from arena.runs import LIMIT_3P
from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.games import game_named
from railbird.web.watched_run import WatchedRun

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from web.clients import RunningServer
    from web.conftest import Open


def new_run(path: Path, *, hands: int = 20, matches: int = 1) -> RunFolder:
    entrants = read_entrants(["call", "raise", "random"])
    plan = RunPlan(game_named(LIMIT_3P), entrants, hands, seed=4, matches=matches)
    return RunFolder.create(path, plan, command="railbird tournament call raise random")


def test_standings_are_those_of_the_stored_hands(tmp_path: Path) -> None:
    run = new_run(tmp_path / "run")
    watched = WatchedRun(run.path)
    assert not watched.update()
    assert watched.as_json()["standings"] is None
    play_run(run)
    assert watched.update()
    assert not watched.update()
    assert watched.is_complete
    hands = run.hands().collect()
    for name, _, rate, chips, count in watched.standings().rows:
        own = [
            hands.filter(pl.col(f"player_{place}") == name).get_column(f"payoff_{place}").sum() for place in range(3)
        ]
        assert chips == pytest.approx(sum(own))
        assert count == len(hands)
        assert rate.mean == pytest.approx(100 * sum(own) / len(hands) / 10)  # type: ignore[union-attr]


def test_only_new_matches_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = new_run(tmp_path / "run")
    play_run(run)
    files = sorted((run.path / "hands").iterdir())
    aside = [(path, path.rename(tmp_path / path.name)) for path in files[1:]]
    watched = WatchedRun(run.path)
    assert watched.update()
    assert watched.as_json()["played"] == 1
    for path, kept in aside:
        kept.rename(path)
    read: list[str] = []
    original = pl.read_parquet
    monkeypatch.setattr(pl, "read_parquet", lambda path, **more: (read.append(path.name), original(path, **more))[1])
    assert watched.update()
    assert sorted(read) == [path.name for path in files[1:]]


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
        playing = Thread(target=play_run, args=(run,))
        playing.start()
        played = [json.loads(text)["played"] for text in connection]
        playing.join(LONG)
    assert played == sorted(played)
    assert played[-1] == 18


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
    playing = Thread(target=play_run, args=(run,))
    playing.start()
    page.wait_for_selector("dl.facts >> text=12 of 12")
    playing.join(LONG)
    page.wait_for_selector(".plot[data-drawn] .main-svg path.js-line")
    assert page.locator("tbody tr").count() == 3
    assert "The run is complete." in page.locator(".notice").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.wait_for_timeout(1500)
    screenshot(page)
