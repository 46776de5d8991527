"""All-in expectation against every run-out played out, and against known equities."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from railbird.arena.all_in_expectation import expected_payoffs, is_supported
from railbird.cards import FULL_DECK, parse_cards
from railbird.games import (
    CALL,
    FOLD,
    Action,
    Deal,
    GameDefinition,
    State,
    game_named,
    parse_game,
    raise_to,
    random_deal,
)
from railbird.games.game_file import format_game

TWO, THREE = "holdem.nolimit.2p.reverse_blinds", "holdem.nolimit.3p"


def with_stacks(name: str, *stacks: int) -> GameDefinition:
    text = format_game(game_named(name))
    line = next(line for line in text.splitlines() if line.startswith("stack"))
    return parse_game(text.replace(line, f"stack = {' '.join(map(str, stacks))}"), name="short")


def played(game: GameDefinition, deal: Deal, *actions: Action) -> State:
    state = State.start(game, deal).play(actions)
    assert state.is_showdown
    return state


def over_all_run_outs(state: State, board: tuple[int, ...], actions: tuple[Action, ...]) -> list[float]:
    """The plain twin: the mean of the payoffs over every board that could have come."""
    hole_cards = state.deal.hole_cards
    gone = {*board, *(card for hand in hole_cards for card in hand)}
    rest = [card for card in FULL_DECK if card not in gone]
    results = [
        State.start(state.game, Deal(hole_cards, (*board, *more))).play(actions).payoffs()
        for more in combinations(rest, 5 - len(board))
    ]
    return [float(sum(chips) / len(results)) for chips in zip(*results, strict=True)]


def test_aces_against_kings_before_the_flop() -> None:
    deal = Deal((tuple(parse_cards("AsAh")), tuple(parse_cards("KdKc"))), tuple(parse_cards("KsKh2c3d4h")))
    state = played(game_named(TWO), deal, raise_to(20000), CALL)
    assert state.payoffs() == (-20000, 20000)
    assert expected_payoffs(state, ()) == pytest.approx((40000 * 0.812555 - 20000, 20000 - 40000 * 0.812555), abs=0.1)


ALL_IN_ON_THE_FLOP = (CALL, CALL, CALL, raise_to(20000), CALL, CALL)
SIDE_POTS = (CALL, CALL, CALL, raise_to(700), CALL, raise_to(2000), CALL)
FOLDED = (raise_to(300), FOLD, CALL, raise_to(20000), CALL)


@pytest.mark.parametrize(
    ("stacks", "antes", "actions"),
    [
        ((20000, 20000, 20000), (), ALL_IN_ON_THE_FLOP),
        ((700, 20000, 2000), (), SIDE_POTS),
        ((20000, 20000, 20000), (), FOLDED),
        # One player pays for all, and the one with the fewest chips can win it too.
        ((700, 20000, 2000), (0, 90, 0), SIDE_POTS),
        ((20030, 20000, 20000), (30, 0, 0), FOLDED),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_the_mean_over_every_run_out_from_the_flop(
    stacks: tuple[int, ...], antes: tuple[int, ...], actions: tuple[Action, ...], seed: int
) -> None:
    game = replace(with_stacks(THREE, *stacks), antes=antes)
    state = played(game, random_deal(game, np.random.default_rng(seed)), *actions)
    board = state.deal.board[:3]
    payoffs = expected_payoffs(state, board)
    assert payoffs == pytest.approx(over_all_run_outs(state, board, actions), abs=1e-6)
    assert sum(payoffs) == pytest.approx(0, abs=1e-6)


def test_on_the_turn_one_card_is_left_to_luck() -> None:
    game = game_named(TWO)
    actions = (CALL, CALL, CALL, CALL, raise_to(20000), CALL)
    state = played(game, random_deal(game, np.random.default_rng(5)), *actions)
    board = state.deal.board[:4]
    assert expected_payoffs(state, board) == pytest.approx(over_all_run_outs(state, board, actions), abs=1e-6)


def test_with_the_whole_board_it_is_the_payoffs() -> None:
    game = game_named(THREE)
    actions = (CALL, CALL, CALL, *(CALL,) * 6, raise_to(20000), CALL, CALL)
    for seed in range(5):
        state = played(game, random_deal(game, np.random.default_rng(seed)), *actions)
        assert expected_payoffs(state, state.deal.board) == pytest.approx([float(chips) for chips in state.payoffs()])


def test_which_games_have_it() -> None:
    assert is_supported(game_named(THREE))
    assert is_supported(game_named("holdem.limit.3p"))
    assert not is_supported(game_named("leduc.limit.2p"))
    assert not is_supported(game_named("kuhn.limit.2p"))
