"""Adaptive bots: a duplicate match of akuma against two fair bots, and the time of a decision."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.measure import Measurement, paced
from benchmarks.yardsticks import COMPILED
from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.bots import make_bot
from railbird.games import game_named
from railbird.play import play_match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.bots import Bot

GAME = "holdem.limit.3p"
FAIR = "all-in-equity"
HANDS = 1000


def measure() -> Iterator[Measurement]:
    """At default strength, in duplicate with six orders of seats, on two processes."""
    _decisions(hands=100)  # compiles everything
    seconds, pace = paced(_match, COMPILED, repeat=2)
    note = f"6 x {HANDS:,} hands, two processes"
    yield Measurement("akuma against two fair bots", "s", seconds, goal=60, pace=pace, note=note)
    for strength, goal in ((0.1, None), (0.3, None), (1, 10), (3, None)):
        yield _median_decision(strength, goal=goal)


def _median_decision(strength: float, *, goal: float | None) -> Measurement:
    times: list[float] = []
    _, pace = paced(lambda: times.extend(_decisions(hands=200, strength=strength)), COMPILED, repeat=2)
    note = f"{len(times):,} decisions of akuma, slowest {1000 * max(times):.0f} ms"
    name = f"median decision at strength {strength}"
    return Measurement(name, "ms", 1000 * median(times), goal=goal, pace=pace, note=note)


def _match() -> None:
    with tempfile.TemporaryDirectory() as folder:
        entrants = read_entrants(["akuma", f"fair={FAIR}", f"fair-2={FAIR}"])
        run = RunFolder.create(Path(folder) / "run", RunPlan(game_named(GAME), entrants, HANDS, seed=1))
        play_run(run, workers=2)


def _decisions(*, hands: int, strength: float = 1) -> list[float]:
    """Seconds of each decision in a match."""
    akuma = make_bot(f"akuma:strength={strength}", seed=1)
    times: list[float] = []
    _time(akuma, times)
    play_match([akuma, make_bot(FAIR), make_bot(FAIR)], GAME, hands=hands, seed=2)
    return times


def _time(bot: Bot, times: list[float]) -> None:
    act = bot.act

    def timed(view: object) -> object:
        start = time.perf_counter()
        action = act(view)  # type: ignore[arg-type]
        times.append(time.perf_counter() - start)
        return action

    bot.act = timed  # type: ignore[assignment, method-assign]
