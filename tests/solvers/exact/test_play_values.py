"""Reach and value of every choice, and best responses as strategies: compared with plain walks over all deals."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import product
from math import isnan
from typing import TYPE_CHECKING

import numpy as np
import pytest
from plain_games import (
    POKER,
    Chance,
    Choice,
    PlainNode,
    best_response_value,
    by_cell,
    first_cells,
    plain_poker,
    random_strategy,
    value,
)

from railbird.abstraction import exact_game
from railbird.games import game_named
from railbird.solvers.exact import sequence_form
from railbird.solvers.exact.best_response import Evaluator
from railbird.solvers.exact.play_values import play_values

if TYPE_CHECKING:
    from collections.abc import Hashable


class PlainReach:
    """By information set and choice: how often it is made, and what chance and the others let it win."""

    def __init__(self, root: PlainNode, strategy: dict[Hashable, list[float]], players: int) -> None:
        self._strategy = strategy
        self.reach: dict[tuple[Hashable, int], float] = defaultdict(float)
        self.chances: dict[tuple[Hashable, int], float] = defaultdict(float)
        self.won: dict[tuple[Hashable, int], float] = defaultdict(float)
        self._walk(root, 1.0, [1.0] * players)

    def _walk(self, node: PlainNode, chance: float, reaches: list[float]) -> None:
        if isinstance(node, Chance):
            for share, below in node.below:
                self._walk(below, chance * share, reaches)
        elif isinstance(node, Choice):
            others = chance * np.prod([reach for player, reach in enumerate(reaches) if player != node.player])
            for place, (share, below) in enumerate(zip(self._strategy[node.knows], node.below, strict=True)):
                self.reach[node.knows, place] += others * reaches[node.player] * share
                self.chances[node.knows, place] += others
                self.won[node.knows, place] += others * value(below, node.player, self._strategy)
                after = [reach * share if player == node.player else reach for player, reach in enumerate(reaches)]
                self._walk(below, chance, after)


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("name", "listed"),
    [("kuhn.limit.3p", True), *product(["kuhn.limit.2p", "leduc.limit.2p", "flushes"], [True, False])],
)
def test_reach_and_value_equal_those_of_a_plain_walk(name: str, listed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not listed:
        monkeypatch.setattr(sequence_form, "can_be_listed", lambda *_, **__: False)
    definition = POKER[name]
    game, root = exact_game(definition), plain_poker(definition)
    cells = first_cells(game, root)
    strategy = random_strategy(root, random.Random(3))
    play, plain = play_values(game, by_cell(game, cells, strategy)), PlainReach(root, strategy, definition.players)
    for (knows, place), chances in plain.chances.items():
        cell = cells[knows] + place
        assert play.reach[cell] == pytest.approx(plain.reach[knows, place], abs=1e-12)
        if chances > 0:
            assert play.values[cell] == pytest.approx(plain.won[knows, place] / chances, abs=1e-9)
        else:
            assert isnan(play.values[cell])
    starts = game.layout.starts[:-1]
    assert play.reach[starts] == pytest.approx(1)
    expected = Evaluator(game).evaluate(by_cell(game, cells, strategy)).values
    assert play.values[starts] == pytest.approx(expected, abs=1e-12)


def test_the_choices_of_an_information_set_are_made_as_often_as_it_is_reached() -> None:
    game = exact_game("leduc.limit.2p")
    strategy = game.probabilities(np.random.default_rng(1).random(game.layout.count))
    play = play_values(game, strategy)
    first = [game.layout.first_cell(player=0, street=0, card_class=number, slot=0) for number in range(3)]
    assert sum(play.reach[cell] + play.reach[cell + 1] for cell in first) == pytest.approx(1)


@pytest.mark.kernels
@pytest.mark.parametrize(
    "name", ["kuhn.limit.2p", "kuhn.limit.3p", "leduc.limit.2p", pytest.param("flushes", marks=pytest.mark.deep)]
)
@pytest.mark.parametrize("strategies", [2, pytest.param(3, marks=pytest.mark.deep)])
def test_a_best_response_wins_what_the_evaluation_says(name: str, strategies: int) -> None:
    definition = POKER[name]
    game, root = exact_game(definition), plain_poker(definition)
    cells, evaluator = first_cells(game, root), Evaluator(game)
    for seed in range(strategies):
        strategy = random_strategy(root, random.Random(seed))
        array = by_cell(game, cells, strategy)
        expected = evaluator.evaluate(array)
        for player in range(definition.players):
            response = evaluator.best_response(player, array)
            start, stop = game.layout.starts[player : player + 2]
            assert {*response[start:stop]} <= {0.0, 1.0}
            assert np.array_equal(np.delete(response, slice(start, stop)), np.delete(array, slice(start, stop)))
            assert np.allclose(game.probabilities(response), response)
            won = Evaluator(game).evaluate(response).values[player]
            assert won == pytest.approx(expected.best_responses[player], abs=1e-12)
            assert won == pytest.approx(best_response_value(root, player, strategy), abs=1e-12)


def test_a_best_response_leaves_the_strategy_unchanged() -> None:
    game = exact_game(game_named("kuhn.limit.2p"))
    strategy = game.probabilities(np.zeros(game.layout.count))
    before = strategy.copy()
    Evaluator(game).best_response(0, strategy)
    assert np.array_equal(strategy, before)
