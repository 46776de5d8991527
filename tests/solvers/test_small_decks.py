"""Hold'em with few cards: the exact and the sampled road lead to the same value."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird.abstraction import exact_game
from railbird.games import game_named
from railbird.solvers import Evaluator, new_solver


@pytest.mark.parametrize(("iterations", "most"), [(200_000, 2.5), pytest.param(1_000_000, 1, marks=pytest.mark.deep)])
def test_cfr_plus_and_external_sampling_converge_to_the_same_value(iterations: int, most: float) -> None:
    """Twelve cards, two streets, 12,564 information sets."""
    game = exact_game(replace(game_named("holdem20.limit.2p"), ranks=3, name="holdem12"))
    judge = Evaluator(game)
    exact, sampled = new_solver("cfr+", game), new_solver("external-sampling", game, seed=1)
    exact.step(300)
    best = judge.evaluate(exact.average_strategy())
    assert best.exploitability < 0.02
    distances = []
    for _ in range(2):
        sampled.step(iterations)
        evaluation = judge.evaluate(sampled.average_strategy())
        distances.append(evaluation.exploitability)
        # The value of a game is between what a strategy wins and what a best response makes of it.
        for player in range(2):
            assert evaluation.values[player] - evaluation.gains[1 - player] < best.values[player] + best.exploitability
            assert best.values[player] - best.exploitability < evaluation.values[player] + evaluation.gains[player]
    assert distances[1] < 0.8 * distances[0] < 0.8 * most
    assert abs(evaluation.values[0] - best.values[0]) < 0.03
