"""Compares sampling algorithms by exploitability after equal processor time, over several seeds.

`python -m benchmarks.sampling_seeds` solves limit hold'em with five percentile buckets a round with every seed that is
not in sampling_seeds.csv yet, and adds its rows there. With --table it prints the table of the docs instead.

Each algorithm has one thread, as it has by default, so that a seed determines the strategy after an iteration. The
algorithms take turns of half a second of processor time: other programs slow them down alike, and none of their time
counts. Evaluations do not count either.
"""

from __future__ import annotations

import csv
import sys
from dataclasses import asdict, dataclass, fields
from math import sqrt
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction import PercentileBuckets, abstract_game
from railbird.games import game_named
from railbird.solvers import new_solver
from railbird.solvers.evaluators import new_evaluator
from railbird.statistics import Estimate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from railbird.abstraction import PokerGame
    from railbird.solvers import Solver
    from railbird.solvers.evaluators import StrategyEvaluator

RESULTS = Path(__file__).parent / "sampling_seeds.csv"
GAME, BUCKETS = "holdem.limit.2p.reverse_blinds", (5, 5, 5, 5)
PUBLIC, CHANCE = "public-chance-sampling", "chance-sampling"
SEEDS = range(1, 7)
SECONDS = (1, 3, 10, 30, 90)
"""Processor time after which strategies are evaluated."""
_TURN = 0.5


@dataclass(frozen=True)
class SeedResult:
    """A strategy of one algorithm and seed after some processor time."""

    algorithm: str
    seed: int
    seconds: float
    iterations: int
    exploitability: float
    """In the abstract game, in mbb/hand."""


class _Run:
    """A solver with the processor time that it has used."""

    def __init__(self, algorithm: str, seed: int, game: PokerGame) -> None:
        self.algorithm, self.seed = algorithm, seed
        self.solver: Solver = new_solver(algorithm, game, seed=seed)
        self.solver.prepare()
        self.used = 0.0
        self._step = 1

    def advance(self, seconds: float) -> None:
        """Solve until this much processor time is used."""
        while self.used < seconds:
            before = process_time()
            self.solver.step(self._step)
            spent = process_time() - before
            self.used += spent
            if spent < _TURN / 20:
                self._step *= 2

    def result(self, seconds: float, evaluator: StrategyEvaluator, *, big_blind: int) -> SeedResult:
        """Evaluate the strategy."""
        exploitability = evaluator.evaluate(self.solver.average_strategy()).exploitability
        return SeedResult(
            self.algorithm, self.seed, seconds, self.solver.iteration, round(1000 * exploitability / big_blind, 3)
        )


def measured(seed: int, game: PokerGame, *, seconds: Sequence[float] = SECONDS) -> Iterator[SeedResult]:
    """Solve the game with one seed by both algorithms in turns."""
    runs, evaluator = [_Run(algorithm, seed, game) for algorithm in (PUBLIC, CHANCE)], new_evaluator(game)
    turn = 0.0
    for goal in seconds:
        while turn < goal:
            turn = min(turn + _TURN, goal)
            for run in runs:
                run.advance(turn)
        for run in runs:
            yield run.result(goal, evaluator, big_blind=game.definition.big_blind)


def lead_after(seconds: float, rows: Sequence[SeedResult]) -> Estimate:
    """Exploitability of public chance sampling minus that of chance sampling, with its interval by Student's t.

    `estimate` asks for ten samples, because results of matches can be rare and large. Exploitability is neither.
    """
    public, chance = (
        np.array([row.exploitability for row in _chosen(rows, name, seconds)]) for name in (PUBLIC, CHANCE)
    )
    by_seed = public - chance
    return Estimate(float(by_seed.mean()), float(by_seed.std(ddof=1) / sqrt(len(by_seed))), len(by_seed))


def table(rows: Sequence[SeedResult]) -> str:
    """The Markdown table of the docs: means over the seeds, and the difference with its interval."""
    lines = [
        f"| processor seconds | {PUBLIC} | {CHANCE} | difference | seeds | iterations |",
        "|---|---|---|---|---|---|",
    ]
    for seconds in sorted({row.seconds for row in rows}):
        both = [_chosen(rows, name, seconds) for name in (PUBLIC, CHANCE)]
        means = [f"{np.mean([row.exploitability for row in chosen]):,.1f}" for chosen in both]
        iterations = " and ".join(f"{np.mean([row.iterations for row in chosen]):,.0f}" for chosen in both)
        lead = lead_after(seconds, rows)
        cells = [f"{seconds:g}", *means, f"{lead.mean:,.1f} ± {lead.margin:,.1f}", f"{lead.samples}", iterations]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _chosen(rows: Sequence[SeedResult], algorithm: str, seconds: float) -> list[SeedResult]:
    return [row for row in rows if (row.algorithm, row.seconds) == (algorithm, seconds)]


def stored() -> list[SeedResult]:
    """The results so far, by seed."""
    if not RESULTS.exists():
        return []
    types = {field.name: {"int": int, "float": float}.get(str(field.type), str) for field in fields(SeedResult)}
    with RESULTS.open(encoding="utf-8", newline="") as file:
        return [SeedResult(**{name: types[name](value) for name, value in row.items()}) for row in csv.DictReader(file)]


def _store(rows: Sequence[SeedResult]) -> None:
    is_new = not RESULTS.exists()
    with RESULTS.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(SeedResult)])
        if is_new:
            writer.writeheader()
        writer.writerows(asdict(row) for row in rows)


def main() -> None:
    """Solve with the seeds that are missing, or print the table."""
    if "--table" in sys.argv:
        print(table(stored()))
        return
    game = abstract_game(PercentileBuckets(game_named(GAME), BUCKETS))
    done = {row.seed for row in stored()}
    for seed in SEEDS:
        if seed not in done:
            rows = []
            for row in measured(seed, game):
                rows.append(row)
                print(row, flush=True)
            _store(rows)


if __name__ == "__main__":
    main()
