"""Runs a solve: reports progress, saves checkpoints, and evaluates exploitability along the way."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING

from railbird.errors import SolverError
from railbird.progress import Silence
from railbird.solvers.checkpoint import load_checkpoint, save_checkpoint
from railbird.solvers.evaluators import evaluator_for
from railbird.solvers.solve_goal import SolveGoal
from railbird.strategy import ConvergencePoint
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import FrameType

    from railbird.progress import Progress, Task
    from railbird.solvers.evaluators import StrategyEvaluator
    from railbird.solvers.exact.best_response import Evaluation
    from railbird.solvers.solver import Solver
    from railbird.strategy import Strategy

_SECONDS_PER_STEP = 0.2
"""Time between progress updates, and the longest delay before an interruption takes effect."""
_SECONDS_PER_CHECKPOINT = 60.0
_SECONDS_OF_EVALUATION = 10.0


@dataclass
class Solve:
    """A running solve."""

    solver: Solver
    evaluator: StrategyEvaluator | None
    """None if the game is too large for exact evaluation."""
    checkpoint: Path | None = None
    seconds: float = 0.0
    """Time in the solver, without evaluation and compilation."""
    points: list[ConvergencePoint] = field(default_factory=list)
    evaluation: Evaluation | None = None
    """Evaluation of the current average strategy."""
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
        """Prepare a solve; with `resume`, continue from the checkpoint.

        Evaluating a strategy takes as much memory as an exact solver, which sampling solvers do not need.
        """
        solve = cls(solver, evaluator_for(solver) if evaluate else None, checkpoint)
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

    def run(self, goal: SolveGoal | int, progress: Progress | None = None) -> None:
        """Run until the goal, or this number of iterations in total, is reached.

        An interruption takes effect after the current step: the checkpoint is saved, if there is one, and
        KeyboardInterrupt is raised.
        """
        goal = SolveGoal(iterations=goal) if isinstance(goal, int) else goal
        solver = self.solver
        if goal.iterations < solver.iteration:
            raise SolverError(
                f"{number_of(goal.iterations, 'iteration')} requested, but {solver.iteration:,} are already done"
            )
        if goal.exploitability is not None and self.evaluator is None:
            raise SolverError(
                f"a solve of {solver.game.name} cannot stop at an exploitability, which is not computed: "
                "stop it after iterations or minutes"
            )
        shown = (progress or Silence()).task(solver.algorithm, total=self._left(goal))
        with shown as task, self._deferring_interruption():
            solver.prepare()
            self._saved_at = time.perf_counter()
            for target in goal.stops():
                if target >= solver.iteration:
                    self._run_to(target, task, goal)
                    is_over = solver.iteration == goal.iterations or self.seconds >= goal.seconds
                    self._evaluate(is_last=is_over or goal.exploitability is not None)
                    if is_over or self._is_close_enough(goal):
                        break
            self.save()

    def _left(self, goal: SolveGoal) -> float | None:
        """The iterations left, or else the seconds; None if neither is limited."""
        if not goal.is_open:
            return goal.iterations - self.solver.iteration
        return goal.seconds - self.seconds if goal.seconds < inf else None

    def _is_close_enough(self, goal: SolveGoal) -> bool:
        return goal.exploitability is not None and self.points[-1].exploitability <= goal.exploitability

    def _run_to(self, target: int, task: Task, goal: SolveGoal) -> None:
        """Run steps up to an iteration, or until the time is up."""
        solver = self.solver
        while solver.iteration < target and self.seconds < goal.seconds:
            amount = min(self._amount, target - solver.iteration)
            start = time.perf_counter()
            solver.step(amount)
            now = time.perf_counter()
            self.seconds += now - start
            task.advance(now - start if goal.is_open else amount)
            task.describe(self._text())
            if amount == self._amount and now - start < _SECONDS_PER_STEP / 2:
                self._amount *= 2
            if now - self._saved_at > _SECONDS_PER_CHECKPOINT:
                self.save()
            self._stop_if_interrupted()

    def _stop_if_interrupted(self) -> None:
        if self._interrupted:
            self.save()
            raise KeyboardInterrupt

    @contextmanager
    def _deferring_interruption(self) -> Iterator[None]:
        """Defer signals to the end of the current step, so that every step is complete."""
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

    def _interrupt(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 (signature of handlers)
        if self._interrupted:
            raise KeyboardInterrupt  # the second signal stops at once
        self._interrupted = True

    def _evaluate(self, *, is_last: bool) -> None:
        """Evaluate the strategy; before the end only while evaluation does not take much longer than solving."""
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
        """Write the checkpoint, if the solve has one."""
        if self.checkpoint is not None:
            save_checkpoint(self.checkpoint, self.solver, seconds=self.seconds, points=self.points)
            self._saved_at = time.perf_counter()
