"""Solvers: iterations, exploitability and betting trees, in seconds and in memory."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
import pyspiel

from benchmarks.measure import Measurement, Pace, best_seconds, paced, paced_in_turn, paced_once
from benchmarks.solver_peers import (
    MERGED_SUITS,
    Runner,
    donksolver,
    installed,
    lite_efg_cfr_plus,
    open_spiel_cfr_plus,
    open_spiel_external_sampling,
)
from benchmarks.time_to_converge import Convergence, time_to_converge
from benchmarks.yardsticks import COMPILED
from railbird.abstraction.abstract_game import exact_game
from railbird.abstraction.betting_tree import build_tree
from railbird.compiled import available_cores
from railbird.games import game_named
from railbird.solvers.algorithms import new_solver
from railbird.solvers.exact.best_response import Evaluator

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.solvers.exact.best_response import Evaluation

LEDUC = "leduc.limit.2p"
ENOUGH = 5e-4
"""An exploitability, as the sum of both players' gains in chips."""
OTHERS = {
    "cfr": 1_500,
    "linear-cfr": 1_500,
    "dcfr": 1_500,
    "fictitious-play": 1_500,
    "pure-cfr": 15_000,
    "public-chance-sampling": 3_000,
}
"""The algorithms without goals, and how many of their iterations are timed together."""
LARGE = ("holdem20.limit.2p", "rhode-island.limit.2p")
SLOW_PEERS = "RAILBIRD_SLOW_PEERS"
"""With this variable set, peers that take minutes are measured too."""
OPEN_SPIEL_GAINS = "54 s of the processor on 16 November 2026, 178 s of a busy machine"
_BUILD_TREE = """
import sys
from time import perf_counter, process_time
from benchmarks.peak_memory import peak_bytes
from railbird.abstraction.betting_tree import build_tree
from railbird.games import game_named
game = game_named(sys.argv[1])
started, processor = perf_counter(), process_time()
build_tree(game)
print(perf_counter() - started, process_time() - processor)
print(peak_bytes())
"""


def measure() -> Iterator[Measurement]:
    """Small games that are solved, and the betting trees of hold'em."""
    yield _cfr_plus()
    yield _cfr_plus_with_merged_suits()
    yield _until_close_to_an_equilibrium()
    yield _sampling("external-sampling", 15_000, goal=450_000, peers={"OpenSpiel": open_spiel_external_sampling(200)})
    yield _sampling("chance-sampling", 15_000, least_ratio=1, peers={})
    yield _external_sampling_for_three(15_000)
    for algorithm, iterations in OTHERS.items():
        ours = _ours(algorithm, iterations)
        rate = iterations / best_seconds(ours.run, repeat=15)
        yield Measurement(f"Leduc, {algorithm}", "iterations/s", rate, more_is_better=True)
    yield _gains_of_three()
    yield from _trees()
    for name in LARGE:
        yield _large_game(name)


def _cfr_plus() -> Measurement:
    (ours, theirs), pace = _rates(_ours("cfr+", 1_500), open_spiel_cfr_plus("leduc_poker", 1))
    return Measurement(
        "Leduc, CFR+",
        "iterations/s",
        ours,
        goal=50_000,
        pace=pace,
        more_is_better=True,
        least_ratio=400,
        peers={"OpenSpiel": theirs},
    )


def _cfr_plus_with_merged_suits() -> Measurement:
    """The peers at their best. LiteEFG takes its games from OpenSpiel."""
    runners = {"OpenSpiel": open_spiel_cfr_plus(MERGED_SUITS, 7)}
    lite = installed("LiteEFG")
    if lite is not None:
        runners["LiteEFG"] = lite_efg_cfr_plus(lite, 25)
    (ours, *theirs), _ = _rates(_ours("cfr+", 1_500), *runners.values())
    return Measurement(
        "Leduc, CFR+, peers with merged suits",
        "iterations/s",
        ours,
        more_is_better=True,
        peers=dict(zip(runners, theirs, strict=True)),
        note="" if lite is not None else "LiteEFG is not installed",
    )


def _until_close_to_an_equilibrium() -> Measurement:
    """The best of several solves, and the best pace of the machine among them."""
    solves = [_solved_leduc() for _ in range(7)]
    best, pace = min(solves), min(solve.pace.factor for solve in solves)
    return Measurement(
        f"Leduc, CFR+ to an exploitability of {ENOUGH:g}",
        "s",
        best.seconds,
        goal=0.05,
        pace=Pace(COMPILED.name, pace),
        note=f"{best.iterations:,} iterations, both players' gains together",
    )


def _solved_leduc() -> Convergence:
    game = exact_game(game_named(LEDUC))
    return time_to_converge(new_solver("cfr+", game), Evaluator(game), COMPILED, enough=ENOUGH, step=50)


def _sampling(
    algorithm: str, iterations: int, *, goal: float | None = None, least_ratio: float = 0.0, peers: dict[str, Runner]
) -> Measurement:
    """An iteration updates both players in all of the programs, and their averages: donksolver is judged by that."""
    donk = installed("donksolver")
    as_it_comes: list[Runner] = []
    note = "donksolver is not installed"
    if donk is not None:
        (rarely, runner), always = donksolver(donk, algorithm, iterations).items()
        as_it_comes, peers = [runner], peers | dict([always])
    (ours, *theirs), pace = _rates(_ours(algorithm, iterations), *peers.values(), *as_it_comes)
    if as_it_comes:
        note = f"{rarely}: {theirs[-1]:,.0f}"
    return Measurement(
        f"Leduc, {algorithm}",
        "iterations/s",
        ours,
        goal=goal,
        pace=pace,
        more_is_better=True,
        least_ratio=least_ratio,
        peers=dict(zip(peers, theirs, strict=False)),
        note=note,
    )


def _external_sampling_for_three(iterations: int) -> Measurement:
    """Three-player Kuhn, where ours plays a hand for the average of each player in every iteration."""
    name = "three-player Kuhn, external-sampling"
    ours = _ours("external-sampling", iterations, name="kuhn.limit.3p")
    donk = installed("donksolver")
    if donk is None:
        rate = iterations / best_seconds(ours.run, repeat=25)
        return Measurement(name, "iterations/s", rate, more_is_better=True, note="donksolver is not installed")
    sometimes, always = donksolver(donk, "external-sampling", iterations, game="kuhn", players=3).items()
    (rate, rarely_averaging, averaging), pace = _rates(ours, sometimes[1], always[1])
    return Measurement(
        name,
        "iterations/s",
        rate,
        pace=pace,
        more_is_better=True,
        least_ratio=1.1,
        peers={always[0]: averaging},
        note=f"{sometimes[0]}: {rarely_averaging:,.0f}",
    )


def _gains_of_three() -> Measurement:
    """For the uniform strategy; the game is made anew each time."""
    seconds, pace = paced(_our_gains_of_three, COMPILED, repeat=5)
    slow = SLOW_PEERS in os.environ
    return Measurement(
        "gains of all in three-player Leduc, exact",
        "s",
        seconds,
        goal=2,
        pace=pace,
        peers={"OpenSpiel": _open_spiel_gains_of_three()} if slow else {},
        note="" if slow else f"OpenSpiel: {OPEN_SPIEL_GAINS}; {SLOW_PEERS}=1 measures it again",
    )


def _our_gains_of_three() -> Evaluation:
    game = exact_game(game_named("leduc.limit.3p"))
    return Evaluator(game).evaluate(game.probabilities(np.zeros(game.layout.count)))


def _open_spiel_gains_of_three() -> float:
    """Once: it takes too long to be repeated."""
    game = pyspiel.load_game("leduc_poker(players=3)")
    uniform = pyspiel.UniformRandomPolicy(game)
    started = perf_counter()
    pyspiel.nash_conv(game, uniform)
    return perf_counter() - started


def _trees() -> Iterator[Measurement]:
    """Of limit hold'em; in processes of their own the compiled code comes from the disk."""
    two = "holdem.limit.2p.reverse_blinds"
    _build_in_a_process(two)  # which compiles
    runs = [paced_once(partial(_build_in_a_process, two), COMPILED) for _ in range(5)]
    (seconds, processor, _), _, pace = min(runs, key=lambda run: run[0][0] / run[2].factor)
    note = f"{processor:.2g} s of the processor, imports not counted"
    yield Measurement("tree of two-player limit, new process", "s", seconds, goal=0.5, pace=pace, note=note)
    again, pace = paced(partial(build_tree, game_named(two)), COMPILED, calls=10)
    note = "its size is known by then"
    yield Measurement("tree of two-player limit, once more", "s", again, goal=0.5, pace=pace, note=note)
    (seconds, processor, gigabytes), _, pace = paced_once(partial(_build_in_a_process, "holdem.limit.3p"), COMPILED)
    note = f"{processor:.2g} s of the processor"
    yield Measurement("tree of three-player limit", "s", seconds, goal=60, pace=pace, note=note)
    yield Measurement("memory while building it", "GB", gigabytes, limit=3)


def _build_in_a_process(name: str) -> tuple[float, float, float]:
    """Seconds, seconds of the processor, and the most memory of the process in GB."""
    command = (sys.executable, "-c", _BUILD_TREE, name)
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds, processor, peak = map(float, done.stdout.split())
    return seconds, processor, peak / 1e9


def _large_game(name: str) -> Measurement:
    game = exact_game(game_named(name))
    seconds = best_seconds(new_solver("cfr+", game).step, repeat=3)
    note = f"{game.information_set_count:,} information sets, {available_cores()} cores"
    return Measurement(f"{name}, CFR+", "iterations/s", 1 / seconds, more_is_better=True, note=note)


def _rates(*runners: Runner) -> tuple[list[float], Pace]:
    """Iterations a second. All run for about a sixtieth of one, so that none is interrupted more often than another."""
    seconds, pace = paced_in_turn(*(runner.run for runner in runners), yardstick=COMPILED, repeat=25)
    return [runner.iterations / each for runner, each in zip(runners, seconds, strict=True)], pace


def _ours(algorithm: str, iterations: int, *, name: str = LEDUC) -> Runner:
    solver = new_solver(algorithm, exact_game(game_named(name)))
    return Runner(partial(solver.step, iterations), iterations)
