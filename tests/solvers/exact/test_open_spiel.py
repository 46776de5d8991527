"""OpenSpiel as the judge: the same exploitability after every iteration, the same gains of every player."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import discounted_cfr, exploitability
from plain_games import by_cell, first_cells, plain_poker, random_strategy

from railbird.abstraction.abstract_game import exact_game
from railbird.games import game_named
from railbird.solvers.exact.best_response import Evaluator
from railbird.solvers.exact.exact_cfr import CFR, CFRPlus, DiscountedCFR, LinearCFR

if TYPE_CHECKING:
    from collections.abc import Callable

PEERS = {"kuhn.limit.2p": "kuhn_poker", "leduc.limit.2p": "leduc_poker"}


class Judge:
    """The exploitability of a peer's strategies in a game for two, by the peer's own best responses."""

    def __init__(self, game: pyspiel.Game, first: pyspiel.Policy) -> None:
        self._responses = [pyspiel.TabularBestResponse(game, player, first) for player in (0, 1)]

    def exploitability(self, strategy: pyspiel.Policy) -> float:
        # What a response wins is the gain: in games for two the values add up to 0. `nash_conv` gives the same in
        # three times the time.
        for response in self._responses:
            response.set_policy(strategy)
        return sum(response.value("") for response in self._responses)


def own_curve(name: str, solver: type[CFR], iterations: int, *, rounding: float = 0.0) -> list[float]:
    """The exploitability after each iteration; with payoffs that are changed by so much of them in the solver."""
    game = exact_game(game_named(name))
    solved, evaluator = solver(game), Evaluator(game)
    assert solved.sequence_form.terminals is not None
    solved.sequence_form.terminals.weighted_payoffs[:] *= 1 + rounding * np.random.default_rng(1).standard_normal(
        len(solved.sequence_form.terminals.weighted_payoffs)
    )
    curve = []
    for _ in range(iterations):
        solved.step()
        curve.append(evaluator.evaluate(solved.average_strategy()).exploitability)
    return curve


@pytest.mark.kernels
@pytest.mark.parametrize(("solver", "peer"), [(CFR, pyspiel.CFRSolver), (CFRPlus, pyspiel.CFRPlusSolver)])
@pytest.mark.parametrize("iterations", [6, pytest.param(50, marks=pytest.mark.deep)])
@pytest.mark.parametrize("name", PEERS)
def test_cfr_and_cfr_plus_fall_as_those_of_open_spiel(
    name: str, solver: type[CFR], peer: Callable[..., object], iterations: int
) -> None:
    game = pyspiel.load_game(PEERS[name])
    other = peer(game)
    judge, curve = Judge(game, other.average_policy()), []
    for _ in range(iterations):
        other.evaluate_and_update_policy()
        curve.append(judge.exploitability(other.average_policy()))
    assert curve[-1] == pytest.approx(pyspiel.nash_conv(game, other.average_policy()), rel=1e-12)
    assert own_curve(name, solver, iterations) == pytest.approx(curve, rel=1e-6)


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("solver", "peer"), [(DiscountedCFR, discounted_cfr.DCFRSolver), (LinearCFR, discounted_cfr.LCFRSolver)]
)
@pytest.mark.parametrize("iterations", [6, pytest.param(50, marks=pytest.mark.deep)])
@pytest.mark.parametrize("name", PEERS)
def test_discounted_cfr_falls_as_that_of_open_spiel(
    name: str, solver: type[CFR], peer: Callable[..., object], iterations: int
) -> None:
    # Its solvers are in Python: with suits merged, which changes nothing else, they take a fifth of the time.
    game = pyspiel.load_game(PEERS[name] + ("(suit_isomorphism=true)" if "leduc" in name else ""))
    other = peer(game)
    judge, curve = Judge(game, pyspiel.UniformRandomPolicy(game)), []
    for _ in range(iterations):
        other.evaluate_and_update_policy()
        curve.append(judge.exploitability(policy.python_policy_to_pyspiel_policy(other.average_policy())))
    own = own_curve(name, solver, iterations)
    assert own[:60] == pytest.approx(curve[:60], rel=1e-6)
    assert own == pytest.approx(curve, rel=2e-3, abs=2e-5)


@pytest.mark.parametrize(("solver", "least", "most"), [(CFRPlus, 0, 1e-8), (DiscountedCFR, 1e-4, 1e-2)])
def test_discounted_cfr_cannot_agree_better_on_leduc(solver: type[CFR], least: float, most: float) -> None:
    """Payoffs that differ by rounding alone move its curve as far as OpenSpiel's is from it, unlike that of CFR+."""
    curve = np.array(own_curve("leduc.limit.2p", solver, 100))
    rounded = np.array(own_curve("leduc.limit.2p", solver, 100, rounding=1e-15))
    assert least <= np.max(np.abs(rounded - curve) / curve) < most


@pytest.mark.kernels
@pytest.mark.parametrize("seed", range(5))
def test_gains_in_three_player_kuhn_are_those_of_open_spiel(seed: int) -> None:
    definition = game_named("kuhn.limit.3p")
    game, root = exact_game(definition), plain_poker(definition)
    strategy = random_strategy(root, random.Random(seed))
    other = pyspiel.load_game("kuhn_poker(players=3)")
    table = policy.TabularPolicy(other)
    lowest = min(knows[0][0][0] for knows in strategy)
    for knows, shares in strategy.items():
        ((rank, _),), actions = knows
        # Passing and betting: checks and folds are written p, bets and calls of bets b.
        bets = [any(before.is_raise for before in actions[:number]) for number in range(len(actions))]
        text = "".join(
            "b" if action.is_raise or (action.is_call and bet) else "p"
            for action, bet in zip(actions, bets, strict=True)
        )
        table.action_probability_array[table.state_lookup[f"{rank - lowest}{text}"]] = shares
    judged = exploitability.nash_conv(other, table, return_only_nash_conv=False)
    evaluation = Evaluator(game).evaluate(by_cell(game, first_cells(game, root), strategy))
    assert evaluation.gains == pytest.approx(np.array(judged.player_improvements).tolist(), abs=1e-12)
