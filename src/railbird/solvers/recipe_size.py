"""The size and time of a recipe's solve, for cards up to suits and for buckets; whether its strategy is evaluated."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from railbird.abstraction.betting_tree import count_tree
from railbird.abstraction.card_abstraction import identity_text
from railbird.abstraction.card_classes import CardClasses
from railbird.abstraction.joint import has_joint_tables
from railbird.abstraction.merged_tree import WHOLE_HAND, build_merged_tree
from railbird.compiled import available_cores
from railbird.errors import SolverError
from railbird.memory import bytes_text
from railbird.solvers.algorithms import is_sampled
from railbird.solvers.public.public_chance_sampling import PublicChanceSampling
from railbird.solvers.sampled.sampled_cfr import ChanceSampledCFR
from railbird.solvers.sizes import SAMPLED_CELL, SolveSize, check_fits, solve_size, visit_seconds, workspace_bytes

if TYPE_CHECKING:
    from railbird.abstraction.betting_tree import TreeSize
    from railbird.solvers.recipe import Recipe
    from railbird.solvers.solve_goal import SolveGoal

_CELL_BYTES = 8 * 8
"""Regrets, average, strategy and reach of both players, values."""
_TABLE_BYTES = 8 * 2 * 2
"""Probabilities and margins for a pair of classes, of the last round and of all earlier rounds together."""
_CARD_BYTES = 450_000_000
"""Tables in which the buckets of deals are looked up."""
_CELL_SECONDS = 8e-9
_PRODUCT_SECONDS = 2e-11
"""An addition and a multiplication of a matrix product, on one core."""


def recipe_size(recipe: Recipe) -> SolveSize:
    """The size of a solve, computed without building anything."""
    if isinstance(recipe.cards, CardClasses) and recipe.recall == WHOLE_HAND:
        return solve_size(recipe.definition, recipe.menu, algorithm=recipe.algorithm)
    return _bucket_size(recipe)


def expected_seconds(size: SolveSize, goal: SolveGoal) -> float | None:
    """Estimated time of the solve, including the evaluations; None if it ends at an exploitability."""
    if goal.is_open:
        return goal.seconds if goal.seconds < inf else None
    seconds = goal.iterations * size.iteration_seconds + len(list(goal.stops())) * size.evaluation_seconds
    return min(seconds, goal.seconds)


def check_recipe(recipe: Recipe, *, memory: int) -> None:
    """Raise SolverError if the solve is impossible in `memory` bytes."""
    if isinstance(recipe.cards, CardClasses) and recipe.recall == WHOLE_HAND:
        check_fits(recipe.definition, recipe.menu, algorithm=recipe.algorithm, memory=memory)
        return
    size, name = _bucket_size(recipe), recipe.definition.name or "the game"
    if size.obstacle:
        raise SolverError(f"{recipe.algorithm} cannot solve {name}: {size.obstacle}")
    if not size.fits(memory):
        advice = _memory_advice(recipe, memory=memory)
        raise SolverError(
            f"solving {name} with {identity_text(recipe.cards.identity)} by {recipe.algorithm} takes "
            f"{bytes_text(size.bytes)} of memory, but {bytes_text(memory)} are free: {advice}"
        )


def can_evaluate(recipe: Recipe, *, memory: int) -> bool:
    """Whether the exploitability of the strategy is computed along the way.

    A sampling algorithm does not need what an evaluation needs: it is evaluated if there is memory left, and if the
    joint tables of its buckets have been built.
    """
    if not is_sampled(recipe.algorithm):
        return True
    if recipe.recall != WHOLE_HAND:
        return False
    left = memory - recipe_size(recipe).bytes
    if isinstance(recipe.cards, CardClasses):
        return solve_size(recipe.definition, recipe.menu, algorithm="cfr").fits(left)
    return has_joint_tables(recipe.cards) and recipe.cards.joint_cost().memory == 0


def _memory_advice(recipe: Recipe, *, memory: int) -> str:
    """What to do about a solve that takes too much memory."""
    if recipe.algorithm == PublicChanceSampling.algorithm:
        other = _bucket_size(replace(recipe, algorithm=ChanceSampledCFR.algorithm))
        if other.fits(memory):
            return f"take {ChanceSampledCFR.algorithm}, which needs {bytes_text(other.bytes)}"
    return "give fewer buckets or fewer bets"


def _tree_size(recipe: Recipe) -> TreeSize:
    if recipe.recall == WHOLE_HAND:
        return count_tree(recipe.definition, recipe.menu)
    return build_merged_tree(recipe.definition).size


def _walked_size(recipe: Recipe) -> TreeSize:
    """The tree that a sampling algorithm walks: merged nodes are unfolded."""
    if recipe.recall == WHOLE_HAND:
        return count_tree(recipe.definition, recipe.menu)
    return build_merged_tree(recipe.definition).unfolded_size()


def _bucket_size(recipe: Recipe) -> SolveSize:
    cards, algorithm = recipe.cards, recipe.algorithm
    tree, classes = _tree_size(recipe), cards.counts
    cells = int((tree.choices.sum(axis=0) * classes).sum()) + cards.game.players
    products = 2 * 2 * tree.terminals * classes[-1] ** 2
    exact_seconds = (cells * _CELL_SECONDS + products * _PRODUCT_SECONDS) / available_cores()
    if is_sampled(algorithm):
        walked = _walked_size(recipe)
        workspace = workspace_bytes(walked, cards.game, algorithm=algorithm, threads=recipe.threads or 1)
        needed = _CARD_BYTES + SAMPLED_CELL * cells + workspace
        iteration = visit_seconds(walked, cards.game, algorithm=algorithm)
    else:
        needed, iteration = _CELL_BYTES * cells + _TABLE_BYTES * classes[-1] ** 2, exact_seconds
    is_possible = is_sampled(algorithm) or has_joint_tables(cards)
    return SolveSize(
        tree=tree,
        classes=classes,
        information_sets=tuple(int(count) for count in tree.decisions.sum(axis=0) * classes),
        cells=cells,
        bytes=tree.bytes + needed,
        iteration_seconds=iteration,
        evaluation_seconds=exact_seconds if has_joint_tables(cards) else 0.0,
        obstacle=""
        if is_possible
        else f"{identity_text(cards.identity)} has no joint tables, or too large ones: take a sampling algorithm, "
        "such as external-sampling",
    )
