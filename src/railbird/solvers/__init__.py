"""Solvers: variants of counterfactual regret minimisation, fictitious play and best responses."""

from railbird.solvers.algorithms import ALGORITHM_NAMES, is_sampled, new_solver
from railbird.solvers.checkpoint import load_checkpoint, save_checkpoint
from railbird.solvers.exact.best_response import Evaluation, Evaluator
from railbird.solvers.recipe import Recipe, read_recipe
from railbird.solvers.solve_goal import SolveGoal
from railbird.solvers.solver import Solver
from railbird.solvers.solving import Solve

__all__ = [
    "ALGORITHM_NAMES",
    "Evaluation",
    "Evaluator",
    "Recipe",
    "Solve",
    "SolveGoal",
    "Solver",
    "is_sampled",
    "load_checkpoint",
    "new_solver",
    "read_recipe",
    "save_checkpoint",
]
