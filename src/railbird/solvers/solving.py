"""A solve from its first iteration to its last: progress, checkpoints, and the exploitability on the way."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from railbird.errors import SolverError
from railbird.progress import Silence
from railbird.solvers.checkpoint import load_checkpoint, save_checkpoint
from railbird.solvers.exact.best_response import Evaluator
from railbird.solvers.exact.exact_solver import ExactSolver
from railbird.strategy import ConvergencePoint

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import FrameType

    from railbird.progress import Progress, Task
    from railbird.solvers.exact.best_response import Evaluation
    from railbird.solvers.solver import Solver
    from railbird.strategy import Strategy

_POINTS_A_DECADE = 5
_SECONDS_A_STEP = 0.2
"""The time between updates of progress, and until an interruption is noticed."""
_SECONDS_A_CHECKPOINT = 60.0
_SECONDS_OF_EVALUATION = 10.0


@dataclass
class Solve:
    """A solver at work."""

    solver: Solver
    evaluator: Evaluator | None
    """None where the game is too large for exact evaluation."""
    checkpoint: Path | None = None
    seconds: float = 0.0
    """Spent in the solver, without evaluation and compilation."""
    points: list[ConvergencePoint] = field(default_factory=list)
    evaluation: Evaluation | None = None
    """Of the strategy as it is now."""
    _interrupted: bool = False
    _amount: int = 1
    """Iterations in a step."""
    _evaluating: float = 0.0
    """Seconds spent on evaluation."""
    _saved_at: float = 0.0

    @classmethod
    def begin(
        cls, solver: Solver, *, checkpoint: Path | None = None, resume: bool = False, evaluate: bool = True
    ) -> Solve:
        """Prepare a solve; one that is resumed goes on from the checkpoint.

        To evaluate a strategy takes the memory of an exact solver, which sampled ones can do without.
        """
        sequence_form = solver.sequence_form if isinstance(solver, ExactSolver) else None
        evaluator = Evaluator(solver.game, sequence_form) if evaluate else None
        solve = cls(solver, evaluator, checkpoint)
        if resume and checkpoint is not None:
            solve.seconds, points = load_checkpoint(checkpoint, solver)
            solve.points = list(points)
        return solve

    def strategy(self) -> Strategy:
        """The average strategy so far, with the time it took and its evaluation."""
        strategy = self.solver.strategy()
        origin = replace(
            strategy.origin,
            seconds=self.seconds,
            values=None if self.evaluation is None else self.evaluation.values,
            points=tuple(self.points),
        )
        return strategy.with_origin(origin)

    def run(self, iterations: int, progress: Progress | None = None) -> None:
        """Run until `iterations` iterations are done.

        An interruption ends it after a step, in a KeyboardInterrupt; a checkpoint is saved before that, if there is to
        be one.
        """
        solver = self.solver
        if iterations < solver.iteration:
            raise SolverError(f"{iterations:,} iterations are asked for, but {solver.iteration:,} are done already")
        shown = (progress or Silence()).task(solver.algorithm, total=iterations - solver.iteration)
        with shown as task, self._noticing_interruption():
            solver.prepare()
            self._saved_at = time.perf_counter()
            for target in stops(iterations):
                if target >= solver.iteration:
                    self._run_to(target, task)
                    self._evaluate(is_last=target == iterations)
            self.save()

    def _run_to(self, target: int, task: Task) -> None:
        """Step to an iteration."""
        solver = self.solver
        while solver.iteration < target:
            amount = min(self._amount, target - solver.iteration)
            start = time.perf_counter()
            solver.step(amount)
            now = time.perf_counter()
            self.seconds += now - start
            task.advance(amount)
            task.describe(self._text())
            if amount == self._amount and now - start < _SECONDS_A_STEP / 2:
                self._amount *= 2
            if now - self._saved_at > _SECONDS_A_CHECKPOINT:
                self.save()
            self._stop_if_interrupted()

    def _stop_if_interrupted(self) -> None:
        if self._interrupted:
            self.save()
            raise KeyboardInterrupt

    @contextmanager
    def _noticing_interruption(self) -> Iterator[None]:
        """Steps are done whole or not at all: a signal that comes within one is remembered until its end."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        self._interrupted = False
        before = {number: signal.signal(number, self._interrupt) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 (what handlers are given)
        if self._interrupted:
            raise KeyboardInterrupt  # for the second time: at once, whatever is lost
        self._interrupted = True

    def _evaluate(self, *, is_last: bool) -> None:
        """On the way only as long as that does not take much longer than solving."""
        if self.evaluator is None or (not is_last and self._evaluating > _SECONDS_OF_EVALUATION + self.seconds):
            return
        start = time.perf_counter()
        self.evaluation = self.evaluator.evaluate(self.solver.average_strategy())
        self._evaluating += time.perf_counter() - start
        if not (self.points and self.points[-1].iteration == self.solver.iteration):
            self.points.append(ConvergencePoint(self.solver.iteration, self.seconds, self.evaluation.gains))
        self._stop_if_interrupted()

    def _text(self) -> str:
        rate = self.solver.iteration / self.seconds if self.seconds else 0.0
        known = f", exploitability {self.points[-1].exploitability:.3g}" if self.points else ""
        return f"{self.solver.algorithm}: {rate:,.0f} iterations/s{known}"

    def save(self) -> None:
        """Write the checkpoint, if there is to be one."""
        if self.checkpoint is not None:
            save_checkpoint(self.checkpoint, self.solver, seconds=self.seconds, points=self.points)
            self._saved_at = time.perf_counter()


def stops(iterations: int) -> Iterator[int]:
    """The iterations after which the strategy is evaluated: a few in every decade, and the last."""
    power = 0
    while (stop := round(10 ** (power / _POINTS_A_DECADE))) < iterations:
        yield stop
        power += 1
    yield iterations
