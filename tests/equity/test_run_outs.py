"""Levels of hands on boards and run-outs, against the exact strength of single hands."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.cards import as_cards
from railbird.cards.hands import HAND_COUNT, hand_cards, hand_index
from railbird.cards.strength import strength
from railbird.equity.metrics import final_strength
from railbird.equity.run_outs import BEST_LEVEL, BLOCKED, levels_on, preflop_run_outs, run_outs_of
from railbird.errors import EquityError

HANDS = range(3, HAND_COUNT, 101)


@pytest.mark.kernels
@pytest.mark.parametrize("board", ["Qs Jh 2c 7d", "9h 6h 2h Qh", "Qs Jh 2c 7d 8h", "5c 5d 5h 5s 9d"])
def test_levels_are_exact_from_the_turn_on(board: str) -> None:
    levels = levels_on(board)
    for number in HANDS:
        if levels[number] != BLOCKED:
            exact = final_strength(hand_cards(number), as_cards(board)).mean
            assert 0 <= exact * BEST_LEVEL - levels[number] < 1.01


@pytest.mark.kernels
def test_levels_on_a_flop_are_sampled_without_bias() -> None:
    errors = [
        levels_on(board)[number] / BEST_LEVEL - final_strength(hand_cards(number), as_cards(board)).mean
        for board in ("Qs Jh 2c", "7d 7h Ks", "2c 8c Ac")
        for number in HANDS
        if levels_on(board)[number] != BLOCKED
    ]
    assert abs(np.mean(errors)) < 0.03
    assert np.std(errors) < 0.06


def test_hands_that_share_a_card_with_the_board_are_blocked() -> None:
    for board in ("Qs Jh 2c", "Qs Jh 2c 7d", "Qs Jh 2c 7d 8h"):
        on_board = {*as_cards(board)}
        blocked = [not on_board.isdisjoint(hand_cards(number)) for number in range(HAND_COUNT)]
        assert (levels_on(board) == BLOCKED).tolist() == blocked


@pytest.mark.kernels
@pytest.mark.parametrize("board", ["Qs Jh 2c", "Qs Jh 2c 7d", "Qs Jh 2c 7d 8h"])
def test_showdowns_order_hands_by_strength(board: str) -> None:
    run_outs = run_outs_of(board)
    assert len(run_outs.showdowns) == {3: 64, 4: 48, 5: 1}[len(as_cards(board))]
    for row in range(0, len(run_outs.showdowns), 7):
        blocked = np.flatnonzero(run_outs.showdowns[row] == 0)
        # The cards of the full board are those that every hand which holds one of them misses.
        full = [
            card
            for card in range(52)
            if all(hand_index(card, other) in blocked for other in range(52) if other != card)
        ]
        assert len(full) == 5
        assert {*as_cards(board)} <= {*full}
        for number in HANDS:
            if run_outs.showdowns[row, number]:
                assert run_outs.showdowns[row, number] == strength((*hand_cards(number), *full))
            assert (run_outs.rivers[row, number] == BLOCKED) == (run_outs.showdowns[row, number] == 0)


def test_full_boards_name_their_turn_and_flop() -> None:
    run_outs = preflop_run_outs()
    for row in range(0, len(run_outs.rivers), 211):
        on_turn = run_outs.turns[run_outs.turn_of[row]] == BLOCKED
        on_flop = run_outs.flops[run_outs.flop_of[row]] == BLOCKED
        on_river = run_outs.rivers[row] == BLOCKED
        # Each street blocks the hands of the street before, and those with its own card.
        assert [int(blocked.sum()) for blocked in (on_flop, on_turn, on_river)] == [150, 198, 245]
        assert (on_turn | ~on_flop).all()
        assert (on_river | ~on_turn).all()


def test_run_outs_are_the_same_whatever_the_order_of_cards() -> None:
    assert (run_outs_of("Qs Jh 2c").showdowns == run_outs_of("2c Qs Jh").showdowns).all()


def test_before_the_flop_aces_are_best() -> None:
    levels = levels_on(())
    assert levels[hand_index("As", "Ah")] == levels.max()
    assert levels[hand_index("3c", "2d")] == levels.min()


def test_boards_of_other_sizes_are_refused() -> None:
    with pytest.raises(EquityError, match="run-outs of 2 board cards: give a flop, a turn or a river"):
        run_outs_of("Qs Jh")
    with pytest.raises(EquityError, match="levels on 2 board cards: give no cards, a flop, a turn or a river"):
        levels_on("Qs Jh")
