"""Two-player limit hold'em with five buckets a round, solved whole with joint tables."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.measure import Measurement, Pace, paced
from benchmarks.yardsticks import COMPILED
from railbird.abstraction import EquityBuckets, PercentileBuckets, abstract_game
from railbird.games import game_named
from railbird.solvers.algorithms import new_solver
from railbird.solvers.evaluators import evaluator_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.abstraction import CardAbstraction

LIMIT = game_named("holdem.limit.2p.reverse_blinds")
FIVE = PercentileBuckets(LIMIT, (5, 5, 5, 5))
ENOUGH = 3.4
"""Exploitability in mbb/hand, as the sum of both players' gains."""
_ITERATIONS = 20
"""Between evaluations."""


def measure() -> Iterator[Measurement]:
    """The tables are shipped."""
    yield _iteration("limit, five buckets a round, discounted CFR", FIVE, "dcfr", goal=0.5)
    yield _iteration("limit, 169 and 256 equity buckets, fictitious play", EquityBuckets(LIMIT), "fictitious-play")
    yield _until_close_to_an_equilibrium()


def _iteration(name: str, cards: CardAbstraction, algorithm: str, *, goal: float | None = None) -> Measurement:
    solver = new_solver(algorithm, abstract_game(cards))
    solver.step(2)
    seconds, pace = paced(solver.step, COMPILED, repeat=10)
    return Measurement(name, "s/iteration", seconds, goal=goal, pace=pace, note="all information sets, on all cores")


def _until_close_to_an_equilibrium() -> Measurement:
    """The time of the iterations alone; the yardstick has its turn after each round of them."""
    solver = new_solver("dcfr", abstract_game(FIVE))
    solver.prepare()
    evaluator = evaluator_for(solver)
    seconds, yard, rounds, exploitability = 0.0, 0.0, 0, float("inf")
    while exploitability > ENOUGH:
        started = perf_counter()
        solver.step(_ITERATIONS)
        middle = perf_counter()
        COMPILED.run()
        seconds, yard, rounds = seconds + middle - started, yard + perf_counter() - middle, rounds + 1
        exploitability = 1000 * evaluator.evaluate(solver.average_strategy()).exploitability / LIMIT.big_blind
    return Measurement(
        f"limit, five buckets a round, to {ENOUGH} mbb/hand",
        "s",
        seconds,
        goal=900,
        pace=Pace(COMPILED.name, yard / rounds / COMPILED.seconds),
        note=f"{solver.iteration} iterations of discounted CFR, both players' gains together: {exploitability:.2f} "
        "mbb/hand; Zinkevich et al. 2007: 33 hours",
    )
