"""Two-player limit hold'em with five buckets a round, solved whole with joint tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.measure import Measurement, paced
from benchmarks.time_to_converge import time_to_converge
from benchmarks.yardsticks import COMPILED_ON_ALL_CORES
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
    seconds, pace = paced(solver.step, COMPILED_ON_ALL_CORES, repeat=10)
    return Measurement(name, "s/iteration", seconds, goal=goal, pace=pace, note="all information sets, on all cores")


def _until_close_to_an_equilibrium() -> Measurement:
    solver = new_solver("dcfr", abstract_game(FIVE))
    solver.prepare()
    in_chips = LIMIT.big_blind / 1000
    solve = time_to_converge(
        solver, evaluator_for(solver), COMPILED_ON_ALL_CORES, enough=ENOUGH * in_chips, step=_ITERATIONS
    )
    return Measurement(
        f"limit, five buckets a round, to {ENOUGH} mbb/hand",
        "s",
        solve.seconds,
        goal=900,
        pace=solve.pace,
        note=f"{solve.iterations} iterations of discounted CFR, both players' gains together: "
        f"{solve.exploitability / in_chips:.2f} mbb/hand; Zinkevich et al. 2007: 33 hours",
    )
