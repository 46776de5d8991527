"""Known equilibria: Kuhn, Leduc, and the games of seed 004."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from plain_games import first_cells, plain_poker

from railbird.abstraction.abstract_game import exact_game
from railbird.abstraction.written_game import DecisionNode, WrittenGame, written_game
from railbird.games import CALL, game_named, raise_to
from railbird.solvers.exact.best_response import Evaluator
from railbird.solvers.exact.exact_cfr import CFR, CFRPlus, DiscountedCFR, LinearCFR
from railbird.solvers.exact.fictitious_play import FictitiousPlay

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from railbird.abstraction.written_game import Node
    from railbird.solvers.solver import Solver

BET = raise_to(2)
JACK, QUEEN, KING = 10, 11, 12
ALL = [CFR, CFRPlus, LinearCFR, DiscountedCFR, FictitiousPlay]


@pytest.fixture(scope="module")
def kuhn() -> tuple[Mapping[object, float], float, float]:
    """How often the second of two choices is taken, by card and actions; the value; the exploitability."""
    game = exact_game(game_named("kuhn.limit.2p"))
    solver = CFRPlus(game)
    solver.step(100_000)
    strategy = solver.average_strategy()
    evaluation = Evaluator(game).evaluate(strategy)
    cells = first_cells(game, plain_poker(game_named("kuhn.limit.2p")))
    return (
        {knows: float(strategy[first + 1]) for knows, first in cells.items()},
        evaluation.values[0],
        evaluation.exploitability,
    )


def often(kuhn: tuple[Mapping[object, float], float, float], card: int, *actions: object) -> float:
    """How often a player bets, or calls a bet."""
    ranks = sorted({knows[0][0][0] for knows in kuhn[0]})
    return kuhn[0][((ranks[card - JACK], 0),), actions]


def test_the_value_of_kuhn_is_minus_an_eighteenth(kuhn: tuple[Mapping[object, float], float, float]) -> None:
    assert kuhn[1] == pytest.approx(-1 / 18, abs=1e-6)
    assert 0 <= kuhn[2] < 1e-5


def test_the_first_player_of_kuhn_follows_one_of_a_family_of_equilibria(
    kuhn: tuple[Mapping[object, float], float, float],
) -> None:
    """Kuhn 1950: bluffs with the jack alpha, bets the king three times as often, calls with the queen 1/3 more."""
    alpha = often(kuhn, JACK)
    assert -1e-9 <= alpha <= 1 / 3 + 1e-3
    assert often(kuhn, QUEEN) == pytest.approx(0, abs=1e-3)
    assert often(kuhn, KING) == pytest.approx(3 * alpha, abs=1e-3)
    assert often(kuhn, JACK, CALL, BET) == pytest.approx(0, abs=1e-3)
    assert often(kuhn, QUEEN, CALL, BET) == pytest.approx(alpha + 1 / 3, abs=1e-3)
    assert often(kuhn, KING, CALL, BET) == pytest.approx(1, abs=1e-3)


def test_the_second_player_of_kuhn_has_one_equilibrium(kuhn: tuple[Mapping[object, float], float, float]) -> None:
    checked = [often(kuhn, card, CALL) for card in (JACK, QUEEN, KING)]
    bet = [often(kuhn, card, BET) for card in (JACK, QUEEN, KING)]
    assert checked == pytest.approx([1 / 3, 0, 1], abs=1e-3)
    assert bet == pytest.approx([0, 1 / 3, 1], abs=1e-3)


def test_leduc_is_solved_to_a_millionth_of_a_chip() -> None:
    game = exact_game(game_named("leduc.limit.2p"))
    solver, evaluator = CFRPlus(game), Evaluator(game)
    solver.step(120_000)
    evaluation = evaluator.evaluate(solver.average_strategy())
    assert evaluation.exploitability < 1e-6
    assert evaluation.values[0] == pytest.approx(-0.085606, abs=1e-6)
    assert evaluation.values[1] == pytest.approx(0.085606, abs=1e-6)


@pytest.mark.parametrize("solver", ALL)
def test_every_algorithm_comes_near_an_equilibrium_of_leduc(solver: type[Solver]) -> None:
    game = exact_game(game_named("leduc.limit.2p"))
    solved = solver(game)
    solved.step(2_000)
    evaluation = Evaluator(game).evaluate(solved.average_strategy())
    assert 0 <= evaluation.exploitability < 0.05
    assert evaluation.values[0] == pytest.approx(-0.0856, abs=0.01)


def test_nobody_can_gain_in_three_player_kuhn() -> None:
    game = exact_game(game_named("kuhn.limit.3p"))
    solver = CFRPlus(game)
    solver.step(20_000)
    evaluation = Evaluator(game).evaluate(solver.average_strategy())
    assert all(0 <= gain + 1e-12 < 1e-4 for gain in evaluation.gains)
    assert sum(evaluation.values) == pytest.approx(0, abs=1e-12)


def secretly(players: int, sides: str, payoffs: Mapping[str, tuple[float, ...]], *, chosen: str = "") -> Node:
    """A game in which all choose at once."""
    if len(chosen) == players:
        return payoffs[chosen]
    below = {side: secretly(players, sides, payoffs, chosen=chosen + side) for side in sides}
    return DecisionNode(len(chosen), f"player {len(chosen)}", below)


def shares(game: WrittenGame, strategy: NDArray[np.float64]) -> list[list[float]]:
    """By player: the probabilities of the choices."""
    return [
        strategy[first : first + len(choices)].tolist() for first, choices in sorted(game.information_sets.values())
    ]


def duel(sides: str, wins: set[str]) -> WrittenGame:
    """Of two players; `wins` has the pairs in which the first choice beats the second."""
    outcome = {own + other: (own + other in wins) - (other + own in wins) for own in sides for other in sides}
    payoffs = {pair: (float(won), float(-won)) for pair, won in outcome.items()}
    return written_game("duel", secretly(2, sides, payoffs))


@pytest.mark.parametrize("solver", ALL)
def test_rock_paper_scissors_is_a_third_each(solver: type[Solver]) -> None:
    game = duel("RPS", {"PR", "SP", "RS"})
    solved = solver(game)
    solved.step(3_000)
    for player in shares(game, solved.average_strategy()):
        assert player == pytest.approx([1 / 3] * 3, abs=0.02)


@pytest.mark.parametrize("solver", ALL)
def test_a_choice_that_wins_once_and_loses_twice_is_never_taken(solver: type[Solver]) -> None:
    """Seed 004, section 2.1.1: with a dominated fourth choice the others remain a third each."""
    game = duel("RPSX", {"PR", "SP", "RS", "XS", "RX", "PX"})
    solved = solver(game)
    solved.step(20_000)
    for player in shares(game, solved.average_strategy()):
        assert player == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=0.02)


def test_a_single_choice_is_a_mistake_that_only_a_better_answer_punishes() -> None:
    """Seed 004, section 2.1.1: always the rock loses nothing to the equilibrium, and all to the paper."""
    game = duel("RPS", {"PR", "SP", "RS"})
    rock = np.array([1, 1, 0, 0, 1, 1 / 3, 1 / 3, 1 / 3])
    evaluation = Evaluator(game).evaluate(rock)
    assert evaluation.values == pytest.approx((0, 0), abs=1e-12)
    assert evaluation.gains == pytest.approx((0, 1), abs=1e-12)


def coins() -> WrittenGame:
    """Each of three stakes one; the one who chose otherwise than both others loses the stake to them."""
    payoffs = {}
    for sides in map("".join, product("HT", repeat=3)):
        odd = [side for side in "HT" if sides.count(side) == 1]
        payoffs[sides] = tuple((-1.0 if side in odd else 0.5) if odd else 0.0 for side in sides)
    return written_game("coins", secretly(3, "HT", payoffs))


@pytest.mark.parametrize("solver", ALL[:-1])
def test_three_players_toss_fair_coins(solver: type[Solver]) -> None:
    game = coins()
    solved = solver(game)
    solved.step(1_000)
    strategy = solved.average_strategy()
    assert shares(game, strategy) == [[0.5, 0.5]] * 3
    evaluation = Evaluator(game).evaluate(strategy)
    assert evaluation.values == pytest.approx((0, 0, 0), abs=1e-12)
    assert evaluation.gains == pytest.approx((0, 0, 0), abs=1e-12)


def test_the_odd_one_out_gains_by_joining_the_others() -> None:
    evaluation = Evaluator(coins()).evaluate(np.array([1.0, 1, 0, 1, 1, 0, 1, 0, 1]))
    assert evaluation.values == (0.5, 0.5, -1)
    assert evaluation.gains == (0, 0, 1)
