"""Reach and value of lines of betting: exact against plain sums, samples against exact."""

from __future__ import annotations

import numpy as np
import pytest

from abstraction.merged_ranks import MergedRanks
from railbird.abstraction import abstract_game, exact_game
from railbird.games import game_named
from railbird.solvers.exact.play_values import play_values
from railbird.solvers.lines import _kernels
from railbird.solvers.lines.line_values import exact_lines, sampled_lines
from railbird.strategy import Origin, Strategy, decisions_of

ORIGIN = Origin(algorithm="cfr+", iterations=3, seconds=0.5)


def random_strategy(game, seed: int = 1) -> Strategy:
    return Strategy(game, game.probabilities(np.random.default_rng(seed).random(game.layout.count)), ORIGIN)


@pytest.mark.parametrize("name", ["kuhn.limit.3p", "leduc.limit.2p"])
def test_lines_are_the_sums_over_all_cards(name: str) -> None:
    strategy = random_strategy(exact_game(name))
    game = strategy.game
    play = play_values(game, strategy.checked_probabilities())
    lines = exact_lines(game, play)
    for decision in decisions_of(game):
        first = game.tree.first_edge[decision.number]
        for place in range(len(decision.choices)):
            reach = play.reach[decision.cells[:, place]]
            won = reach @ play.values[decision.cells[:, place]]
            assert lines.reach[first + place] == pytest.approx(reach.sum(), abs=1e-12)
            assert lines.values[first + place] == pytest.approx(won / reach.sum(), abs=1e-9)
    assert lines.deals is None


@pytest.mark.kernels
def test_sums_over_deals_equal_those_of_a_plain_walk() -> None:
    strategy = random_strategy(exact_game("leduc.limit.2p")).compact()
    game, rng = strategy.game, np.random.default_rng(7)
    tree, layout = game.tree, game.layout
    classes = np.stack([rng.integers(0, count, size=(5, 2)) for count in layout.classes], axis=2).astype(np.int32)
    order = rng.integers(0, 3, size=5).astype(np.int32)
    sums = np.zeros((len(tree.child), 5))
    _kernels.add_lines(
        tree.player, tree.street, tree.first_edge, tree.slot, tree.child, tree.terminal_row, tree.payoffs,
        layout.base, layout.width, strategy.stored, 1 / 255, classes, order,
        np.zeros(len(tree.player)), np.zeros((len(tree.player), 2)), sums,
    )  # fmt: skip
    plain = np.zeros_like(sums)
    probabilities = strategy.checked_probabilities()

    def walk(node: int, reach: float, deal: int) -> np.ndarray:
        if node < 0:
            return tree.payoffs[tree.terminal_row[-1 - node], order[deal]]
        player, street = int(tree.player[node]), int(tree.street[node])
        first = layout.first_cell(
            player=player, street=street, card_class=int(classes[deal, player, street]), slot=int(tree.slot[node])
        )
        total = np.zeros(2)
        for place, edge in enumerate(range(tree.first_edge[node], tree.first_edge[node + 1])):
            share = probabilities[first + place]
            won = walk(int(tree.child[edge]), reach * share, deal)
            chosen = reach * share
            plain[edge] += [
                chosen, chosen**2, chosen * won[player], (chosen * won[player]) ** 2, chosen**2 * won[player],
            ]  # fmt: skip
            total += share * won
        return total

    for deal in range(5):
        walk(0, 1.0, deal)
    assert sums == pytest.approx(plain, abs=1e-12)


@pytest.mark.parametrize("name", ["kuhn.limit.3p", "leduc.limit.2p"])
def test_samples_are_within_their_errors(name: str) -> None:
    strategy = random_strategy(exact_game(name), 2)
    exact = exact_lines(strategy.game, play_values(strategy.game, strategy.checked_probabilities()))
    sampled = sampled_lines(strategy, deals=20_000, seed=3)
    assert sampled.deals == 20_000
    assert sampled.values == pytest.approx(exact.values, abs=0.5)
    uncertain = sampled.value_errors > 1e-9  # what a fold loses is certain
    assert sampled.values[~uncertain] == pytest.approx(exact.values[~uncertain], abs=1e-9)
    for off in (
        np.abs(sampled.reach - exact.reach) / sampled.reach_errors,
        np.abs(sampled.values - exact.values)[uncertain] / sampled.value_errors[uncertain],
    ):
        assert off.max() < 5
        assert 0.4 < np.mean(off < 1) < 0.95


def test_buckets_with_imperfect_recall_are_sampled() -> None:
    strategy = random_strategy(abstract_game(MergedRanks(game_named("leduc.limit.2p"))))
    lines = sampled_lines(strategy, deals=500, seed=1)
    assert lines.reach[:2].sum() == pytest.approx(1)
    again = sampled_lines(strategy, deals=500, seed=1)
    assert np.array_equal(lines.reach, again.reach)
