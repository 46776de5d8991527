"""The time that a solver takes to an exploitability, beside a yardstick."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.measure import Pace

if TYPE_CHECKING:
    from benchmarks.yardsticks import Yardstick
    from railbird.solvers import Solver
    from railbird.solvers.evaluators import StrategyEvaluator


class Convergence(NamedTuple):
    """A solve to an exploitability."""

    seconds: float
    """Time of the iterations alone, without evaluations."""
    iterations: int
    pace: Pace
    exploitability: float


def time_to_converge(
    solver: Solver, evaluator: StrategyEvaluator, yardstick: Yardstick, *, enough: float, step: int
) -> Convergence:
    """Solve in rounds of `step` iterations until the exploitability is at most `enough` chips.

    The yardstick has its turn after each round.
    """
    seconds, yard, rounds, exploitability = 0.0, 0.0, 0, float("inf")
    while exploitability > enough:
        started = perf_counter()
        solver.step(step)
        middle = perf_counter()
        yardstick.run()
        seconds, yard, rounds = seconds + middle - started, yard + perf_counter() - middle, rounds + 1
        exploitability = evaluator.evaluate(solver.average_strategy()).exploitability
    return Convergence(
        seconds, solver.iteration, Pace(yardstick.name, yard / rounds / yardstick.seconds), exploitability
    )
