"""Strategies for the tests of the browser."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from railbird.abstraction import exact_game
from railbird.solvers import new_solver

if TYPE_CHECKING:
    from railbird.strategy import Strategy


@cache
def solved(game: str, iterations: int) -> Strategy:
    """A strategy of a small game, by CFR+."""
    solver = new_solver("cfr+", exact_game(game))
    solver.step(iterations)
    return solver.strategy()
