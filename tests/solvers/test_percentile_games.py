"""Games with percentile buckets: exact and sampling solvers agree, and more buckets cost less on real cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.abstraction import PercentileBuckets, abstract_game, exact_game
from railbird.games import game_named
from railbird.solvers import Evaluator, new_solver
from railbird.solvers.evaluators import new_evaluator
from railbird.strategy import open_strategy, save_strategy

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from railbird.abstraction import PokerGame

TWELVE_CARDS = replace(game_named("holdem20.limit.2p"), ranks=3, name="holdem12")
WHOLE = exact_game(TWELVE_CARDS)


def on_real_cards(game: PokerGame, probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
    """A strategy of buckets, written out for every hand up to suits."""
    lossless, buckets, lifted = WHOLE.cards.enumeration, game.cards.enumeration, np.ones(WHOLE.layout.count)
    for street, numbers in enumerate(lossless.classes):
        bucket_of = np.zeros(WHOLE.cards.counts[street], dtype=np.int64)
        bucket_of[numbers[numbers >= 0]] = buckets.classes[street][numbers >= 0]
        for player in range(2):
            start, width = game.layout.base[player, street], game.layout.width[player, street]
            rows = probabilities[start : start + width * game.layout.classes[street]].reshape(-1, width)[bucket_of]
            start = WHOLE.layout.base[player, street]
            lifted[start : start + rows.size] = rows.ravel()
    return lifted


@pytest.mark.deep
def test_exact_and_sampled_solvers_find_the_same_value() -> None:
    game = abstract_game(PercentileBuckets(TWELVE_CARDS, (3, 4)))
    assert game.information_set_count < 600
    exact, sampled = new_solver("cfr+", game), new_solver("external-sampling", game, seed=1)
    exact.step(300)
    sampled.step(200_000)
    judge = Evaluator(game)
    best, found = judge.evaluate(exact.average_strategy()), judge.evaluate(sampled.average_strategy())
    assert best.exploitability < 0.05
    assert found.exploitability < 0.5
    assert found.values[0] == pytest.approx(best.values[0], abs=0.1)


@pytest.mark.deep
def test_more_buckets_cost_less_on_real_cards() -> None:
    prices = []
    for buckets in ((1, 1), (3, 4), (8, 12)):
        game = abstract_game(PercentileBuckets(TWELVE_CARDS, buckets))
        solver = new_solver("cfr+", game)
        solver.step(150)
        inside = Evaluator(game).evaluate(solver.average_strategy())
        outside = Evaluator(WHOLE).evaluate(on_real_cards(game, solver.average_strategy()))
        # The same play on the same deals.
        assert outside.values == pytest.approx(inside.values, abs=1e-9)
        assert outside.exploitability > inside.exploitability
        prices.append(outside.exploitability)
    assert prices[0] > 2 * prices[1] > 2 * prices[2]


def test_a_strategy_of_buckets_is_asked_by_its_cards(tmp_path: Path) -> None:
    game = abstract_game(PercentileBuckets(TWELVE_CARDS, (3, 4)))
    solver = new_solver("cfr+", game)
    solver.step(50)
    save_strategy(tmp_path / "buckets.strategy", solver.strategy())
    opened = open_strategy(tmp_path / "buckets.strategy")
    assert opened.cards == game.cards.identity
    assert opened.at("AhAs") == solver.strategy().at("AdAc")
    assert np.array_equal(opened.checked_probabilities(), solver.average_strategy())


def test_threads_do_not_add_to_the_same_cells_of_buckets_that_come_up_on_many_boards() -> None:
    game = abstract_game(PercentileBuckets(game_named("holdem20.limit.2p"), (6, 6)))
    strategy = game.probabilities(np.random.default_rng(5).random(game.layout.count))
    expected = new_evaluator(game).evaluate(strategy).gains
    evaluator = Evaluator(game)
    for _ in range(5):
        assert evaluator.evaluate(strategy).gains == pytest.approx(expected, rel=1e-9)
