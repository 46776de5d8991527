"""Exploration: in some of the walks the others play at random, by tendencies that are drawn for the walk."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import factorial, prod
from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.abstraction import CardClasses, abstract_game
from railbird.errors import SolverError
from railbird.games import game_named
from railbird.solvers import Evaluator, new_solver
from railbird.solvers.sampled.sampled_cfr import ExternalSamplingCFR, PureCFR
from railbird.strategy import with_whole_betting
from solvers.sampled.sampled_games import KUHN_3, LEDUC, game
from solvers.sampled.sampled_twin import Expected, all_deals, lines_of
from solvers.sampled.test_sampled_walks import LARGE, assert_mean, changes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction import PokerGame

EXPLORATION = 40


class ExpectedAtRandom:
    """By cell: what a walk teaches on average if the others play at random, from all deals and all tendencies.

    A player with tendencies r and f raises with r, else folds with f. Over all tendencies, a raises, b times no raise,
    c folds and d calls instead of a fold have the probability B(a + 1, b + 1) B(c + 1, d + 1).
    """

    def __init__(self, game: PokerGame, strategy: NDArray[np.float64]) -> None:
        self.game, self.strategy = game, strategy
        self.regrets: dict[int, float] = defaultdict(float)
        self.average: dict[int, float] = defaultdict(float)
        for deal in all_deals(game):
            self.lines = [lines_of(game, player, classes) for player, classes in enumerate(deal.classes)]
            self.deal = deal
            for traverser in range(game.players):
                self._walk(0, traverser, 1.0, (Counter(),) * game.players)

    def _walk(self, node: int, traverser: int, reach: float, done: tuple[Counter[str], ...]) -> float:
        """The traverser's value, weighted by the chance of what the others do on the whole way; `reach` is its own."""
        tree = self.game.tree
        chance = prod(chance_of(counts) for player, counts in enumerate(done) if player != traverser)
        if node < 0:
            return chance * float(tree.payoffs[tree.terminal_row[-1 - node], self.deal.order, traverser])
        acting, children = int(tree.player[node]), tree.children(node)
        if acting != traverser:
            can_raise, can_fold = (any(getattr(one, f"is_{kind}") for one in children) for kind in ("raise", "fold"))
            value = 0.0
            for action, child in children.items():
                counts = Counter(raised=action.is_raise, not_raised=can_raise and not action.is_raise)
                if can_fold and not action.is_raise:
                    counts.update(folded=action.is_fold, not_folded=action.is_call)
                after = tuple(one + counts if player == acting else one for player, one in enumerate(done))
                value += self._walk(child, traverser, reach, after)
            return value
        first = self.lines[acting][tree.street[node]] + int(tree.slot[node])
        shares = self.strategy[first : first + len(children)].tolist()
        values = [
            self._walk(child, traverser, reach * share, done)
            for child, share in zip(children.values(), shares, strict=True)
        ]
        result = sum(map(prod, zip(shares, values, strict=True)))
        for choice, (share, value) in enumerate(zip(shares, values, strict=True)):
            self.regrets[first + choice] += self.deal.probability * (value - result)
            self.average[first + choice] += self.deal.probability * chance * reach * share
        return result


def chance_of(done: Counter[str]) -> float:
    """The chance that a player with random tendencies does this."""
    return beta(done["raised"], done["not_raised"]) * beta(done["folded"], done["not_folded"])


def beta(first: int, second: int) -> float:
    """B(first + 1, second + 1)."""
    return factorial(first) * factorial(second) / factorial(first + second + 1)


def mixed(usual: dict[int, float], at_random: dict[int, float]) -> dict[int, float]:
    share = EXPLORATION / 100
    return {cell: (1 - share) * usual[cell] + share * at_random[cell] for cell in usual}


@pytest.mark.deep
@pytest.mark.kernels
@pytest.mark.parametrize("algorithm", [ExternalSamplingCFR, PureCFR])
@pytest.mark.parametrize("name", [KUHN_3, LEDUC])
def test_walks_learn_on_average_what_random_play_teaches(algorithm: type[ExternalSamplingCFR], name: str) -> None:
    solver = algorithm(game(name), seed=3, exploration=EXPLORATION)
    regrets = (LARGE * np.random.default_rng(8).normal(size=game(name).layout.count)).astype(np.float32)
    strategy = game(name).probabilities(np.maximum(regrets, 0))
    usual, at_random = Expected(game(name), strategy), ExpectedAtRandom(game(name), strategy)
    changed, averages = changes(solver, regrets, 20_000)
    assert_mean(changed, mixed(usual.regrets, at_random.regrets))
    if game(name).players == 2:
        share = 1 - EXPLORATION / 100
        assert_mean(averages, {cell: share * usual.average[cell] for cell in usual.average})
    else:
        assert_mean(averages, at_random.average)


@pytest.mark.kernels
def test_where_the_own_strategy_never_led_the_current_one_has_to_do() -> None:
    solver = ExternalSamplingCFR(game(LEDUC), seed=1, exploration=EXPLORATION)
    solver.step(30)
    regrets, average = (solver.arrays()[name].astype(np.float64) for name in ("regrets", "average"))
    tree, layout, strategy = solver.game.tree, solver.game.layout, solver.average_strategy()
    kinds = set()
    for node in range(len(tree.player)):
        player, street = int(tree.player[node]), int(tree.street[node])
        choices = int(tree.first_edge[node + 1] - tree.first_edge[node])
        for number in range(int(layout.classes[street])):
            first = layout.first_cell(player=player, street=street, card_class=number, slot=int(tree.slot[node]))
            cells = slice(first, first + choices)
            sums = average[cells] if average[cells].any() else np.maximum(regrets[cells], 0)
            kinds.add((bool(average[cells].any()), bool(sums.any())))
            expected = sums / sums.sum() if sums.any() else np.full(choices, 1 / choices)
            assert strategy[cells] == pytest.approx(expected)
    assert kinds == {(True, True), (False, True), (False, False)}


def test_gains_fall_with_three_players_who_forget_the_betting() -> None:
    """By the path of the bot for three-player hold'em: merged nodes, exploration, and the gains in the whole game."""
    leduc = abstract_game(CardClasses(game_named("leduc.limit.3p")), recall="round")
    solver = new_solver("external-sampling", leduc, seed=1, linear=True, exploration=5)
    judge = None
    gains = []
    for iterations in (1_000, 60_000):
        solver.step(iterations - solver.iteration)
        whole = with_whole_betting(solver.strategy())
        judge = judge or Evaluator(whole.game)
        gains.append(judge.evaluate(whole.checked_probabilities()).exploitability)
    assert gains[1] < min(1.0, gains[0] / 4)


@pytest.mark.parametrize("exploration", [0, 25])
def test_a_seed_reproduces_a_game_with_merged_nodes(exploration: int) -> None:
    leduc = abstract_game(CardClasses(game_named("leduc.limit.3p")), recall="round")
    whole, parts = (new_solver("external-sampling", leduc, seed=4, exploration=exploration) for _ in range(2))
    whole.step(1_000)
    for iterations in (1, 998, 1):
        parts.step(iterations)
    for key, array in whole.arrays().items():
        assert array.tobytes() == parts.arrays()[key].tobytes(), key


def test_two_players_who_forget_nothing_that_matters_learn_the_same() -> None:
    """Merging changes nothing in two-player Leduc, so the runs are equal, information set by information set."""
    cards = CardClasses(game_named("leduc.limit.2p"))
    merged, whole = (abstract_game(cards, recall=recall) for recall in ("round", "hand"))
    first, second = (new_solver("external-sampling", one, seed=2) for one in (merged, whole))
    for solver in (first, second):
        solver.step(2_000)
    lifted = with_whole_betting(first.strategy())
    assert lifted.stored == pytest.approx(second.strategy().stored, abs=1e-6)


def test_algorithms_that_need_the_whole_betting_are_refused() -> None:
    merged = abstract_game(CardClasses(game_named("leduc.limit.3p")), recall="round")
    for algorithm in ("cfr+", "chance-sampling", "fictitious-play", "public-chance-sampling"):
        with pytest.raises(SolverError, match=f"{algorithm[:3]}.* needs players who remember the betting of the hand"):
            new_solver(algorithm, merged)
        with pytest.raises(SolverError, match="exploration is an option of external-sampling or pure-cfr, not of"):
            new_solver(algorithm, game(LEDUC), exploration=5)
    with pytest.raises(SolverError, match="exploration of 100 %: give a whole number from 0 to 99"):
        new_solver("external-sampling", merged, exploration=100)
    with pytest.raises(SolverError, match="its players remember the betting of the round only"):
        Evaluator(merged)
