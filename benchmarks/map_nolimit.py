"""The no-limit mapping: what it adds to a decision, and a duplicate match against two EVBots."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import Measurement, paced
from benchmarks.yardsticks import PYTHON
from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.bots import make_bot
from railbird.games import game_named
from railbird.play import play_match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.games import View

GAME = "holdem.nolimit.3p"
HANDS = 1000


def measure() -> Iterator[Measurement]:
    """A bot that only calls answers at once, so its mapped decisions cost what the mapping costs."""
    views = _decisions(hands=500)
    mapped = make_bot("map-nolimit:variant=A1,bot=[call]")
    mapped.match_starts(game_named(GAME), 0)
    seconds, pace = paced(lambda: [mapped.act(view) for view in views], PYTHON, repeat=5)
    note = f"{len(views):,} decisions against two EVBots"
    yield Measurement("mapped decision", "ms", 1000 * seconds / len(views), goal=0.1, pace=pace, note=note)
    seconds, pace = paced(_match, PYTHON, repeat=2)
    note = f"6 x {HANDS:,} hands, two processes"
    yield Measurement("map-nolimit against two EVBots", "s", seconds, goal=60, pace=pace, note=note)


def _decisions(*, hands: int) -> list[View]:
    """What the default mapped bot sees when it acts, in a match against two EVBots."""
    bot = make_bot("map-nolimit", seed=1)
    views: list[View] = []
    act = bot.act
    bot.act = lambda view: (views.append(view), act(view))[1]  # type: ignore[method-assign, func-returns-value]
    play_match([bot, make_bot("ev"), make_bot("ev")], GAME, hands=hands, seed=2)
    return views


def _match() -> None:
    with tempfile.TemporaryDirectory() as folder:
        entrants = read_entrants(["map-nolimit", "ev", "ev-2=ev"])
        run = RunFolder.create(Path(folder) / "run", RunPlan(game_named(GAME), entrants, HANDS, seed=1))
        play_run(run, workers=2)
