"""The replay of a hand of 200,000, of a run and of a log, in a server that has just started; the search among them."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from urllib.request import urlopen

from benchmarks.analysis import write_log
from benchmarks.arena import GAME, SIMPLE
from benchmarks.games import LIMIT
from benchmarks.measure import Measurement, paced, paced_once
from benchmarks.yardsticks import PYTHON
from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.compiled import available_cores

if TYPE_CHECKING:
    from collections.abc import Iterator

HANDS = 200_000
REPLAY_GOAL = 1.0
"""Seconds until a hand is there, in a server that has answered nothing yet."""


def measure() -> Iterator[Measurement]:
    """Seconds from a request over a real connection to its whole answer."""
    with tempfile.TemporaryDirectory() as folder:
        run = RunFolder.create(Path(folder) / "run", RunPlan(GAME, read_entrants(SIMPLE), 1000, seed=1))
        play_run(run, workers=available_cores())
        write_log(Path(folder) / "hands.log", LIMIT, hands=HANDS)
        for name, address in (("run", "table34.match0.5:999"), ("hands.log", str(HANDS - 1))):
            ask = {"name": name, "hand": address}
            with running_server(folder) as server:
                _get(server, "replay", ask)  # which compiles
            with running_server(folder) as server:
                kind = "run" if name == "run" else "log"
                answer, seconds, pace = paced_once(partial(_get, server, "replay", ask), PYTHON)
                title = f"first replay, {answer['hands']:,} hands of a {kind}"
                yield Measurement(title, "s", seconds, goal=REPLAY_GOAL, pace=pace)
                seconds, pace = paced(partial(_get, server, "replay", ask), PYTHON, repeat=3)
                yield Measurement(f"another replay from the {kind}", "s", seconds, goal=0.1, pace=pace)
                _, seconds, pace = paced_once(partial(_get, server, "list", {"name": name, "showdown": "yes"}), PYTHON)
                yield Measurement(f"first search in the {kind}", "s", seconds, goal=4.0, pace=pace)


@contextmanager
def running_server(folder: str) -> Iterator[str]:
    """A server as users start it; yields its address."""
    command = [sys.executable, "-m", "railbird", "serve", folder, "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip().rstrip("/")
        try:
            urlopen(f"{address}/", timeout=60).close()
            yield address
        finally:
            process.terminate()


def _get(server: str, what: str, ask: dict[str, str]) -> dict[str, int]:
    with urlopen(f"{server}/api/hands/{what}?{urlencode(ask)}", timeout=120) as answer:
        content: dict[str, int] = json.load(answer)
    return content
