"""Hands on a board: what is played with them, and how much of each is left in a range."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from railbird.abstraction import exact_game
from railbird.cards import format_cards
from railbird.errors import CardError, StrategyError
from railbird.games import game_named
from railbird.strategy import Origin, RangeOnBoard, Strategy, decision_at

HOLDEM16 = replace(game_named("holdem20.limit.2p"), ranks=4, name="holdem16")


@pytest.fixture(scope="module")
def strategy() -> Strategy:
    game = exact_game(HOLDEM16)
    sums = np.random.default_rng(3).random(game.layout.count)
    return Strategy(game, game.probabilities(sums), Origin(algorithm="cfr", iterations=1, seconds=0.1))


@pytest.mark.parametrize("history", ["", "r", "rc/", "rc/cr", "rrc/r"])
def test_the_own_reach_is_the_product_of_the_own_choices(strategy: Strategy, history: str) -> None:
    board = "AhQsJd" if "/" in history else ""
    hands, decision = RangeOnBoard(strategy, board), decision_at(strategy.game, history)
    reach, shares = hands.own_reach(decision), hands.shares(decision)
    for place in range(0, len(hands.hands), 7):
        hand, expected = hands.hands[place], 1.0
        for number, action in enumerate(decision.actions):
            before = decision_at(strategy.game, "").actions + decision.actions[:number]
            node = strategy.game.tree.decision_after(before)
            if strategy.game.tree.player[node] == decision.position:
                seen = board if strategy.game.tree.street[node] else ""
                expected *= strategy.at(hand, seen, before)[action]
        assert reach[place] == pytest.approx(expected)
        assert shares[place].tolist() == pytest.approx([*strategy.at(hand, board, history).values()])


def test_a_hand_with_a_card_of_the_board_is_left_out(strategy: Strategy) -> None:
    hands = RangeOnBoard(strategy, "AhQsJd")
    assert len(hands.hands) == 13 * 12 // 2
    assert not any("Ah" in format_cards(hand) for hand in hands.hands)


def test_a_board_with_a_card_twice_is_refused(strategy: Strategy) -> None:
    with pytest.raises(CardError, match="Ah"):
        RangeOnBoard(strategy, "AhAhJd")


def test_probabilities_that_do_not_add_up_are_noticed(strategy: Strategy) -> None:
    stored = np.array(strategy.stored)
    decision = decision_at(strategy.game, "")
    stored[decision.cells[3]] = 0.9
    damaged = Strategy(strategy.game, stored, strategy.origin)
    with pytest.raises(StrategyError, match="damaged: its probabilities do not add up to 1"):
        RangeOnBoard(damaged).shares(decision)
