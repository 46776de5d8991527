"""How often decisions are reached: exact, sampled, and the same as in the lines of the whole tree."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.abstraction import exact_game
from railbird.solvers.lines.decision_reach import DecisionReaches
from railbird.solvers.lines.line_values import sampled_lines
from railbird.solvers.lines.studied_strategy import StudiedStrategy
from railbird.strategy import Origin, Strategy, decision_at, decisions_of

ORIGIN = Origin(algorithm="cfr", iterations=1, seconds=0.1)


@pytest.fixture(scope="module")
def leduc() -> StudiedStrategy:
    game = exact_game("leduc.limit.2p")
    sums = np.random.default_rng(2).random(game.layout.count)
    return StudiedStrategy(Strategy(game, game.probabilities(sums), ORIGIN))


def test_exact_reaches_add_up(leduc: StudiedStrategy) -> None:
    reaches = DecisionReaches(leduc)
    start = reaches.of(decision_at(leduc.strategy.game, ""))
    assert (start.total, start.error, start.deals) == (pytest.approx(1), 0, None)
    assert start.by_class.tolist() == pytest.approx([1 / 3] * 3)
    for decision in decisions_of(leduc.strategy.game):
        reach = reaches.of(decision)
        assert reach.by_class.sum() == pytest.approx(reach.total)
        assert reach.by_choice.sum() == pytest.approx(reach.total)


def test_sampled_reaches_are_near_the_exact_ones(leduc: StudiedStrategy) -> None:
    exact = DecisionReaches(leduc)
    sampled = DecisionReaches(_unknown(leduc), deals=20_000, later_deals=20_000, seed=4)
    for decision in [*decisions_of(leduc.strategy.game)][::9]:
        known, reach = exact.of(decision), sampled.of(decision)
        assert reach.deals == 20_000
        assert reach.total == pytest.approx(known.total, abs=5 * reach.error + 1e-3)
        assert reach.by_class == pytest.approx(known.by_class, abs=0.02)
        assert reach.by_choice == pytest.approx(known.by_choice, abs=0.02)


def test_a_line_is_reached_as_often_as_in_the_whole_tree(leduc: StudiedStrategy) -> None:
    strategy = leduc.strategy
    lines = sampled_lines(strategy, deals=3_000, seed=7)
    reaches = DecisionReaches(_unknown(leduc), deals=3_000, later_deals=3_000, seed=8)
    for decision in [*decisions_of(strategy.game)][::11]:
        first = int(strategy.game.tree.first_edge[decision.number])
        edges = lines.reach[first : first + len(decision.choices)]
        assert reaches.of(decision).by_choice == pytest.approx(edges, abs=0.05)


def _unknown(studied: StudiedStrategy) -> StudiedStrategy:
    """The same strategy as if its deals could not be enumerated."""
    other = StudiedStrategy(studied.strategy)
    other.__dict__["play"] = None
    return other
