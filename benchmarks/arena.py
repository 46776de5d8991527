"""Runs: duplicate matches of equity bots, a tournament of simple ones, and what storing every hand costs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.measure import Measurement, best_seconds_in_turn, paced, paced_once, usage_of
from benchmarks.yardsticks import PYTHON, PYTHON_ON_ALL_CORES, python_in_processes
from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.arena.forgiving_seat import ForgivingSeat
from railbird.arena.incidents import Incidents
from railbird.arena.playing import play_chunk
from railbird.bots import make_bot
from railbird.bots.watchdog import Watchdog
from railbird.compiled import available_cores
from railbird.files import CACHE_VARIABLE
from railbird.games import game_named
from railbird.play import BotSeat, Match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.measure import Usage

GAME = game_named("holdem.limit.3p")
RAILBIRD = (sys.executable, "-m", "railbird")
PLAIN_TURNS = 5000
"""Of plain work, which take one process about six seconds."""
SIMPLE = ("fold", "call", "raise", "all-in", "check-norris", "random", "random:fold=0.1,raise=0.5")


def measure() -> Iterator[Measurement]:
    """Of the commands with their start, of the tournament, and of the store."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _equity_bots(Path(folder) / "cache")
        yield from _tournament(Path(folder) / "run")
        yield _cost_of_storing(Path(folder) / "stored")


def _equity_bots(cache: Path) -> Iterator[Measurement]:
    """1,000 hands x 6 orders of seats of three bots that work out an equity for every decision."""
    environment = {**os.environ, CACHE_VARIABLE: str(cache)}
    bot = "all-in-equity"
    command = (*RAILBIRD, "match", bot, bot, bot, "--hands", "1000", "--seed", "1")
    subprocess.run(command, env=environment, check=True, capture_output=True)  # which compiles
    yield _second_worker(environment)
    for name, goal in (("computed", 12), ("looked up", 4)):
        if name == "looked up":
            build = (*RAILBIRD, "tables", "build")
            subprocess.run(build, env=environment, check=True, capture_output=True)
        best, pace = paced(
            lambda: subprocess.run(command, env=environment, check=True, capture_output=True), PYTHON, repeat=3
        )
        yield Measurement(f"6 x 1,000 hands of equity bots, flops {name}", "s", best, goal=goal, pace=pace)


def _second_worker(environment: dict[str, str]) -> Measurement:
    """What a second worker is worth to three equity bots in duplicate matches, whose orders of seats share cards.

    It is judged by the time of the whole command, beside what a second process is worth to plain work, which depends
    on the cores that are free. The processor time shows how much of the work is done twice. One worker keeps equities
    in the same table as two.
    """
    bot = "all-in-equity"
    command = ("match", bot, bot, bot, "--hands", "40000", "--seed", "1", "--workers")
    ours: list[tuple[Usage, Usage]] = []
    plain: list[tuple[float, float]] = []
    for _ in range(2):
        ours.append(
            (usage_of(*command, "1", environment=environment), usage_of(*command, "2", environment=environment))
        )
        plain.append((_plain_seconds(1), _plain_seconds(2)))
    single, two = (min(usages, key=lambda usage: usage.seconds) for usages in zip(*ours, strict=True))
    gain = min(alone for alone, _ in plain) / min(shared for _, shared in plain)
    return Measurement(
        "6 x 40,000 hands of equity bots, two workers",
        "s",
        two.seconds,
        peers={"one worker, if a second were worth as much as to plain work": single.seconds / gain},
        least_ratio=0.85,
        note=f"{single.seconds / two.seconds:.2f} x one worker, plain work {gain:.2f} x one process; "
        f"{single.processor:.1f} s of processor time with one worker, {two.processor:.1f} s with two",
    )


def _plain_seconds(processes: int) -> float:
    """The seconds of a fixed piece of work that is shared among processes."""
    started = perf_counter()
    python_in_processes(processes, turns=PLAIN_TURNS // processes)
    return perf_counter() - started


def _tournament(folder: Path) -> Iterator[Measurement]:
    """Seven bots, 35 tables, 210,000 hands."""
    plan = RunPlan(GAME, read_entrants(SIMPLE), 1000, seed=1)
    run = RunFolder.create(folder, plan)
    _, seconds, pace = paced_once(lambda: play_run(run, workers=available_cores()), PYTHON_ON_ALL_CORES)
    yield Measurement("tournament of seven simple bots", "s", seconds, goal=240, pace=pace)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    yield Measurement("its 210,000 hands on disk", "MB", size / 1e6, limit=15)


def _cost_of_storing(folder: Path) -> Measurement:
    """The same match with and without the record of its hands, which goes to disk."""
    plan = RunPlan(GAME, read_entrants(SIMPLE[1:3] + SIMPLE[4:5]), 1000, seed=1)
    run = RunFolder.create(folder, plan)
    chunk = plan.chunks()[0]
    match = plan.match_plan(chunk)

    def only_played() -> None:
        watchdog, incidents = Watchdog(plan.seconds_per_action), Incidents()
        seeds = match.bot_seeds()
        bots = [make_bot(entrant.spec, seed=seed) for entrant, seed in zip(plan.entrants, seeds, strict=True)]
        seats = [ForgivingSeat(BotSeat(bot), incidents=incidents, watchdog=watchdog) for bot in bots]
        with watchdog.watching():
            Match(match, seats).play()

    def played_and_stored() -> None:
        run.add(play_chunk(plan, chunk))

    without, stored = best_seconds_in_turn(only_played, played_and_stored, repeat=15)
    note = f"{1000 / without:,.0f} hands/s without, {1000 / stored:,.0f} with it"
    return Measurement("cost of storing every hand", "%", 100 * (stored / without - 1), limit=20, note=note)
