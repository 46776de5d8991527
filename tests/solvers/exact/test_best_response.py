"""Values and best responses of any strategy: brute force, plain twins, and figures of OpenSpiel."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_games import (
    POKER,
    best_response_value,
    brute_force_value,
    by_cell,
    first_cells,
    plain_poker,
    plain_written,
    random_game,
    random_strategy,
    value,
)

from railbird.abstraction.abstract_game import exact_game
from railbird.abstraction.written_game import DecisionNode, written_game
from railbird.errors import StrategyError
from railbird.games import game_named
from railbird.solvers.exact.best_response import Evaluation, Evaluator

SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.kernels
def test_best_responses_on_kuhn_are_the_best_of_all_pure_strategies() -> None:
    definition, rng = POKER["kuhn.limit.2p"], random.Random(1)
    game, root = exact_game(definition), plain_poker(definition)
    cells, evaluator = first_cells(game, root), Evaluator(game)
    for _ in range(30):
        strategy = random_strategy(root, rng)
        evaluation = evaluator.evaluate(by_cell(game, cells, strategy))
        for player in (0, 1):
            assert evaluation.best_responses[player] == pytest.approx(
                brute_force_value(root, player, strategy), abs=1e-12
            )
            assert evaluation.values[player] == pytest.approx(value(root, player, strategy), abs=1e-12)


@pytest.mark.kernels
@pytest.mark.parametrize("name", ["leduc.limit.2p", "kuhn.limit.3p", pytest.param("flushes", marks=pytest.mark.deep)])
@pytest.mark.parametrize("strategies", [2, pytest.param(5, marks=pytest.mark.deep)])
def test_best_responses_to_random_strategies_equal_those_of_a_plain_twin(name: str, strategies: int) -> None:
    game, root, rng = exact_game(POKER[name]), plain_poker(POKER[name]), random.Random(2)
    cells, evaluator = first_cells(game, root), Evaluator(game)
    for _ in range(strategies):
        strategy = random_strategy(root, rng)
        evaluation = evaluator.evaluate(by_cell(game, cells, strategy))
        for player in range(game.players):
            assert evaluation.values[player] == pytest.approx(value(root, player, strategy), abs=1e-12)
            best = best_response_value(root, player, strategy)
            assert evaluation.best_responses[player] == pytest.approx(best, abs=1e-12)


@pytest.mark.kernels
@settings(max_examples=60, deadline=None)
@given(SEEDS, st.sampled_from([1, 2, 3]))
def test_random_written_games_are_evaluated_as_by_a_plain_twin(seed: int, players: int) -> None:
    rng = random.Random(seed)
    root = random_game(rng, players=players)
    game, plain = written_game("random", root), plain_written(root)
    strategy = random_strategy(plain, rng)
    evaluation = Evaluator(game).evaluate(by_cell(game, first_cells(game, plain), strategy))
    for player in range(players):
        assert evaluation.values[player] == pytest.approx(value(plain, player, strategy), abs=1e-12)
        assert evaluation.best_responses[player] == pytest.approx(
            best_response_value(plain, player, strategy), abs=1e-12
        )


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.sampled_from(list(POKER)))
def test_values_add_up_to_0_and_gains_are_never_negative(seed: int, name: str) -> None:
    game, rng = exact_game(POKER[name]), np.random.default_rng(seed)
    sums = rng.random(game.layout.count) ** 4 * (rng.random(game.layout.count) < 0.8)
    evaluation = Evaluator(game).evaluate(game.probabilities(sums))
    assert sum(evaluation.values) == pytest.approx(0, abs=1e-12)
    assert min(evaluation.gains) >= -1e-12
    assert evaluation.exploitability == pytest.approx(sum(evaluation.best_responses), abs=1e-12)


def test_uniform_play_of_three_player_leduc() -> None:
    """Figures that take over a minute elsewhere, made once.

    The gains by OpenSpiel 1.6: exploitability.nash_conv(game, policy.UniformRandomPolicy(game),
    return_only_nash_conv=False) of open_spiel.python.algorithms, for leduc_poker(players=3). The values by `value` of
    `plain_games`.
    """
    game = exact_game(game_named("leduc.limit.3p"))
    evaluation = Evaluator(game).evaluate(game.probabilities(np.zeros(game.layout.count)))
    assert evaluation.values == pytest.approx((-0.158613040123456, -0.019097222222222, 0.17771026234568), abs=1e-12)
    assert evaluation.gains == pytest.approx((3.99354918, 4.09590292, 4.52176925), abs=1e-8)
    assert evaluation.exploitability == pytest.approx(12.611221340388003, abs=1e-9)


def test_an_evaluation_adds_up_gains() -> None:
    evaluation = Evaluation(values=(1.0, -1.0), best_responses=(1.5, -0.75))
    assert evaluation.gains == (0.5, 0.25)
    assert evaluation.exploitability == 0.75


def test_an_evaluator_starts_afresh_for_every_strategy() -> None:
    game, rng = exact_game(game_named("leduc.limit.2p")), np.random.default_rng(3)
    strategies = [game.probabilities(rng.random(game.layout.count)) for _ in range(3)]
    evaluator = Evaluator(game)
    evaluation = [evaluator.evaluate(strategy) for strategy in strategies]
    assert [evaluator.evaluate(strategy) for strategy in reversed(strategies)] == evaluation[::-1]
    assert [Evaluator(game).evaluate(strategy) for strategy in strategies] == evaluation


def test_an_information_set_may_have_many_choices() -> None:
    game = written_game(
        "many", DecisionNode(0, "pick", {str(number): (float(number), -float(number)) for number in range(200)})
    )
    evaluation = Evaluator(game).evaluate(game.probabilities(np.zeros(game.layout.count)))
    assert evaluation.values[0] == pytest.approx(99.5)
    assert evaluation.best_responses[0] == 199


def test_a_strategy_of_another_game_is_refused() -> None:
    kuhn, leduc = exact_game("kuhn.limit.2p"), exact_game("leduc.limit.2p")
    with pytest.raises(StrategyError, match="a strategy of 26 probabilities: the game has 674 cells"):
        Evaluator(leduc).evaluate(kuhn.probabilities(np.zeros(kuhn.layout.count)))
