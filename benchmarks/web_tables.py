"""The first page, actions at one table and at 20 at once, and what watching takes from a run."""

from __future__ import annotations

import json
import re
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing import Pipe, get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

from benchmarks.arena import GAME, SIMPLE
from benchmarks.measure import Measurement, paced, paced_once
from benchmarks.web_hands import running_server
from benchmarks.yardsticks import PYTHON
from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.arena.live_matches import LiveWriter
from railbird.web.watched_run import WatchedRun

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection

TABLES = 20
HANDS = 5
FASTEST = 0.03
"""Seconds between actions of bots at the fastest speed, which come on top of each answer."""


def measure() -> Iterator[Measurement]:
    """Over real connections to a server that was started as users start it."""
    with tempfile.TemporaryDirectory() as folder:
        with running_server(folder) as server:
            _play(server, seed=0)  # which compiles
            seconds, pace = paced(partial(_first_page, server), PYTHON, repeat=3)
            yield Measurement("first page with its scripts and data", "s", seconds, goal=0.5, pace=pace)
            answers, _, pace = paced_once(partial(_play, server, seed=1), PYTHON)
            yield Measurement("an action is answered, the longest of a match", "s", max(answers), goal=0.1, pace=pace)
            answers, _, pace = paced_once(partial(_play_at_many, server), PYTHON)
            median = sorted(answers)[len(answers) // 2]
            yield Measurement(f"an action is answered, {TABLES} tables at once", "s", median, goal=0.1, pace=pace)
            yield Measurement("messages lost at them", "", 0, limit=0, note=f"{len(answers)} actions")
        yield Measurement("watching a run, of its processor time", "%", 100 * _watching(Path(folder)), limit=5)


def _first_page(server: str) -> None:
    """Everything that a browser asks for on a first visit, one after the other."""
    shell = _get(f"{server}/").decode()
    wanted = {*re.findall(r'(?:href|src)="(/static/[^"]+)"', shell), "/static/pages/home.js", "/static/pages/tables.js"}
    wanted |= {f"/static/{name}.js" for name in ("cards", "seat-keys", "announce")}
    for path in (*sorted(wanted), "/api/home", "/api/tables"):
        _get(server + path)


def _get(address: str) -> bytes:
    with urlopen(address, timeout=60) as answer:
        content: bytes = answer.read()
    return content


def _post(address: str, body: dict[str, object]) -> dict[str, Any]:
    request = Request(address, data=json.dumps(body).encode(), headers={"content-type": "application/json"})
    with urlopen(request, timeout=60) as answer:
        content: dict[str, Any] = json.load(answer)
    return content


def _play_at_many(server: str) -> list[float]:
    with ThreadPoolExecutor(TABLES) as pool:
        return [seconds for answers in pool.map(partial(_play, server), range(TABLES)) for seconds in answers]


def _play(server: str, seed: int) -> list[float]:
    """Play a match against two bots, and return the seconds until each action was shown."""
    wanted = {"game": GAME.name, "seats": ["", "call", "random"], "hands": HANDS, "seed": seed}
    table = _post(f"{server}/api/tables", wanted)["table"]
    key = _post(f"{server}/api/tables/{table}/seat", {})["key"]
    with connect(f"{server.replace('http', 'ws', 1)}/live/tables/{table}?key={key}") as connection:
        connection.send(json.dumps({"do": "speed", "seconds": FASTEST}))
        return _answers(connection)


def _answers(connection: ClientConnection) -> list[float]:
    answers: list[float] = []
    asked, decision, number = 0.0, None, 0
    while True:
        message = json.loads(connection.recv(timeout=60))
        number += 1
        if message["number"] != number:
            raise RuntimeError(f"message {number} was lost")
        if message["type"] == "table" and message["is_over"]:
            return answers
        if message["type"] != "hand":
            continue
        place = (message["hand"], message["step"])
        if decision is not None and place > decision:
            answers.append(time.perf_counter() - asked)
            decision = None
        if message["choices"] and decision is None:
            asked, decision = time.perf_counter(), place
            connection.send(json.dumps({"do": "act", "hand": place[0], "step": place[1], "action": "call"}))
        elif message["is_over"]:
            connection.send('{"do": "deal"}')


def _watching(folder: Path) -> float:
    """The processor time of watching a run, over that of playing it: what it takes to look, and to write for it."""
    run = RunFolder.create(folder / "watched", RunPlan(GAME, read_entrants(SIMPLE[:4]), 1000, seed=1, matches=8))
    here, there = Pipe()
    watching = get_context("spawn").Process(target=_watch, args=(run.path, there))
    watching.start()
    here.recv()  # it watches
    writing: list[float] = []
    write = LiveWriter._write

    def timed_write(writer: LiveWriter) -> float:
        writing.append(write(writer))
        return writing[-1]

    with patch.object(LiveWriter, "_write", timed_write):
        started = time.process_time()
        play_run(run)
        playing = time.process_time() - started - sum(writing)
    looking: float = here.recv()
    watching.join()
    return (looking + sum(writing)) / playing


def _watch(path: Path, connection: Connection) -> None:
    """Watch a run to its end as the server does, in a process whose time is all spent on it."""
    watched = WatchedRun(path)
    watched.update()
    watched.as_json()
    started = time.process_time()
    connection.send(0.0)
    while not watched.is_complete:
        if watched.update():
            watched.as_json()
        time.sleep(watched.pause)
    connection.send(time.process_time() - started)
    watched.close()
