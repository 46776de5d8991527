"""Strategies: what they say of a decision, and their files."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.abstraction.abstract_game import exact_game
from railbird.abstraction.menu import BetMenu
from railbird.array_files import open_arrays, write_arrays
from railbird.cards import parse_cards
from railbird.errors import GameError, StrategyError
from railbird.games import CALL, FOLD, Deal, State, game_named, raise_to, random_deal
from railbird.rng import generator
from railbird.solvers.exact.exact_cfr import CFRPlus
from railbird.strategy import Origin, Point, Strategy, open_strategy, save_strategy

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

ORIGIN = Origin(algorithm="cfr+", iterations=3, seconds=0.5, values=(0.5, -0.5), points=(Point(3, 0.5, (0.1, 0.2)),))


def solved(name: str, iterations: int = 1000) -> Strategy:
    game = game_named(name)
    solver = CFRPlus(exact_game(game))
    solver.step(iterations)
    return Strategy(game, BetMenu(), solver.average_strategy(), ORIGIN)


def test_kuhn_as_it_is_known() -> None:
    """Kuhn 1950: the second player calls a bet with the queen in a third of the hands, always with the king."""
    strategy = solved("kuhn.limit.2p", 10_000)
    jack, queen, king = (parse_cards(text)[0] for text in ("Qs", "Ks", "As"))
    state = State.start(game_named("kuhn.limit.2p"), Deal(((jack,), (queen,)), ())).apply(raise_to(2))
    answer = strategy.at(state.view(1))
    assert answer[CALL] == pytest.approx(1 / 3, abs=0.01)
    assert answer[FOLD] == pytest.approx(2 / 3, abs=0.01)
    state = State.start(game_named("kuhn.limit.2p"), Deal(((jack,), (king,)), ())).apply(raise_to(2))
    assert strategy.at(state.view(1))[CALL] == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("name", ["leduc.limit.2p", "leduc.limit.3p"])
def test_every_decision_of_random_hands_is_found(name: str) -> None:
    strategy, random = solved(name, 10), generator(4)
    for _ in range(200):
        state = State.start(game_named(name), random_deal(game_named(name), random))
        while not state.is_over:
            shares = strategy.at(state.view(state.acting))
            legal = state.legal_actions()
            assert sum(shares.values()) == pytest.approx(1)
            assert (FOLD in shares) == legal.fold
            assert any(action.kind == 2 for action in shares) == legal.can_raise
            state = state.apply(list(shares)[random.integers(len(shares))])


def test_suits_make_no_difference_in_leduc() -> None:
    strategy, game = solved("leduc.limit.2p", 50), game_named("leduc.limit.2p")
    answers = []
    for hand, board in (("Kh", "Ks"), ("Ks", "Kh")):
        deal = Deal((tuple(parse_cards(hand)), tuple(parse_cards("Qs"))), tuple(parse_cards(board)))
        state = State.start(game, deal).play([CALL, CALL])
        answers.append(strategy.at(state.view(0)))
    assert answers[0] == answers[1]


def test_a_bet_that_is_not_in_the_menu_is_named() -> None:
    game = game_named("leduc.limit.2p")
    strategy = solved("leduc.limit.2p", 1)
    with pytest.raises(GameError, match="action 1, raise to 17, is not in the tree"):
        strategy.game.tree.decision_after([raise_to(17)])
    with pytest.raises(GameError, match="the hand is over"):
        strategy.game.tree.decision_after([raise_to(3), FOLD])
    with pytest.raises(GameError, match="ends the hand, but more follow"):
        strategy.game.tree.decision_after([raise_to(3), FOLD, CALL])
    assert game == strategy.definition


def test_a_file_gives_the_same_strategy_again(tmp_path: Path) -> None:
    strategy = solved("leduc.limit.2p", 20)
    save_strategy(tmp_path / "s", strategy)
    again = open_strategy(tmp_path / "s")
    assert again.definition == strategy.definition
    assert again.menu == strategy.menu
    assert again.origin == ORIGIN
    assert np.array_equal(again.probabilities, strategy.probabilities)


def test_files_of_other_kinds_and_versions_are_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "s"
    save_strategy(path, solved("kuhn.limit.2p", 1))
    description, arrays = open_arrays(path)
    for change, message in (({"layout": 7}, "layout 7, written by"), ({"kind": "checkpoint"}, "not a strategy")):
        write_arrays(tmp_path / "other", {**description, **change}, arrays)
        with pytest.raises(StrategyError, match=message):
            open_strategy(tmp_path / "other")


def test_probabilities_of_another_game_and_descriptions_without_a_rule_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "s"
    save_strategy(path, solved("kuhn.limit.2p", 1))
    description, arrays = open_arrays(path)
    write_arrays(path, {**description, "game": {**description["game"], "ranks": 4}}, arrays)
    with pytest.raises(StrategyError, match="a strategy of 26 probabilities for kuhn"):
        _ = open_strategy(path).game
    for key in ("origin", "game", "menu"):
        write_arrays(path, {name: value for name, value in description.items() if name != key}, arrays)
        with pytest.raises(StrategyError, match="is damaged: its description is not that of a strategy"):
            open_strategy(path)


@pytest.mark.parametrize(
    "spoil", [np.zeros_like, lambda shares: 3 * shares, lambda shares: -shares, lambda shares: shares * np.nan]
)
def test_numbers_that_are_no_probabilities_are_refused(
    spoil: Callable[[NDArray[np.float64]], NDArray[np.float64]],
) -> None:
    strategy = solved("kuhn.limit.2p", 3)
    with pytest.raises(StrategyError, match="do not add up to 1"):
        _ = replace(strategy, probabilities=spoil(strategy.probabilities)).game
