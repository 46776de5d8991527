"""Runs: duplicate matches of equity bots, a tournament of simple ones, and what storing every hand costs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.measure import Measurement, best_seconds_in_turn, paced, paced_once, usage_of
from benchmarks.yardsticks import PYTHON, PYTHON_ON_ALL_CORES
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
    command = (*RAILBIRD, "match", bot, bot, bot, "--hands", "1000", "--seed", "1", "--workers", "1")
    subprocess.run(command, env=environment, check=True, capture_output=True)  # which compiles
    yield _two_workers(environment)
    for name, goal in (("computed", 12), ("looked up", 4)):
        if name == "looked up":
            build = (*RAILBIRD, "tables", "build")
            subprocess.run(build, env=environment, check=True, capture_output=True)
        best, pace = paced(
            lambda: subprocess.run(command, env=environment, check=True, capture_output=True), PYTHON, repeat=3
        )
        yield Measurement(f"6 x 1,000 hands of equity bots, flops {name}", "s", best, goal=goal, pace=pace)


def _two_workers(environment: dict[str, str]) -> Measurement:
    """Two workers on duplicate matches of three equity bots, whose orders of seats share cards.

    They are judged beside two runs at once with one worker each, which share nothing, so that the judgement also holds
    on busy cores. The processor time shows how much of the work two workers do twice.
    """

    def played(workers: int) -> Usage:
        options = ("--hands", "40000", "--seed", "1", "--workers", str(workers))
        return usage_of("match", *["all-in-equity"] * 3, *options, environment=environment)

    rounds = []
    for _ in range(2):
        with ThreadPoolExecutor() as threads:
            apart = list(threads.map(played, (1, 1)))
        rounds.append((apart, played(2)))
    alone = min((fmean(run.seconds for run in apart) / 2, apart[0].processor) for apart, _ in rounds)
    two = min((together for _, together in rounds), key=lambda usage: usage.seconds)
    return Measurement(
        "6 x 40,000 hands of equity bots, two workers",
        "s",
        two.seconds,
        peers={"half the time of two runs at once": alone[0]},
        least_ratio=0.85,
        note=f"{two.processor:.1f} s of processor time, {alone[1]:.1f} s with one worker",
    )


def _tournament(folder: Path) -> Iterator[Measurement]:
    """Seven bots, 35 tables, 210,000 hands."""
    plan = RunPlan(GAME, read_entrants(SIMPLE), 1000, seed=1)
    run = RunFolder.create(folder, plan)
    _, seconds, pace = paced_once(lambda: play_run(run, workers=available_cores()), PYTHON_ON_ALL_CORES)
    yield Measurement("tournament of seven simple bots", "s", seconds, goal=240, pace=pace)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    yield Measurement("its 210,000 hands on disk", "MB", size / 1e6, limit=15)


def _cost_of_storing(folder: Path) -> Measurement:
    """The same match with and without the record of its hands, which goes to disk, in time of the processor."""
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

    without, stored = best_seconds_in_turn(only_played, played_and_stored, repeat=15, clock=process_time)
    note = f"{1000 / without:,.0f} hands a second of the processor without, {1000 / stored:,.0f} with it"
    return Measurement("cost of storing every hand", "%", 100 * (stored / without - 1), limit=20, note=note)
