"""The evaluator that suits a game: joint tables where its card abstraction has them, all deals otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from railbird.abstraction.joint import has_joint_tables
from railbird.solvers.enumerations import check_betting_recall
from railbird.solvers.exact.best_response import Evaluator
from railbird.solvers.exact.exact_solver import ExactSolver
from railbird.solvers.vectors.vector_evaluator import VectorEvaluator
from railbird.solvers.vectors.vector_solver import VectorSolver
from railbird.strategy import ConvergencePoint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.solvers.exact.best_response import Evaluation
    from railbird.solvers.solver import Solver
    from railbird.strategy import Strategy


class StrategyEvaluator(Protocol):
    """Evaluates strategies of one game."""

    def evaluate(self, strategy: NDArray[np.float64]) -> Evaluation:
        """Evaluate a strategy that is given as probabilities by cell."""


def new_evaluator(game: AbstractGame) -> StrategyEvaluator:
    """An evaluator for strategies of a game; raise SolverError if they cannot be evaluated exactly."""
    check_betting_recall(game)
    return VectorEvaluator(game) if has_joint_tables(game.cards) else Evaluator(game)


def with_evaluation(strategy: Strategy) -> Strategy:
    """The same strategy with its values and its exploitability in the game that it was solved for."""
    evaluation, origin = new_evaluator(strategy.game).evaluate(strategy.checked_probabilities()), strategy.origin
    point = ConvergencePoint(origin.iterations, origin.seconds, evaluation.gains)
    return strategy.with_origin(replace(origin, values=evaluation.values, points=(point,)))


def evaluator_for(solver: Solver) -> StrategyEvaluator:
    """An evaluator for a solver's game, which shares what the solver has built."""
    if isinstance(solver, VectorSolver):
        return VectorEvaluator(solver.game, solver.passes)
    if isinstance(solver, ExactSolver):
        return Evaluator(solver.game, solver.sequence_form)
    return new_evaluator(solver.game)
