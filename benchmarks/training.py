"""Training of bucketed hold'em: iterations of sampling algorithms on all cores, and their memory.

The buckets are those of real cards if their tables have been built, else random ones (see `random_buckets`).
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.measure import Measurement, paced_once
from benchmarks.peak_memory import peak_bytes
from benchmarks.random_buckets import RandomBuckets
from benchmarks.yardsticks import COMPILED_ON_ALL_CORES
from railbird.abstraction import PercentileBuckets, abstract_game, parse_menu
from railbird.abstraction.hand_values import load_hand_values
from railbird.compiled import available_cores
from railbird.errors import TableError
from railbird.games import game_named
from railbird.solvers.algorithms import new_solver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.abstraction import CardAbstraction, PokerGame
    from railbird.games import GameDefinition

LIMIT, NO_LIMIT = "holdem.limit.2p.reverse_blinds", "holdem.nolimit.2p.reverse_blinds"
MENU = "0.5,1,2,all-in"
BIG_BLINDS = 100
"""The stacks of the no-limit game."""
WARM_UP, SECONDS = 20.0, 10.0
"""Time before the measurement, in which strategies come to differ from uniform ones, and time of it."""
_TRAIN = "from benchmarks.training import train; import sys; train(*sys.argv[1:])"


def measure() -> Iterator[Measurement]:
    """Two-player limit with ten buckets a round, and no-limit with three sizes; each in a process of its own."""
    for algorithm, goal in (("chance-sampling", 11_000), ("external-sampling", 32_000)):
        yield from _trained("limit", algorithm, goal=goal, most_gigabytes=2.5)
    yield from _trained("limit", "public-chance-sampling", goal=None, most_gigabytes=2.5)
    yield from _trained("no-limit", "external-sampling", goal=40_000, most_gigabytes=None)


def _trained(
    betting: str, algorithm: str, *, goal: float | None, most_gigabytes: float | None
) -> Iterator[Measurement]:
    if algorithm == "public-chance-sampling" and not _has_real_buckets():
        return
    answer, _, pace = paced_once(partial(_in_a_process, betting, algorithm), COMPILED_ON_ALL_CORES)
    name = f"{betting} hold'em, {algorithm}"
    note = f"{answer['buckets']}, {answer['information_sets']:,} information sets, {available_cores()} cores"
    yield Measurement(name, "iterations/s", answer["rate"], goal=goal, pace=pace, more_is_better=True, note=note)
    yield Measurement(f"{name}, memory", "GB", answer["gigabytes"], limit=most_gigabytes, note="with the strategy")


def _in_a_process(betting: str, algorithm: str) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-c", _TRAIN, betting, algorithm], check=True, capture_output=True, text=True
    )
    answer: dict[str, float] = json.loads(done.stdout)
    return answer


def train(betting: str, algorithm: str) -> None:
    """Solve for a while, and print the rate and the most memory as JSON."""
    game = _game(betting)
    solver = new_solver(algorithm, game, seed=1, threads=available_cores())
    solver.prepare()
    step = 1
    started = perf_counter()
    while perf_counter() - started < WARM_UP:
        before = perf_counter()
        solver.step(step)
        step = step * 2 if perf_counter() - before < 0.5 else step
    done, started = solver.iteration, perf_counter()
    while perf_counter() - started < SECONDS:
        solver.step(step)
    rate = (solver.iteration - done) / (perf_counter() - started)
    solver.strategy()
    answer = {
        "rate": rate,
        "gigabytes": peak_bytes() / 1e9,
        "information_sets": game.information_set_count,
        "buckets": f"{game.cards.identity['kind']} buckets",
    }
    print(json.dumps(answer))


def _game(betting: str) -> PokerGame:
    if betting == "limit":
        return abstract_game(_buckets(game_named(LIMIT), 10))
    rules = game_named(NO_LIMIT)
    rules = replace(rules, stacks=(BIG_BLINDS * rules.big_blind,) * 2)
    return abstract_game(_buckets(rules, 5), parse_menu(MENU))


def _buckets(game: GameDefinition, count: int) -> CardAbstraction:
    if _has_real_buckets():
        return PercentileBuckets(game, (count,) * game.rounds)
    return RandomBuckets(game, count)


def _has_real_buckets() -> bool:
    try:
        return load_hand_values() is not None
    except TableError:
        return False
